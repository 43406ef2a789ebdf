"""Odograph: record the course an agent took, score it, and stop a change that makes it worse.

The public names are imported when they are first used, so that `import odograph` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from odograph.errors import InputError, MissingExtraError, OdographError, UnscoredError
    from odograph.evaluation import EvaluationResult, evaluate
    from odograph.match import (
        PathPattern,
        above,
        any_value,
        approx,
        as_set,
        below,
        casefold,
        contains,
        date,
        each,
        normalize_unicode,
        one_of,
        optional,
        regex,
    )
    from odograph.metrics import (
        AtMost,
        AtMostOnce,
        CallPattern,
        ExactMatch,
        Metric,
        Never,
        OnlyAfterApproval,
        PathMatch,
        PathSimilarity,
        Requires,
        Score,
        StringPresence,
        ToolCallAccuracy,
        ToolCallF1,
        ToolCallPrecision,
        ToolCallRecall,
        ToolSelection,
        TrajectoryMatch,
        TrajectorySimilarity,
        parse_metric,
    )
    from odograph.trace import (
        AIMessage,
        CallRecord,
        EvaluationDataset,
        HumanMessage,
        MultiTurnSample,
        NodePath,
        SingleTurnSample,
        SystemMessage,
        ToolCall,
        ToolMessage,
        from_openai,
        read_samples,
    )

__version__ = "0.1.0"

__all__ = (
    "AIMessage",
    "AtMost",
    "AtMostOnce",
    "CallPattern",
    "CallRecord",
    "EvaluationDataset",
    "EvaluationResult",
    "ExactMatch",
    "HumanMessage",
    "InputError",
    "Metric",
    "MissingExtraError",
    "MultiTurnSample",
    "Never",
    "NodePath",
    "OdographError",
    "OnlyAfterApproval",
    "PathMatch",
    "PathPattern",
    "PathSimilarity",
    "Requires",
    "Score",
    "SingleTurnSample",
    "StringPresence",
    "SystemMessage",
    "ToolCall",
    "ToolCallAccuracy",
    "ToolCallF1",
    "ToolCallPrecision",
    "ToolCallRecall",
    "ToolMessage",
    "ToolSelection",
    "TrajectoryMatch",
    "TrajectorySimilarity",
    "UnscoredError",
    "__version__",
    "above",
    "any_value",
    "approx",
    "as_set",
    "below",
    "casefold",
    "contains",
    "date",
    "each",
    "evaluate",
    "from_openai",
    "normalize_unicode",
    "one_of",
    "optional",
    "parse_metric",
    "read_samples",
    "regex",
)

_ROOMS = (
    "odograph.errors",
    "odograph.trace",
    "odograph.match",
    "odograph.metrics",
    "odograph.evaluation",
)


def __getattr__(name: str) -> Any:
    if name in __all__:
        for room in map(import_module, _ROOMS):
            if name in room.__all__:
                value = getattr(room, name)
                globals()[name] = value
                return value
    raise AttributeError(f"module 'odograph' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
