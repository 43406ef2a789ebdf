"""Gates: `--fail-under METRIC=VALUE`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from odograph.errors import InputError
from odograph.evaluation import MetricSummary, reaches, read_threshold, show
from odograph.metrics import Metric, parse_metric

__all__ = ("Gate", "read_gate")


@dataclass(frozen=True)
class Gate:
    """A metric whose mean must reach a threshold."""

    metric: Metric
    threshold: float

    def of(self, summaries: Sequence[MetricSummary]) -> MetricSummary:
        """Find the summary of the gate's metric; it is among those scored."""
        return next(one for one in summaries if one.metric == repr(self.metric))

    def passes(self, summary: MetricSummary) -> bool:
        """Whether the mean reaches the threshold; a metric that scored no row does not pass."""
        return summary.mean is not None and reaches(summary.mean, self.threshold)

    def line(self, summary: MetricSummary) -> str:
        """Say in one line how the gate went."""
        scored = f"{summary.scored} of {summary.total} scored"
        if summary.mean is None:
            return f"failed: {self.metric!r} has no score ({scored})"
        passed = self.passes(summary)
        compared = ">=" if passed else "<"
        mean = show(summary.mean, self.threshold)
        verdict = "passed" if passed else "failed"
        return f"{verdict}: {self.metric!r} = {mean} {compared} {self.threshold!r} ({scored})"

    def as_dict(self, summary: MetricSummary) -> dict[str, Any]:
        """Write how the gate went as JSON values."""
        mean = None if summary.mean is None else float(summary.mean)
        passed = self.passes(summary)
        return {
            "metric": repr(self.metric),
            "threshold": self.threshold,
            "mean": mean,
            "passed": passed,
        }


def read_gate(text: str) -> Gate:
    """Read `METRIC=VALUE`, the metric as it is spelled.

    Raises:
        InputError: no such metric, or no threshold from 0 to 1.
    """
    place = f"--fail-under {text!r}"
    spelling, equals, value = text.rpartition("=")
    if not equals:
        raise InputError("must be METRIC=VALUE, for instance ToolCallF1=0.8", place=place)
    try:
        return Gate(parse_metric(spelling), read_threshold(value.strip()))
    except InputError as error:
        raise error.at(place) from None
