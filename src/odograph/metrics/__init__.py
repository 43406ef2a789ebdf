"""How good was it: one measure per file."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from odograph.metrics.agent.path_match import PathMatch
from odograph.metrics.agent.tool_call_accuracy import ToolCallAccuracy
from odograph.metrics.agent.tool_call_f1 import ToolCallF1, ToolCallPrecision, ToolCallRecall
from odograph.metrics.agent.tool_selection import ToolSelection
from odograph.metrics.agent.trajectory_match import TrajectoryMatch
from odograph.metrics.function import FunctionMetric, metric
from odograph.metrics.metric import Metric
from odograph.metrics.score import Fault, Score, Value
from odograph.metrics.spelling import parse_metric
from odograph.metrics.text.exact_match import ExactMatch, StringPresence

if TYPE_CHECKING:
    from odograph.metrics.agent.agent_goal_accuracy import (
        AgentGoalAccuracyWithoutReference,
        AgentGoalAccuracyWithReference,
    )
    from odograph.metrics.agent.approval import (
        OnlyAfterApproval,
    )
    from odograph.metrics.agent.call_pattern import (
        CallPattern,
    )
    from odograph.metrics.agent.graph_trajectory_accuracy import GraphTrajectoryAccuracy
    from odograph.metrics.agent.path_similarity import (
        PathSimilarity,
    )
    from odograph.metrics.agent.policies import (
        AtMost,
        AtMostOnce,
        Never,
        Requires,
    )
    from odograph.metrics.agent.step_efficiency import (
        StepEfficiency,
    )
    from odograph.metrics.agent.task_completion import TaskCompletion
    from odograph.metrics.agent.tool_call_quality import ToolCallQuality
    from odograph.metrics.agent.topic_adherence import TopicAdherence
    from odograph.metrics.agent.trajectory_accuracy import TrajectoryAccuracy
    from odograph.metrics.agent.trajectory_similarity import (
        TrajectorySimilarity,
    )
    from odograph.metrics.cost.budget import (
        CostBudget,
        LatencyBudget,
        StepBudget,
        TokenBudget,
    )
    from odograph.metrics.custom.aspect_critic import AspectCritic
    from odograph.metrics.custom.discrete_metric import DiscreteMetric
    from odograph.metrics.custom.numeric_metric import NumericMetric
    from odograph.metrics.custom.ranking_metric import RankingMetric
    from odograph.metrics.custom.rubrics_score import RubricsScore
    from odograph.metrics.failure_attribution import (
        AgentRules,
        Attribution,
        attribute_answer,
        attribute_run,
    )
    from odograph.metrics.judged import JudgedMetric
    from odograph.metrics.rag.answer_accuracy import AnswerAccuracy
    from odograph.metrics.rag.answer_correctness import AnswerCorrectness
    from odograph.metrics.rag.answer_relevancy import AnswerRelevancy
    from odograph.metrics.rag.context_entity_recall import ContextEntityRecall
    from odograph.metrics.rag.context_precision import ContextPrecision, ContextUtilization
    from odograph.metrics.rag.context_recall import ContextRecall
    from odograph.metrics.rag.context_relevance import ContextRelevance
    from odograph.metrics.rag.factual_correctness import FactualCorrectness
    from odograph.metrics.rag.faithfulness import Faithfulness
    from odograph.metrics.rag.noise_sensitivity import NoiseSensitivity
    from odograph.metrics.rag.quoted_spans import (
        QuotedSpans,
    )
    from odograph.metrics.rag.response_groundedness import ResponseGroundedness
    from odograph.metrics.rag.semantic_similarity import SemanticSimilarity
    from odograph.metrics.rag.summary_score import SummaryScore
    from odograph.metrics.retrieval.ranked import (
        AveragePrecisionAtK,
        HitRateAtK,
        NDCGAtK,
        PrecisionAtK,
        RecallAtK,
        ReciprocalRank,
        RPrecisionOfRun,
    )
    from odograph.metrics.text.bleu_score import BleuScore
    from odograph.metrics.text.chrf_score import ChrfScore
    from odograph.metrics.text.json_match import JsonMatch
    from odograph.metrics.text.rouge_score import RougeScore
    from odograph.metrics.text.similarity import (
        DistanceMeasure,
        JaroWinklerSimilarity,
        LevenshteinSimilarity,
        NonLLMStringSimilarity,
    )

__all__ = (
    "AgentGoalAccuracyWithReference",
    "AgentGoalAccuracyWithoutReference",
    "AgentRules",
    "AnswerAccuracy",
    "AnswerCorrectness",
    "AnswerRelevancy",
    "AspectCritic",
    "AtMost",
    "AtMostOnce",
    "Attribution",
    "AveragePrecisionAtK",
    "BleuScore",
    "CallPattern",
    "ChrfScore",
    "ContextEntityRecall",
    "ContextPrecision",
    "ContextRecall",
    "ContextRelevance",
    "ContextUtilization",
    "CostBudget",
    "DiscreteMetric",
    "DistanceMeasure",
    "ExactMatch",
    "FactualCorrectness",
    "Faithfulness",
    "Fault",
    "FunctionMetric",
    "GraphTrajectoryAccuracy",
    "HitRateAtK",
    "JaroWinklerSimilarity",
    "JsonMatch",
    "JudgedMetric",
    "LatencyBudget",
    "LevenshteinSimilarity",
    "Metric",
    "NDCGAtK",
    "Never",
    "NoiseSensitivity",
    "NonLLMStringSimilarity",
    "NumericMetric",
    "OnlyAfterApproval",
    "PathMatch",
    "PathSimilarity",
    "PrecisionAtK",
    "QuotedSpans",
    "RPrecisionOfRun",
    "RankingMetric",
    "RecallAtK",
    "ReciprocalRank",
    "Requires",
    "ResponseGroundedness",
    "RougeScore",
    "RubricsScore",
    "Score",
    "SemanticSimilarity",
    "StepBudget",
    "StepEfficiency",
    "StringPresence",
    "SummaryScore",
    "TaskCompletion",
    "TokenBudget",
    "ToolCallAccuracy",
    "ToolCallF1",
    "ToolCallPrecision",
    "ToolCallQuality",
    "ToolCallRecall",
    "ToolSelection",
    "TopicAdherence",
    "TrajectoryAccuracy",
    "TrajectoryMatch",
    "TrajectorySimilarity",
    "Value",
    "attribute_answer",
    "attribute_run",
    "metric",
    "parse_metric",
)

# those that ask a judge bring in pydantic, others much besides: they are imported when first used
_HOME = {
    "AgentGoalAccuracyWithReference": "agent.agent_goal_accuracy",
    "AgentGoalAccuracyWithoutReference": "agent.agent_goal_accuracy",
    "AgentRules": "failure_attribution",
    "OnlyAfterApproval": "agent.approval",
    "CallPattern": "agent.call_pattern",
    "PathSimilarity": "agent.path_similarity",
    "AtMost": "agent.policies",
    "AtMostOnce": "agent.policies",
    "Never": "agent.policies",
    "Requires": "agent.policies",
    "StepEfficiency": "agent.step_efficiency",
    "TrajectorySimilarity": "agent.trajectory_similarity",
    "CostBudget": "cost.budget",
    "LatencyBudget": "cost.budget",
    "StepBudget": "cost.budget",
    "TokenBudget": "cost.budget",
    "QuotedSpans": "rag.quoted_spans",
    "AveragePrecisionAtK": "retrieval.ranked",
    "HitRateAtK": "retrieval.ranked",
    "NDCGAtK": "retrieval.ranked",
    "PrecisionAtK": "retrieval.ranked",
    "RecallAtK": "retrieval.ranked",
    "ReciprocalRank": "retrieval.ranked",
    "RPrecisionOfRun": "retrieval.ranked",
    "AnswerAccuracy": "rag.answer_accuracy",
    "AnswerCorrectness": "rag.answer_correctness",
    "AnswerRelevancy": "rag.answer_relevancy",
    "AspectCritic": "custom.aspect_critic",
    "Attribution": "failure_attribution",
    "BleuScore": "text.bleu_score",
    "ChrfScore": "text.chrf_score",
    "ContextEntityRecall": "rag.context_entity_recall",
    "ContextPrecision": "rag.context_precision",
    "ContextRecall": "rag.context_recall",
    "ContextRelevance": "rag.context_relevance",
    "ContextUtilization": "rag.context_precision",
    "DiscreteMetric": "custom.discrete_metric",
    "DistanceMeasure": "text.similarity",
    "FactualCorrectness": "rag.factual_correctness",
    "Faithfulness": "rag.faithfulness",
    "GraphTrajectoryAccuracy": "agent.graph_trajectory_accuracy",
    "JaroWinklerSimilarity": "text.similarity",
    "JsonMatch": "text.json_match",
    "JudgedMetric": "judged",
    "LevenshteinSimilarity": "text.similarity",
    "NoiseSensitivity": "rag.noise_sensitivity",
    "NonLLMStringSimilarity": "text.similarity",
    "NumericMetric": "custom.numeric_metric",
    "RankingMetric": "custom.ranking_metric",
    "ResponseGroundedness": "rag.response_groundedness",
    "RougeScore": "text.rouge_score",
    "RubricsScore": "custom.rubrics_score",
    "SemanticSimilarity": "rag.semantic_similarity",
    "SummaryScore": "rag.summary_score",
    "TaskCompletion": "agent.task_completion",
    "ToolCallQuality": "agent.tool_call_quality",
    "TopicAdherence": "agent.topic_adherence",
    "TrajectoryAccuracy": "agent.trajectory_accuracy",
    "attribute_answer": "failure_attribution",
    "attribute_run": "failure_attribution",
}


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
