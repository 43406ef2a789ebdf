"""Run and score a dataset, keep every row, compare results, hold them against thresholds."""

from typing import TYPE_CHECKING, Any

from odograph.evaluation.compare_metric import MetricComparison
from odograph.evaluation.compare_results import Comparison, compare
from odograph.evaluation.divergence import Divergence, first_divergence
from odograph.evaluation.failures import FailureReport, Triad, attribute_failures
from odograph.evaluation.flips import Flip
from odograph.evaluation.reliability_by_case import CaseReliability, Reliability, reliability
from odograph.evaluation.result import EvaluationResult
from odograph.evaluation.row import ResultRow
from odograph.evaluation.runner import aevaluate, evaluate
from odograph.evaluation.summary import MetricSummary
from odograph.evaluation.threshold import exact_mean, reaches, read_threshold, show
from odograph.evaluation.usage import JudgeUsage
from odograph.evaluation.verdict import Verdict

if TYPE_CHECKING:
    from odograph.evaluation.collecting import Target, acollect, collect, failed_attempt

__all__ = (
    "CaseReliability",
    "Comparison",
    "Divergence",
    "EvaluationResult",
    "FailureReport",
    "Flip",
    "JudgeUsage",
    "MetricComparison",
    "MetricSummary",
    "Reliability",
    "ResultRow",
    "Target",
    "Triad",
    "Verdict",
    "acollect",
    "aevaluate",
    "attribute_failures",
    "collect",
    "compare",
    "evaluate",
    "exact_mean",
    "failed_attempt",
    "first_divergence",
    "reaches",
    "read_threshold",
    "reliability",
    "show",
)


def __getattr__(name: str) -> Any:
    """Import what runs cases when it is first used: it brings in asyncio."""
    if name in ("Target", "acollect", "collect", "failed_attempt"):
        from odograph.evaluation import collecting  # noqa: PLC0415

        return getattr(collecting, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
