"""Runs as text, for judges: who said what, which calls were made, and what came of them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from odograph.trace import (
    AIMessage,
    CallRecord,
    InvalidToolCall,
    Message,
    MultiTurnSample,
    NodePath,
    Sample,
    ToolCall,
    ToolMessage,
)
from odograph.trace.values import as_json, is_mapping, is_sequence

__all__ = ("call_text", "conversation_of", "messages_text", "path_text", "reference_text")

_SPEAKERS = {"user": "User", "assistant": "Agent", "system": "Instructions", "tool": "Tool"}


def conversation_of(sample: Sample) -> str:
    """Write a run: its messages and calls in order; of a single turn, question and answer."""
    if isinstance(sample, MultiTurnSample):
        return messages_text(sample.user_input)
    lines = [f"User: {sample.user_input}"] if sample.user_input else []
    lines += [f"Agent calls {record_text(record)}" for record in sample.call_records]
    lines += [f"Agent: {sample.response}"] if sample.response else []
    return "\n".join(lines)


def messages_text(messages: Sequence[Message]) -> str:
    """Write messages, one line each and one for each call."""
    return "\n".join(line for message in messages for line in _lines(message))


def _lines(message: Message) -> Iterator[str]:
    speaker = _SPEAKERS[message.role]
    if isinstance(message, ToolMessage):
        failed = "failed" if message.status == "error" else ""
        yield f"{' '.join(filter(None, (speaker, message.name, failed)))}: {message.content}"
        return
    if message.content or not isinstance(message, AIMessage):
        yield f"{speaker}: {message.content}"
    if isinstance(message, AIMessage):
        calls: list[ToolCall | InvalidToolCall] = [*message.tool_calls, *message.invalid_tool_calls]
        for call in calls:
            yield f"{speaker} calls {call_text(call)}"


def call_text(call: ToolCall | InvalidToolCall) -> str:
    """Write a call: `search({"query": "x"})`."""
    if isinstance(call, InvalidToolCall):
        return f"{call.name or '?'}({call.raw_args}) (unreadable arguments)"
    return f"{call.name}({json.dumps(as_json(call.args), ensure_ascii=False)})"


def record_text(record: CallRecord) -> str:
    """Write a call with its outcome."""
    result = "" if record.result is None else f" -> {record.result}"
    return f"{call_text(record.requested)}: {record.outcome}{result}"


def path_text(path: NodePath) -> str:
    """Write the nodes of a path, one line a step."""
    lines = (f"{number}. {_step(step)}" for number, step in enumerate(path.nodes, 1))
    return "\n".join(lines)


def _step(step: Any) -> str:
    if isinstance(step, str):
        return step
    if is_mapping(step):
        return ", ".join(f"{name}: {_nested(inner)}" for name, inner in step.items())
    names = sorted(map(_step, step))
    return f"{', '.join(names)} (at the same time)"


def _nested(inner: Any) -> str:
    if is_sequence(inner) and inner and all(is_sequence(one) for one in inner):
        return " and ".join(map(_nested, inner))
    return "[" + " > ".join(map(_step, inner)) + "]"


def reference_text(sample: Sample) -> str:
    """Write the reference course of a sample; empty where it has none."""
    if sample.reference_trajectory is not None:
        return messages_text(sample.reference_trajectory)
    calls: Any = sample.reference_tool_calls or ()
    flat = [call for one in calls for call in (one if is_sequence(one) else (one,))]
    return "\n".join(f"Agent calls {call_text(call)}" for call in flat)
