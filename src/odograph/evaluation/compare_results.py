"""A candidate beside a baseline: what became worse, what only seems to, and which cases flipped."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from odograph.errors import InputError
from odograph.evaluation.attempts import check_bar
from odograph.evaluation.compare_metric import MetricComparison, Side, compare_metric
from odograph.evaluation.result import EvaluationResult
from odograph.trace import Sample

__all__ = ("Comparison", "compare")


@dataclass(frozen=True)
class Comparison:
    """All metrics that both results have.

    Attributes:
        metrics: in the order of the baseline.
        only_baseline: the metrics that the candidate was not scored with.
        only_candidate: those that the baseline was not scored with.
        without_numbers: those that both have and whose values are labels or rankings.
    """

    metrics: Sequence[MetricComparison]
    only_baseline: Sequence[str] = ()
    only_candidate: Sequence[str] = ()
    without_numbers: Sequence[str] = ()

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
            "without_numbers": list(self.without_numbers),
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
        alpha: how often a mean may be called better or worse although nothing has changed.
        passes_at: the value at which an attempt passes, to tell which cases flipped.
        baseline_samples: those that were scored, in order; they tell which runs ended with an
            error, and where the failing runs of a broken case part from passing ones.
        candidate_samples: the same for the candidate.

    Raises:
        InputError: the results share no metric or no case, only some rows have a case, results
            without cases differ in length, there is not one sample a row, or a number is out of
            its range.
    """
    if not detect > 0:
        raise InputError.of("detect must be a number above 0", detect)
    if not 0 < alpha < 1:
        raise InputError.of("alpha must be in the open interval (0, 1)", alpha)
    check_bar(passes_at)
    shared = [one for one in baseline.metrics if one in candidate.metrics]
    if not shared:
        rule = f"the candidate must share a metric with the baseline, {', '.join(baseline.metrics)}"
        raise InputError.of(rule, list(candidate.metrics))
    _check_cases(baseline, candidate)
    sides = Side(baseline, baseline_samples), Side(candidate, candidate_samples)
    labels = tuple(
        one for one in shared if _has_labels(baseline, one) or _has_labels(candidate, one)
    )
    return Comparison(
        tuple(
            compare_metric(one, sides, detect=detect, alpha=alpha, passes_at=passes_at)
            for one in shared
            if one not in labels
        ),
        tuple(one for one in baseline.metrics if one not in shared),
        tuple(one for one in candidate.metrics if one not in shared),
        labels,
    )


def _has_labels(result: EvaluationResult, metric: str) -> bool:
    return any(score.scored and score.number is None for score in result.scores(metric))


def _check_cases(baseline: EvaluationResult, candidate: EvaluationResult) -> None:
    """Refuse rows that cannot be paired."""
    rows = [*baseline.rows, *candidate.rows]
    named = sum(row.case_id is not None for row in rows)
    if 0 < named < len(rows):
        raise InputError.of(f"all {len(rows)} rows need a case_id, or none", named)
    before, after = ([row.case_id for row in side.rows] for side in (baseline, candidate))
    if before and after and set(before).isdisjoint(after):
        rule = f"the candidate must share a case with the baseline, which has {before[0]!r}"
        raise InputError.of(rule, after[:3])
    if named == 0 and len(baseline.rows) != len(candidate.rows):
        rule = f"without case_id the candidate must have {len(baseline.rows)} rows"
        raise InputError.of(rule, len(candidate.rows))
