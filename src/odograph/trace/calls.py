"""A call record joins what the model asked for with what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from odograph.trace.messages import AIMessage, InvalidToolCall, Message, ToolCall, ToolMessage

__all__ = ("CallRecord", "Outcome", "Which", "answer_indices", "join_calls", "plainly_joined")

Outcome = Literal["executed", "errored", "rejected", "denied", "unanswered"]
Which = Literal["requested", "executed", "succeeded"]


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call of a run: asked for, and answered or not.

    Attributes:
        requested: the call as the model wrote it.
        outcome: `executed` (the tool ran and answered), `errored` (it ran and failed),
            `rejected` (unknown tool or invalid arguments, it never ran), `denied` (a person
            refused it), `unanswered`.
        result: the text that went back to the model; None where nothing did. For a failed call
            this is the text of the error as the model saw it.
        error: the exception of the tool, as `Type: text`, where one was seen.
        run_args: the arguments the tool ran with, where they differ from those requested.
        attempts: how often the tool was started for this call, as far as was seen; 0 for a call
            that was answered, but not by a run of the tool that the recorder could see.
        node: the graph node that ran it.
        message: index of the asking message in the sample's messages; None where no message
            asked (a tool called from code).
        started_at: Unix time in seconds.
        latency: seconds from start to end of the last attempt.
    """

    requested: ToolCall | InvalidToolCall
    outcome: Outcome
    result: str | None = None
    error: str | None = None
    run_args: Mapping[str, Any] | None = None
    attempts: int = 1
    node: str | None = None
    message: int | None = None
    started_at: float | None = None
    latency: float | None = None

    @property
    def name(self) -> str:
        """Name of the tool; empty for an invalid call without one."""
        return self.requested.name or ""

    @property
    def ran(self) -> bool:
        """Whether the tool was started, with whatever end."""
        return self.outcome in ("executed", "errored")

    def call(self, which: Which = "requested") -> ToolCall | InvalidToolCall | None:
        """Return the call to compare, or None where `which` leaves this record out.

        `executed` calls carry the arguments that the tool ran with.
        """
        if which == "requested":
            return self.requested
        if self.outcome != "executed" and (which == "succeeded" or self.outcome != "errored"):
            return None
        if self.run_args is None:
            return self.requested
        return ToolCall(self.name, self.run_args, self.requested.id)


@dataclass(slots=True)
class _Open:
    """A call of the scan that may still be answered."""

    requested: ToolCall | InvalidToolCall
    message: int
    answer: ToolMessage | None = None
    answered_at: int | None = None

    def close(self) -> CallRecord:
        answer = self.answer
        outcome: Outcome
        if isinstance(self.requested, InvalidToolCall):
            outcome = "rejected"
        elif answer is None:
            outcome = "unanswered"
        else:
            outcome = "errored" if answer.status == "error" else "executed"
        ran = outcome in ("executed", "errored")
        return CallRecord(
            self.requested,
            outcome,
            result=None if answer is None else answer.content,
            attempts=1 if ran else 0,
            message=self.message,
        )


def join_calls(
    messages: Sequence[Message],
) -> tuple[tuple[CallRecord, ...], tuple[int, ...]]:
    """Join the calls of AI messages with the tool messages that answer them.

    A result answers the latest open call that bears its id; when one message repeats an id, its
    calls are answered in their order. A result without an id answers the first open call of the
    latest message that has one (of the result's name, where it has one).

    Returns:
        One record per call in the order asked, and the indices of tool messages that answer
        nothing.
    """
    asked, orphans = _scan(messages)
    return tuple(entry.close() for entry in asked), tuple(orphans)


def plainly_joined(messages: Sequence[Message]) -> bool:
    """Whether all calls can be read, no id is used twice and every result answers an id.

    Then there is nothing to tell of how they were joined; so it is in most conversations.
    """
    known: set[str] = set()
    waiting: set[str] = set()
    for message in messages:
        if isinstance(message, AIMessage):
            ids = {call.id for call in message.tool_calls if call.id is not None}
            if message.invalid_tool_calls or len(ids) < len(message.tool_calls) or ids & known:
                return False
            known |= ids
            waiting |= ids
        elif isinstance(message, ToolMessage):
            if message.tool_call_id not in waiting:
                return False
            waiting.discard(message.tool_call_id)
    return True


def answer_indices(messages: Sequence[Message]) -> tuple[int | None, ...]:
    """Find the message that answers each call, in the order of `join_calls`' records."""
    return tuple(entry.answered_at for entry in _scan(messages)[0])


def _scan(messages: Sequence[Message]) -> tuple[list[_Open], list[int]]:
    asked: list[_Open] = []
    by_id: dict[str | None, list[_Open]] = {}
    orphans: list[int] = []
    for index, message in enumerate(messages):
        if isinstance(message, AIMessage):
            asked_now: list[ToolCall | InvalidToolCall] = [
                *message.tool_calls,
                *message.invalid_tool_calls,
            ]
            for requested in asked_now:
                entry = _Open(requested, index)
                asked.append(entry)
                by_id.setdefault(requested.id, []).append(entry)
        elif isinstance(message, ToolMessage):
            same_id = message.tool_call_id is not None
            candidates = by_id.get(message.tool_call_id, []) if same_id else asked
            answered = _latest_open(candidates, None if same_id else message.name)
            if answered is None:
                orphans.append(index)
            else:
                answered.answer, answered.answered_at = message, index
    return asked, orphans


def _latest_open(entries: list[_Open], name: str | None) -> _Open | None:
    """Find the first open entry of the latest message that has one."""
    found: _Open | None = None
    for entry in reversed(entries):
        if found is not None and entry.message != found.message:
            break
        if entry.answer is None and (name is None or entry.requested.name == name):
            found = entry
    return found
