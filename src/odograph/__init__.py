"""Odograph: record the course an agent took, score it, and stop a change that makes it worse.

The public names are imported when they are first used, so that `import odograph` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from odograph.errors import InputError, MissingExtraError, OdographError, UnscoredError
    from odograph.match import (
        any_value,
        approx,
        as_set,
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
        ExactMatch,
        Metric,
        PathMatch,
        Score,
        StringPresence,
        ToolCallAccuracy,
        ToolCallF1,
        ToolCallPrecision,
        ToolCallRecall,
        ToolSelection,
        TrajectoryMatch,
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

_ROOMS = {
    "odograph.errors": ("InputError", "MissingExtraError", "OdographError", "UnscoredError"),
    "odograph.match": (
        "any_value",
        "approx",
        "as_set",
        "casefold",
        "contains",
        "date",
        "each",
        "normalize_unicode",
        "one_of",
        "optional",
        "regex",
    ),
    "odograph.metrics": (
        "ExactMatch",
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
    ),
    "odograph.trace": (
        "AIMessage",
        "CallRecord",
        "EvaluationDataset",
        "HumanMessage",
        "MultiTurnSample",
        "NodePath",
        "SingleTurnSample",
        "SystemMessage",
        "ToolCall",
        "ToolMessage",
        "from_openai",
        "read_samples",
    ),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = (  # noqa: PLE0604 - the names are listed once, above
    "__version__",
    *_ROOM_OF,
)


def __getattr__(name: str) -> Any:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'odograph' has no attribute {name!r}")
    value = getattr(import_module(_ROOM_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOM_OF})
