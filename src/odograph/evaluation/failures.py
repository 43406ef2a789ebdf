"""Where the failures of a dataset came from: an attribution for each row, and their shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from odograph.errors import InputError
from odograph.evaluation.result import EvaluationResult
from odograph.evaluation.row import ResultRow
from odograph.metrics.failure_attribution import (
    AgentRules,
    Attribution,
    attribute_answer,
    attribute_run,
)
from odograph.stats import FailureShare, failure_attribution
from odograph.trace import Sample

__all__ = ("FailureReport", "Triad", "attribute_failures")

_ROLES: Mapping[str, Sequence[str]] = {
    "context": ("ContextRelevance", "ContextPrecision", "ContextUtilization", "ContextRecall"),
    "groundedness": ("Faithfulness", "ResponseGroundedness"),
    "answer": ("AnswerRelevancy",),
    "correctness": ("AnswerCorrectness", "FactualCorrectness", "AnswerAccuracy", "ExactMatch"),
}


@dataclass(frozen=True, slots=True)
class Triad:
    """Which metrics of a result stand for what, by their spelling; None for no such metric."""

    context: str | None = None
    groundedness: str | None = None
    answer: str | None = None
    correctness: str | None = None

    @classmethod
    def of(cls, metrics: Sequence[str]) -> "Triad":
        """Find them by the names of their classes, e.g. `Faithfulness(...)`."""
        return cls(
            **{
                role: next((m for name in names for m in metrics if m.startswith(f"{name}(")), None)
                for role, names in _ROLES.items()
            }
        )

    def attribute(self, row: ResultRow, threshold: float) -> Attribution:
        """Attribute one row by its scores."""
        names = (self.context, self.groundedness, self.answer, self.correctness)
        scores = [None if name is None else row.scores[name].number for name in names]
        context, grounded, answer, correct = scores
        return attribute_answer(context, grounded, answer, correct, threshold=threshold)


@dataclass(frozen=True)
class FailureReport:
    """Attributions in the order of the rows.

    Attributes:
        rows: one for each row.
    """

    rows: Sequence[Attribution]

    @property
    def shares(self) -> Mapping[str, FailureShare]:
        """Each stage's part in the failures, with an interval, the most frequent first."""
        return failure_attribution(one.stage for one in self.rows if one.failed and one.stage)

    @property
    def failed(self) -> int:
        """Rows in which a stage failed."""
        return sum(one.failed for one in self.rows)

    @property
    def undecided(self) -> int:
        """Rows that no rule decides, for want of a score or a reference."""
        return sum(one.stage is None for one in self.rows)

    def __str__(self) -> str:
        parts = [f"{stage} {share.count}" for stage, share in self.shares.items()]
        told = ", ".join(parts) or "no failure"
        return f"{told} ({self.failed} of {len(self.rows)} failed, {self.undecided} undecided)"


def attribute_failures(
    result: EvaluationResult,
    samples: Sequence[Sample] = (),
    *,
    triad: Triad | None = None,
    threshold: float = 0.5,
    rules: AgentRules | None = None,
) -> FailureReport:
    """Attribute every row: a run with reference calls by these, an answer by its triad.

    A run whose calls are right is looked at as an answer, where the result has a triad.

    Args:
        result: with the metrics of the triad, for answers.
        samples: those that were scored, in the same order; for runs.
        triad: which metrics these are; by default they are found by name.
        threshold: a score below it is low.
        rules: how calls are compared.

    Raises:
        InputError: another number of samples than of rows, or nothing to attribute by.
    """
    if samples and len(samples) != len(result.rows):
        raise InputError.of(f"give the {len(result.rows)} samples that were scored", len(samples))
    found = triad or Triad.of(result.metrics)
    for name in (found.context, found.groundedness, found.answer, found.correctness):
        if name is not None and name not in result.metrics:
            rule = f"the result has the metrics {', '.join(result.metrics)}"
            raise InputError.of(rule, name, place="triad")
    has_triad = None not in (found.context, found.groundedness, found.answer)
    if not has_triad and not samples:
        rule = "give samples with reference calls, or a result with the metrics of the triad"
        raise InputError.of(rule, list(result.metrics))
    rows: list[Attribution] = []
    for index, row in enumerate(result.rows):
        by_calls = attribute_run(samples[index], rules) if samples else None
        if by_calls is not None and (by_calls.failed or not has_triad):
            rows.append(by_calls)
        else:
            rows.append(found.attribute(row, threshold))
    return FailureReport(tuple(rows))
