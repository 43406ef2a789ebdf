"""The attempts at each case, as one metric sees them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from odograph.errors import InputError
from odograph.evaluation.result import EvaluationResult
from odograph.trace import Sample

__all__ = ("Attempt", "attempts_by_case", "check_bar")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a case.

    Attributes:
        value: the metric's number or verdict; None where there is none.
        crashed: the agent's fault kept it from an end, or its run ended with an error.
        row: number of its row in the result.
    """

    value: float | None
    crashed: bool
    row: int

    @property
    def worth(self) -> float | None:
        """The value; 0 for a crash without one, None where it is not known."""
        return 0.0 if self.value is None and self.crashed else self.value

    def passes(self, bar: float) -> bool | None:
        """Whether the value reaches the bar; a crash never does, and None is unknown."""
        if self.crashed:
            return False
        return None if self.value is None else self.value >= bar


def check_bar(passes_at: float) -> None:
    """Refuse what is no number: against NaN every attempt would fail."""
    if not math.isfinite(passes_at):
        raise InputError.of("passes_at must be a finite number", passes_at)


def attempts_by_case(
    result: EvaluationResult, metric: str, samples: Sequence[Sample] | None = None
) -> Mapping[str, list[Attempt]]:
    """Group the rows of a result by their case; a row without one is a case of its own.

    Args:
        result: the scores.
        metric: spelling of the metric.
        samples: those that were scored, in order: they tell which runs ended with an error.

    Raises:
        InputError: the result has no such metric, or there is not one sample for each row.
    """
    if samples is not None and len(samples) != len(result.rows):
        raise InputError.of(f"there must be {len(result.rows)} samples, one a row", len(samples))
    cases: dict[str, list[Attempt]] = {}
    for number, (row, score) in enumerate(zip(result.rows, result.scores(metric), strict=True)):
        ended = samples is not None and samples[number].status == "error"
        attempt = Attempt(score.number, ended or score.fault == "agent", number)
        name = f"row {number}" if row.case_id is None else row.case_id
        cases.setdefault(name, []).append(attempt)
    return cases
