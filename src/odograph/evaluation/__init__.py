"""Score a dataset, keep every row, save and load results, hold them against thresholds."""

from odograph.evaluation.result import EvaluationResult, MetricSummary, ResultRow
from odograph.evaluation.runner import evaluate
from odograph.evaluation.threshold import exact_mean, reaches, read_threshold, show

__all__ = (
    "EvaluationResult",
    "MetricSummary",
    "ResultRow",
    "evaluate",
    "exact_mean",
    "reaches",
    "read_threshold",
    "show",
)
