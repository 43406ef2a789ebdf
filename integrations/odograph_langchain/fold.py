"""A list of messages read as LangGraph builds a state: replace by id, merge chunks, remove."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessageChunk, BaseMessage, RemoveMessage

from odograph import trace

__all__ = ("REMOVE_ALL", "fold")

REMOVE_ALL = "__remove_all__"
"""The id by which a `RemoveMessage` means every message (LangGraph's `REMOVE_ALL_MESSAGES`)."""

_Read = BaseMessage | trace.Message


@dataclass(slots=True, eq=False)
class _Slot:
    """One message: its latest version, or the chunks that make it."""

    parts: list[_Read]
    removed: bool = False

    def put(self, message: _Read) -> None:
        if not (isinstance(message, AIMessageChunk) and isinstance(self.parts[-1], AIMessageChunk)):
            self.parts = []
        self.parts.append(message)
        self.removed = False


def fold(messages: Sequence[_Read]) -> list[tuple[_Read, bool]]:
    """Return each message, in the order of their first appearance, and whether it was removed."""
    slots: list[_Slot] = []
    by_id: dict[str, _Slot] = {}
    for message in messages:
        if isinstance(message, RemoveMessage):
            for slot in slots:
                if message.id == REMOVE_ALL or slot is by_id.get(message.id or ""):
                    slot.removed = True
            continue
        known = by_id.get(message.id) if message.id else _open_stream(slots, message)
        if known is not None:
            known.put(message)
            continue
        slots.append(_Slot([message]))
        if message.id:
            by_id[message.id] = slots[-1]
    return [(_merged(slot.parts), slot.removed) for slot in slots]


def _open_stream(slots: Sequence[_Slot], message: _Read) -> _Slot | None:
    """Find the stream that a chunk without an id goes on with."""
    if not isinstance(message, AIMessageChunk) or not slots:
        return None
    last = slots[-1].parts[-1]
    if isinstance(last, AIMessageChunk) and last.id is None and last.chunk_position != "last":
        return slots[-1]
    return None


def _merged(parts: Sequence[_Read]) -> _Read:
    if len(parts) == 1:
        return parts[0]
    chunks: list[Any] = list(parts)
    whole: AIMessageChunk = chunks[0] + chunks[1:]
    counted = [chunk.usage_metadata for chunk in chunks if chunk.usage_metadata]
    if sum(1 for usage in counted if usage["input_tokens"]) > 1:
        # the prompt is read once: a stream that counts it again gives running totals, not parts
        whole.usage_metadata = counted[-1]
    return whole
