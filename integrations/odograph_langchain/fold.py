"""A list of messages read as LangGraph builds a state: replace by id, merge chunks, remove."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessageChunk, BaseMessage, RemoveMessage

from odograph import trace

__all__ = ("REMOVE_ALL", "fold")

REMOVE_ALL = "__remove_all__"
"""The id by which a `RemoveMessage` means every message (LangGraph's `REMOVE_ALL_MESSAGES`)."""

_Read = BaseMessage | trace.Message


def fold(messages: Sequence[_Read]) -> list[_Read]:
    """Return the messages that stand at the end, in the order of their first appearance."""
    slots: list[list[_Read]] = []  # each holds one message, or the chunks of one; emptied: removed
    by_id: dict[str, list[_Read]] = {}
    for message in messages:
        if isinstance(message, RemoveMessage):
            for slot in slots if message.id == REMOVE_ALL else [by_id.get(message.id or "", [])]:
                slot.clear()
            continue
        known = by_id.get(message.id) if message.id else _open_stream(slots, message)
        if known:
            _put(known, message)
            continue
        slots.append([message])
        if message.id:
            by_id[message.id] = slots[-1]
    return [_merged(slot) for slot in slots if slot]


def _open_stream(slots: list[list[_Read]], message: _Read) -> list[_Read] | None:
    """Find the stream that a chunk without an id goes on with."""
    if not isinstance(message, AIMessageChunk) or not slots or not slots[-1]:
        return None
    last = slots[-1][-1]
    if isinstance(last, AIMessageChunk) and last.id is None and last.chunk_position != "last":
        return slots[-1]
    return None


def _put(slot: list[_Read], message: _Read) -> None:
    if isinstance(message, AIMessageChunk) and isinstance(slot[-1], AIMessageChunk):
        slot.append(message)
    else:
        slot[:] = [message]


def _merged(slot: list[_Read]) -> _Read:
    if len(slot) == 1:
        return slot[0]
    chunks: list[Any] = list(slot)
    whole: AIMessageChunk = chunks[0] + chunks[1:]
    counted = [chunk.usage_metadata for chunk in chunks if chunk.usage_metadata]
    if sum(1 for usage in counted if usage["input_tokens"]) > 1:
        # the prompt is read once: a stream that counts it again gives running totals, not parts
        whole.usage_metadata = counted[-1]
    return whole
