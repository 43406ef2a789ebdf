"""Whether the retrieved contexts hold all that the right answer says."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge
from odograph.judge.coverage import overlap
from odograph.judge.evidence import CLAIMS_AND_SUPPORT, Evidence
from odograph.judge.verdicts import Verdict
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.metric import check_one_of
from odograph.metrics.rag.tally import share_of
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

__all__ = ("ContextRecall",)

By = Literal["judge", "text", "ids"]


@dataclass(frozen=True, repr=False)
class ContextRecall(JudgedMetric):
    """Share of the reference that the retrieved contexts hold, in [0, 1]; at most one call.

    By judge: claims of the reference answer that the contexts support, of all its claims. By text:
    reference contexts of whose content words one retrieved context holds the share `threshold`. By
    ids: reference ids among the retrieved. Nothing retrieved is 0, without asking; a reference
    without claims, texts or ids is unscored. After Es et al. 2023, "RAGAS".

    Attributes:
        threshold: above 0 and at most 1.
    """

    by: By = "judge"
    threshold: float = 0.5

    puts: ClassVar = (CLAIMS_AND_SUPPORT,)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_one_of(By, self.by, "by")
        if not 0 < self.threshold <= 1:
            raise InputError.of("threshold must be above 0 and at most 1", self.threshold)

    def missing(self, sample: Sample) -> str:
        """Name the first field that this way of judging needs and the sample lacks."""
        needed = {
            "judge": ("retrieved_contexts", "reference"),
            "text": ("retrieved_contexts", "reference_contexts"),
            "ids": ("retrieved_context_ids", "reference_context_ids"),
        }[self.by]
        return next((name for name in needed if getattr(sample, name, None) is None), "")

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        if self.by == "ids":
            return _by_ids(sample)
        contexts = filled(contexts_of(sample))
        if self.by == "text":
            return self._by_text(filled(reference_contexts_of(sample)), contexts)
        reference = (sample.reference or "").strip()
        if not reference:
            return Score.unscored("data", "the reference is empty")
        if not contexts:
            return Score(0.0, "no context was retrieved")
        question = question_of(sample)
        evidence = Evidence(question=question, answer=reference, contexts=contexts)
        judged = (await judge(CLAIMS_AND_SUPPORT, evidence)).claims
        if not judged:
            return Score.unscored("data", "the reference claims nothing")
        verdicts = [
            Verdict(index=index, reason=one.reason, verdict=one.verdict)
            for index, one in enumerate(judged)
        ]
        return share_of([one.claim for one in judged], verdicts, noun="claim", holds="retrieved")

    def _by_text(self, references: list[str], contexts: list[str]) -> Score:
        best = [max((overlap(one, text) for text in contexts), default=0.0) for one in references]
        return _share([one >= self.threshold for one in best], {"overlaps": best})


def _by_ids(sample: Sample) -> Score:
    retrieved: Any = getattr(sample, "retrieved_context_ids", ())
    wanted: Any = getattr(sample, "reference_context_ids", ())
    found = {canonical_id(one, place="retrieved_context_ids") for one in retrieved}
    relevant = dict.fromkeys(canonical_id(one, place="reference_context_ids") for one in wanted)
    lost = [one for one in relevant if one not in found]
    return _share([one in found for one in relevant], {"missing": lost})


def _share(held: list[bool], details: dict[str, Any]) -> Score:
    if not held:
        return Score.unscored("data", "there is no reference context")
    tally = f"{sum(held)} of {counted(len(held), 'reference context')} retrieved"
    return Score(sum(held) / len(held), tally, details)
