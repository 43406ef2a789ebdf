"""How good was it: one measure per file."""

from odograph.metrics.agent.path_match import PathMatch
from odograph.metrics.agent.tool_call_accuracy import ToolCallAccuracy
from odograph.metrics.agent.tool_call_f1 import ToolCallF1, ToolCallPrecision, ToolCallRecall
from odograph.metrics.agent.tool_selection import ToolSelection
from odograph.metrics.agent.trajectory_match import TrajectoryMatch
from odograph.metrics.metric import Metric
from odograph.metrics.score import Fault, Score, Value
from odograph.metrics.spelling import parse_metric
from odograph.metrics.text.exact_match import ExactMatch, StringPresence

__all__ = (
    "ExactMatch",
    "Fault",
    "Metric",
    "PathMatch",
    "Score",
    "StringPresence",
    "ToolCallAccuracy",
    "ToolCallF1",
    "ToolCallPrecision",
    "ToolCallRecall",
    "ToolSelection",
    "TrajectoryMatch",
    "parse_metric",
)
