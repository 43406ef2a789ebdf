"""Evaluators with the parameters of agentevals, answered by `TrajectoryMatch`."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from odograph.metrics import TrajectoryMatch
from odograph.trace import from_openai
from odograph.trace.values import is_mapping

__all__ = ("create_async_trajectory_match_evaluator", "create_trajectory_match_evaluator")

Evaluator = Callable[..., dict[str, Any]]


def create_trajectory_match_evaluator(
    *,
    trajectory_match_mode: Any = "strict",
    tool_args_match_mode: Any = "exact",
    tool_args_match_overrides: Mapping[str, Any] | None = None,
) -> Evaluator:
    """Build an evaluator whose answer is exactly `{key, score, comment, metadata}`."""
    metric = TrajectoryMatch(
        trajectory_match_mode, tool_args_match_mode, tool_args_match_overrides or {}
    )

    def evaluate(*, outputs: Any, reference_outputs: Any, **_: Any) -> dict[str, Any]:
        reference = from_openai(_messages(reference_outputs)).user_input
        sample = from_openai(_messages(outputs), reference_trajectory=reference)
        key = f"trajectory_{trajectory_match_mode}_match"
        score = metric.score(sample).value
        return {"key": key, "score": score, "comment": None, "metadata": None}

    return evaluate


def create_async_trajectory_match_evaluator(**parameters: Any) -> Callable[..., Awaitable[Any]]:
    """Build the same, awaitable."""
    evaluate = create_trajectory_match_evaluator(**parameters)

    async def aevaluate(**given: Any) -> dict[str, Any]:
        return evaluate(**given)

    return aevaluate


def _messages(given: Any) -> Any:
    return given["messages"] if is_mapping(given) else given
