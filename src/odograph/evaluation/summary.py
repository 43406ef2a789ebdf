"""One metric over all rows: a mean, how sure it is, and how much stands behind it."""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from odograph.evaluation.row import ResultRow
from odograph.evaluation.threshold import exact_mean
from odograph.evaluation.usage import JudgeUsage
from odograph.metrics.score import Score
from odograph.stats import Interval, rate_interval, t_interval

__all__ = ("MetricSummary", "summarise", "summarise_rows")


@dataclass(frozen=True, slots=True)
class MetricSummary:
    """One metric over all rows.

    Attributes:
        mean: of the rows scored with a number, exact; None where there is none.
        scored: number of rows with a value.
        total: number of all rows.
        faults: how many rows are unscored, by whose fault it is.
        deviation: standard deviation of the numbers (n - 1); None for fewer than two.
        interval: the mean's 95 % interval, by case where attempts repeat: Wilson's for verdicts,
            else Student's; None where the rows cannot tell.
        labels: how many rows have each label, for metrics whose values are texts.
        judge: what the judge took.
    """

    metric: str
    mean: Fraction | None
    scored: int
    total: int
    faults: Mapping[str, int]
    deviation: float | None = None
    interval: Interval | None = None
    labels: Mapping[str, int] = field(default_factory=dict[str, int])
    judge: JudgeUsage = field(default_factory=JudgeUsage)

    def as_dict(self, *, spread: bool = False) -> dict[str, Any]:
        """Write the summary as JSON values.

        Args:
            spread: add what is known of deviation, interval, labels and the judge's usage.
        """
        written: dict[str, Any] = {
            "metric": self.metric,
            "mean": None if self.mean is None else float(self.mean),
            "scored": self.scored,
            "total": self.total,
            "unscored": dict(self.faults),
        }
        if not spread:
            return written
        interval = None if self.interval is None else [self.interval.low, self.interval.high]
        further = {
            "deviation": self.deviation,
            "interval": interval,
            "labels": dict(self.labels) or None,
            "judge": self.judge.as_dict() if self.judge.calls else None,
        }
        return {**written, **{key: value for key, value in further.items() if value is not None}}


def summarise_rows(metrics: Sequence[str], rows: Sequence[ResultRow]) -> list[MetricSummary]:
    """Sum up each metric over rows; rows without a case are cases of their own."""
    cases = [(i,) if row.case_id is None else row.case_id for i, row in enumerate(rows)]
    return [summarise(one, [row.scores[one] for row in rows], cases) for one in metrics]


def summarise(metric: str, scores: Sequence[Score], cases: Sequence[Hashable]) -> MetricSummary:
    """Sum up the scores of one metric.

    Args:
        metric: its spelling.
        scores: one for each row.
        cases: the case of each row.
    """
    numbers = [one.number for one in scores]
    known = [number for number in numbers if number is not None]
    try:
        deviation, interval = _deviation(known), _interval(numbers, known, cases)
    except OverflowError:  # squares beyond the largest float: their spread cannot be written
        deviation, interval = None, None
    return MetricSummary(
        metric,
        exact_mean(known),
        sum(one.scored for one in scores),
        len(scores),
        Counter(one.fault for one in scores if one.fault is not None),
        deviation,
        interval,
        Counter(one.value for one in scores if isinstance(one.value, str)),
        JudgeUsage.of(scores),
    )


def _deviation(numbers: Sequence[float]) -> float | None:
    if len(numbers) < 2:
        return None
    mean = math.fsum(numbers) / len(numbers)
    return math.sqrt(math.fsum((one - mean) ** 2 for one in numbers) / (len(numbers) - 1))


def _interval(
    numbers: Sequence[float | None], known: Sequence[float], cases: Sequence[Hashable]
) -> Interval | None:
    if len(known) < 2:
        return None
    if all(isinstance(one, bool) for one in known):
        return rate_interval(numbers, cases).interval
    interval = t_interval(numbers, cases).interval
    if interval is None or not all(0 <= one <= 1 for one in known):
        return interval
    return interval.within(0, 1)  # a share is no less than nothing, and no more than all
