"""Results as they come from scoring repeated cases."""

from collections.abc import Mapping, Sequence

from odograph.evaluation import EvaluationResult, ResultRow
from odograph.metrics import Score

__all__ = ("METRIC", "Value", "scored")

METRIC = "Right()"
Value = float | Score


def scored(cases: Mapping[str, Sequence[Value]], metric: str = METRIC) -> EvaluationResult:
    """A result of one metric: by case, the value of each attempt, or a score without one."""
    rows = [
        ResultRow({metric: value if isinstance(value, Score) else Score(value)}, case, attempt)
        for case, values in cases.items()
        for attempt, value in enumerate(values)
    ]
    return EvaluationResult((metric,), tuple(rows))
