"""A conversation as a sample: what does not fit is told, or, when strict, refused."""

from collections.abc import Sequence
from typing import Any

from odograph.errors import InputError
from odograph.trace.calls import join_calls, plainly_joined
from odograph.trace.messages import InvalidToolCall, Message, ToolMessage
from odograph.trace.samples import MultiTurnSample

__all__ = ("sample_from_conversation",)


def sample_from_conversation(
    messages: Sequence[Message], *, strict: bool = False, **fields: Any
) -> MultiTurnSample:
    """Build a sample of messages; orphan results and unreadable calls are told in `gaps`.

    Args:
        messages: the conversation, in order.
        strict: make an error of an orphan result, a malformed call or an unanswered call.
        fields: further fields of the sample, e.g. `reference_tool_calls=[...]`.

    Raises:
        InputError: when strict, naming the index of the message and the call.
    """
    if not strict and plainly_joined(messages):
        return MultiTurnSample(user_input=messages, **fields)
    records, orphans = join_calls(messages)
    gaps: list[str] = []
    for index in orphans:
        message = messages[index]
        call_id = message.tool_call_id if isinstance(message, ToolMessage) else None
        gaps.append(f"message {index}: a result for the unknown call id {call_id!r}")
    for record in records:
        if isinstance(record.requested, InvalidToolCall):
            raw = record.requested.raw_args
            gaps.append(
                f"message {record.message}: {record.name} has unreadable arguments: {raw[:60]!r}"
            )
        elif strict and record.outcome == "unanswered":
            rule = "no result answers the call"
            raise InputError.of(rule, record.name, place=f"[{record.message}]")
    if strict and gaps:
        raise InputError(gaps[0])
    return MultiTurnSample(user_input=messages, gaps=(*fields.pop("gaps", ()), *gaps), **fields)
