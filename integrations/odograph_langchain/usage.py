"""Tokens of a model call, out of what LangChain's messages and results carry."""

from collections.abc import Mapping
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.outputs import LLMResult

from odograph.trace import Usage
from odograph.trace.values import is_mapping

__all__ = ("usage_of_message", "usage_of_metadata", "usage_of_result")


def usage_of_message(message: AIMessage) -> Usage | None:
    """Read the usage of a message; None where the provider reported none."""
    found = usage_of_metadata(message.usage_metadata)
    if found is not None:
        return found
    metadata: Any = message.response_metadata
    return usage_of_metadata(metadata.get("token_usage") or metadata.get("usage"))


def usage_of_result(result: LLMResult) -> Usage | None:
    """Read the usage of one model call: that of its finished message, else of the whole result.

    Several choices of one call each repeat the usage of the call, so the first one counts.
    """
    for generations in result.generations:
        for generation in generations:
            message = getattr(generation, "message", None)
            found = usage_of_message(message) if isinstance(message, AIMessage) else None
            if found is not None:
                return found
    output: Any = result.llm_output or {}
    return usage_of_metadata(output.get("token_usage") or output.get("usage"))


def usage_of_metadata(usage: Any) -> Usage | None:
    """Read LangChain's `usage_metadata`, or the token counts that OpenAI or Anthropic report."""
    if not is_mapping(usage) or not usage:
        return None
    inputs = _part(usage, "input_token_details", "prompt_tokens_details")
    outputs = _part(usage, "output_token_details", "completion_tokens_details")
    counts = (
        _count(usage, "input_tokens", "prompt_tokens"),
        _count(usage, "output_tokens", "completion_tokens"),
        _count(inputs, "cache_read", "cached_tokens"),
        _count(inputs, "cache_creation"),
        _count(outputs, "reasoning", "reasoning_tokens"),
    )
    told: Any = usage.get("total_cost")
    cost = float(told) if isinstance(told, int | float) else None
    if not any(counts) and cost is None:
        return None
    return Usage(*counts, cost=cost)


def _part(usage: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    found = next((usage[name] for name in names if usage.get(name)), None)
    return found if is_mapping(found) else {}


def _count(usage: Mapping[str, Any], *names: str) -> int:
    """Read the first count that is one; providers leave out or null what they do not count."""
    for name in names:
        value = usage.get(name)
        if type(value) is int and value > 0:
            return value
    return 0
