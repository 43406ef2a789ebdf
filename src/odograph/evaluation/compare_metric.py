"""One metric of a candidate beside that of a baseline."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from odograph.evaluation.attempts import Attempt, attempts_by_case
from odograph.evaluation.flips import Flip, find_flips
from odograph.evaluation.result import EvaluationResult
from odograph.evaluation.verdict import Verdict, judge_difference
from odograph.stats import PairedComparison, compare_paired
from odograph.trace import Sample

__all__ = ("MetricComparison", "Side", "compare_metric")

_Cases = Mapping[str, Sequence[Attempt]]


@dataclass(frozen=True)
class MetricComparison:
    """One metric.

    Attributes:
        paired: the difference over the cases that both sides have values for, with interval and
            p-value; a crashed run without a value counts 0.
        verdict: what to make of it, and what is missing where the runs are too few.
        flips: the cases that passed on one side and not on the other, the broken ones first.
        unscored: attempts without a value by another's fault than the agent's, on either side.
        crashed: attempts that crashed, on either side.
        dropped: the cases that the baseline has values for and the candidate none.
    """

    metric: str
    paired: PairedComparison
    verdict: Verdict
    flips: Sequence[Flip]
    unscored: tuple[int, int]
    crashed: tuple[int, int]
    dropped: Sequence[str]

    @property
    def worse(self) -> bool:
        """Whether the candidate is worse: on the whole, or in cases that are surely broken."""
        return self.verdict.name == "worse"

    def as_dict(self) -> dict[str, Any]:
        """Write it as JSON values."""
        paired, verdict = self.paired, self.verdict
        interval = None if paired.interval is None else [paired.interval.low, paired.interval.high]
        return {
            "metric": self.metric,
            "verdict": verdict.name,
            "reason": verdict.reason,
            "baseline": paired.baseline,
            "candidate": paired.candidate,
            "difference": paired.difference,
            "interval": interval,
            "p_value": paired.p_value,
            "cases": paired.cases,
            "unpaired": paired.unpaired,
            "repeats_needed": verdict.repeats_needed,
            "cases_needed": verdict.cases_needed,
            "unscored": list(self.unscored),
            "crashed": list(self.crashed),
            "dropped": list(self.dropped),
            "flips": [flip.as_dict() for flip in self.flips],
        }


@dataclass(frozen=True)
class Side:
    """A result, and the samples it is of where they are known."""

    result: EvaluationResult
    samples: Sequence[Sample] | None = None

    def run(self, attempt: Attempt) -> Sample | None:
        """The sample of an attempt."""
        return None if self.samples is None else self.samples[attempt.row]


def compare_metric(
    metric: str, sides: tuple[Side, Side], *, detect: float, alpha: float, passes_at: float
) -> MetricComparison:
    """Compare two sides, the baseline first; see `compare`."""
    cases = [attempts_by_case(side.result, metric, side.samples) for side in sides]
    before, after = cases
    old, new = (_worths(one) for one in cases)
    paired = compare_paired(old, new, level=1 - alpha)
    flips = find_flips(before, after, passes_at, (sides[0].run, sides[1].run))
    shared = [case for case in old if case in new]
    # a harmonic mean: the noise of a mean goes with 1 / repeats
    parts = math.fsum(1 / len(side[case]) for side in (old, new) for case in shared)
    repeats = 2 * len(shared) / parts if shared else 0.0
    return MetricComparison(
        metric,
        paired,
        judge_difference(paired, flips, detect=detect, alpha=alpha, repeats=repeats),
        flips,
        (_count(before, crashed=False), _count(after, crashed=False)),
        (_count(before, crashed=True), _count(after, crashed=True)),
        tuple(case for case in old if case not in new),
    )


def _worths(cases: _Cases) -> dict[str, list[float]]:
    """The values of each case that has some."""
    values = {
        case: [one.worth for one in attempts if one.worth is not None]
        for case, attempts in cases.items()
    }
    return {case: found for case, found in values.items() if found}


def _count(cases: _Cases, *, crashed: bool) -> int:
    attempts = [one for several in cases.values() for one in several]
    if crashed:
        return sum(one.crashed for one in attempts)
    return sum(one.worth is None for one in attempts)
