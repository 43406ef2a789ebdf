"""Whether the useful contexts come first."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge
from odograph.judge.coverage import overlap
from odograph.judge.evidence import CONTEXT_USEFULNESS, Evidence
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.metric import check_one_of
from odograph.metrics.rag.texts import (
    contexts_of,
    filled,
    question_of,
    reference_contexts_of,
)
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.retrieval.ids import canonical_id
from odograph.trace import Sample

__all__ = ("ContextPrecision", "ContextUtilization")

Against = Literal["reference", "response"]
By = Literal["judge", "text", "ids"]


@dataclass(frozen=True, repr=False)
class ContextPrecision(JudgedMetric):
    """Rank-aware precision of the retrieved contexts, in [0, 1].

    Mean of precision@k over the ranks k that hold a useful context; 0 where none is useful or
    nothing was retrieved. 1 means that no useful context stands below a useless one. After Es et
    al. 2023, "RAGAS".

    Attributes:
        against: useful for the reference answer, or for the response (by judge).
        by: `judge` asks about all contexts in one call; `text` takes a context for useful if it
            holds, or is held by, a reference context to the share `threshold` of content words;
            `ids` if its id is among the reference's. A document counts once, at its first rank.
        threshold: above 0 and at most 1.
    """

    against: Against = "reference"
    by: By = "judge"
    threshold: float = 0.5

    puts: ClassVar = (CONTEXT_USEFULNESS,)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_one_of(Against, self.against, "against")
        check_one_of(By, self.by, "by")
        if not 0 < self.threshold <= 1:
            raise InputError.of("threshold must be above 0 and at most 1", self.threshold)

    def missing(self, sample: Sample) -> str:
        """Name the first field that this way of judging needs and the sample lacks."""
        needed = {
            "judge": ("user_input", "retrieved_contexts", self.against),
            "text": ("retrieved_contexts", "reference_contexts"),
            "ids": ("retrieved_context_ids", "reference_context_ids"),
        }[self.by]
        return next((name for name in needed if getattr(sample, name, None) is None), "")

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        if self.by == "ids":
            return _by_ids(sample)
        contexts = contexts_of(sample)
        if not filled(contexts):
            return Score(0.0, "no context was retrieved")
        if self.by == "text":
            references = filled(reference_contexts_of(sample))
            if not references:
                return Score.unscored("data", "there is no reference context")
            return _ranked([self._alike(one, references) for one in contexts])
        answer = (sample.reference if self.against == "reference" else sample.response) or ""
        if not answer.strip():
            return Score.unscored("data", f"the {self.against} is empty")
        evidence = Evidence(question=question_of(sample), answer=answer, contexts=filled(contexts))
        verdicts = iter((await judge(CONTEXT_USEFULNESS, evidence)).verdicts)
        judged = [next(verdicts) if one.strip() else None for one in contexts]
        told = [
            {"verdict": "no", "reason": "blank"}
            if one is None
            else {"verdict": one.verdict, "reason": one.reason}
            for one in judged
        ]
        return _ranked([one["verdict"] == "yes" for one in told], told)

    def _alike(self, context: str, references: Sequence[str]) -> bool:
        return any(
            max(overlap(one, context), overlap(context, one)) >= self.threshold
            for one in references
        )


@dataclass(frozen=True, repr=False)
class ContextUtilization(ContextPrecision):
    """`ContextPrecision` against the response, for runs without a reference."""

    against: Against = "response"


def _by_ids(sample: Sample) -> Score:
    """Take the ids as one text each; a retrieved id counts at its first rank."""
    retrieved: Any = getattr(sample, "retrieved_context_ids", ())
    wanted: Any = getattr(sample, "reference_context_ids", ())
    relevant = {canonical_id(one, place="reference_context_ids") for one in wanted}
    if not relevant:
        return Score.unscored("data", "there is no reference context")
    ranking = dict.fromkeys(canonical_id(one, place="retrieved_context_ids") for one in retrieved)
    if not ranking:
        return Score(0.0, "no context was retrieved")
    return _ranked([one in relevant for one in ranking])


def _ranked(useful: Sequence[bool], told: Sequence[Any] = ()) -> Score:
    """Mean of precision@k over the ranks of the useful, in exact arithmetic."""
    ranks = [rank for rank, one in enumerate(useful, 1) if one]
    total = sum((Fraction(found, rank) for found, rank in enumerate(ranks, 1)), Fraction(0))
    value = float(total / len(ranks)) if ranks else 0.0
    at = f", at rank {', '.join(map(str, ranks))}" if ranks else ""
    reason = f"{len(ranks)} of {counted(len(useful), 'context')} useful{at}"
    undetermined = sum(one["verdict"] == "undetermined" for one in told)
    details: dict[str, Any] = {"useful": list(useful)}
    if told:
        details |= {"undetermined": undetermined, "verdicts": list(told)}
    return Score(value, reason, details)
