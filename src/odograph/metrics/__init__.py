"""How good was it: one measure per file."""

from odograph.metrics.agent.approval import OnlyAfterApproval
from odograph.metrics.agent.call_pattern import CallPattern
from odograph.metrics.agent.path_match import PathMatch
from odograph.metrics.agent.path_similarity import PathSimilarity
from odograph.metrics.agent.policies import AtMost, AtMostOnce, Never, Requires
from odograph.metrics.agent.tool_call_accuracy import ToolCallAccuracy
from odograph.metrics.agent.tool_call_f1 import ToolCallF1, ToolCallPrecision, ToolCallRecall
from odograph.metrics.agent.tool_selection import ToolSelection
from odograph.metrics.agent.trajectory_match import TrajectoryMatch
from odograph.metrics.agent.trajectory_similarity import TrajectorySimilarity
from odograph.metrics.cost.budget import CostBudget, LatencyBudget, StepBudget, TokenBudget
from odograph.metrics.metric import Metric
from odograph.metrics.retrieval.ranked import (
    AveragePrecisionAtK,
    HitRateAtK,
    NDCGAtK,
    PrecisionAtK,
    RecallAtK,
    ReciprocalRank,
    RPrecisionOfRun,
)
from odograph.metrics.score import Fault, Score, Value
from odograph.metrics.spelling import parse_metric
from odograph.metrics.text.exact_match import ExactMatch, StringPresence

__all__ = (
    "AtMost",
    "AtMostOnce",
    "AveragePrecisionAtK",
    "CallPattern",
    "CostBudget",
    "ExactMatch",
    "Fault",
    "HitRateAtK",
    "LatencyBudget",
    "Metric",
    "NDCGAtK",
    "Never",
    "OnlyAfterApproval",
    "PathMatch",
    "PathSimilarity",
    "PrecisionAtK",
    "RPrecisionOfRun",
    "RecallAtK",
    "ReciprocalRank",
    "Requires",
    "Score",
    "StepBudget",
    "StringPresence",
    "TokenBudget",
    "ToolCallAccuracy",
    "ToolCallF1",
    "ToolCallPrecision",
    "ToolCallRecall",
    "ToolSelection",
    "TrajectoryMatch",
    "TrajectorySimilarity",
    "parse_metric",
)
