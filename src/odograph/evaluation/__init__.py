"""Score a dataset, keep every row, save and load results, hold them against thresholds."""

from odograph.evaluation.result import EvaluationResult
from odograph.evaluation.row import ResultRow
from odograph.evaluation.runner import aevaluate, evaluate
from odograph.evaluation.summary import MetricSummary
from odograph.evaluation.threshold import exact_mean, reaches, read_threshold, show
from odograph.evaluation.usage import JudgeUsage

__all__ = (
    "EvaluationResult",
    "JudgeUsage",
    "MetricSummary",
    "ResultRow",
    "aevaluate",
    "evaluate",
    "exact_mean",
    "reaches",
    "read_threshold",
    "show",
)
