"""A candidate beside a baseline: what became worse, what only seems to, and which cases flipped."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from odograph.errors import InputError
from odograph.evaluation.attempts import Attempt, attempts_by_case
from odograph.evaluation.flips import Flip, find_flips
from odograph.evaluation.result import EvaluationResult
from odograph.evaluation.verdict import Verdict, judge_difference
from odograph.stats import PairedComparison, compare_paired
from odograph.trace import Sample

__all__ = ("Comparison", "MetricComparison", "compare")

Side = Literal["baseline", "candidate"]


@dataclass(frozen=True)
class MetricComparison:
    """One metric.

    Attributes:
        paired: the difference over the cases that both sides have values for, with interval and
            p-value; a crashed run without a value counts 0.
        verdict: what to make of it, and how many repeats are missing where they are too few.
        flips: the cases that passed on one side and not on the other, the broken ones first.
        unscored: attempts without a value, by another's fault than the agent's, on either side.
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
        paired = self.paired
        interval = None if paired.interval is None else [paired.interval.low, paired.interval.high]
        return {
            "metric": self.metric,
            "verdict": self.verdict.name,
            "reason": self.verdict.reason,
            "baseline": paired.baseline,
            "candidate": paired.candidate,
            "difference": paired.difference,
            "interval": interval,
            "p_value": paired.p_value,
            "cases": paired.cases,
            "unpaired": paired.unpaired,
            "repeats_needed": self.verdict.repeats_needed,
            "cases_needed": self.verdict.cases_needed,
            "unscored": list(self.unscored),
            "crashed": list(self.crashed),
            "dropped": list(self.dropped),
            "flips": [flip.as_dict() for flip in self.flips],
        }


@dataclass(frozen=True)
class Comparison:
    """All metrics that both results have.

    Attributes:
        only_baseline: the metrics that the candidate was not scored with.
        only_candidate: those that the baseline was not scored with.
    """

    metrics: Sequence[MetricComparison]
    only_baseline: Sequence[str] = ()
    only_candidate: Sequence[str] = ()

    @property
    def worse(self) -> bool:
        """Whether the candidate is worse by any metric."""
        return any(one.worse for one in self.metrics)

    def __getitem__(self, metric: str) -> MetricComparison:
        """The comparison by one metric.

        Raises:
            InputError: there is none.
        """
        for one in self.metrics:
            if one.metric == metric:
                return one
        known = ", ".join(one.metric for one in self.metrics)
        raise InputError.of(f"both results have the metrics {known}", metric, place="metric")

    def as_dict(self) -> dict[str, Any]:
        """Write it as JSON values."""
        return {
            "schema": "odograph-comparison/1",
            "worse": self.worse,
            "metrics": [one.as_dict() for one in self.metrics],
            "only_baseline": list(self.only_baseline),
            "only_candidate": list(self.only_candidate),
        }


def compare(
    baseline: EvaluationResult,
    candidate: EvaluationResult,
    *,
    detect: float = 0.1,
    alpha: float = 0.05,
    passes_at: float = 1.0,
    baseline_samples: Sequence[Sample] | None = None,
    candidate_samples: Sequence[Sample] | None = None,
) -> Comparison:
    """Compare two results over the same cases, metric by metric; larger values are better.

    Repeats of a case are averaged before the cases are paired by their ids; results of which no
    row has a case are paired row by row.

    Args:
        baseline: what is.
        candidate: what is to be.
        detect: the smallest difference of a mean that matters: where the runs are too few to find
            it, the verdict says how many more it takes.
        alpha: how often a metric may be called better or worse although nothing has changed.
        passes_at: the value at which an attempt passes, to tell which cases flipped.
        baseline_samples: those that were scored, in order; with both, a broken case tells the
            first step at which its failing runs part from passing ones, and a run that ended with
            an error has crashed.
        candidate_samples: the same for the candidate.

    Raises:
        InputError: the results share no metric, only some rows have a case, results without cases
            differ in length, there is not one sample a row, or a number is out of its range.
    """
    if not detect > 0:
        raise InputError.of("detect must be a number above 0", detect)
    if not 0 < alpha < 1:
        raise InputError.of("alpha must be in the open interval (0, 1)", alpha)
    shared = [one for one in baseline.metrics if one in candidate.metrics]
    if not shared:
        rule = f"the candidate must share a metric with the baseline ({', '.join(baseline.metrics)})"
        raise InputError.of(rule, list(candidate.metrics))
    _check_cases(baseline, candidate)
    sides = _Side(baseline, baseline_samples), _Side(candidate, candidate_samples)
    return Comparison(
        tuple(_compare(one, sides, detect, alpha, passes_at) for one in shared),
        tuple(one for one in baseline.metrics if one not in shared),
        tuple(one for one in candidate.metrics if one not in shared),
    )


@dataclass(frozen=True)
class _Side:
    result: EvaluationResult
    samples: Sequence[Sample] | None

    def run(self, attempt: Attempt) -> Sample | None:
        return None if self.samples is None else self.samples[attempt.row]


def _compare(
    metric: str, sides: tuple[_Side, _Side], detect: float, alpha: float, passes_at: float
) -> MetricComparison:
    before, after = (attempts_by_case(side.result, metric, side.samples) for side in sides)
    values = [
        {
            case: [one.worth for one in attempts if one.worth is not None]
            for case, attempts in cases.items()
        }
        for cases in (before, after)
    ]
    paired = compare_paired(*values, level=1 - alpha)
    repeats = sum(len(side[case]) for side in values for case in side if values[0].get(case)) or 1
    flips = find_flips(before, after, passes_at, (sides[0].run, sides[1].run))
    mean_repeats = repeats / (2 * paired.cases) if paired.cases else 0.0
    verdict = judge_difference(paired, flips, detect=detect, alpha=alpha, repeats=mean_repeats)
    known = [{case for case, found in side.items() if found} for side in values]
    return MetricComparison(
        metric,
        paired,
        verdict,
        flips,
        (_count_unscored(before), _count_unscored(after)),
        (_count_crashed(before), _count_crashed(after)),
        tuple(case for case in before if case in known[0] and case not in known[1]),
    )
