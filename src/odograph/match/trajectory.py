"""Trajectories: the calls of a run, or of a reference, by turn and by batch."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from odograph.match.arguments import Call
from odograph.trace import (
    AIMessage,
    CallRecord,
    HumanMessage,
    Message,
    MultiTurnSample,
    Sample,
    SystemMessage,
    ToolCall,
    Which,
)
from odograph.trace.values import is_sequence

__all__ = ("Reference", "Turn", "reference_of", "turns_of")


@dataclass(frozen=True, slots=True)
class Turn:
    """One user input to its end, or several joined.

    Attributes:
        roles: of its messages; None where only calls are known.
        batches: the calls of each AI message, also of those that make none.
        flat: whether the batches mean nothing, because the reference was a plain list of calls.
    """

    roles: Sequence[str] | None
    batches: Sequence[Sequence[Call]]
    flat: bool = False

    @property
    def calls(self) -> list[Call]:
        """All calls, in order."""
        return list(chain.from_iterable(self.batches))

    @classmethod
    def joined(cls, turns: Sequence["Turn"]) -> "Turn":
        """Join turns into one."""
        if len(turns) == 1:
            return turns[0]
        roles: list[str] | None = []
        for turn in turns:
            roles = None if roles is None or turn.roles is None else [*roles, *turn.roles]
        batches = [batch for turn in turns for batch in turn.batches]
        return cls(roles, batches, any(turn.flat for turn in turns))


@dataclass(frozen=True, slots=True)
class Reference:
    """What a run is compared with.

    Attributes:
        by_turn: whether it tells one turn from the next.
    """

    turns: Sequence[Turn]
    by_turn: bool

    @property
    def calls(self) -> list[Call]:
        """All calls, in order."""
        return Turn.joined(self.turns).calls


def reference_of(sample: Sample, *, messages_first: bool = True) -> Reference | None:
    """Read the reference of a sample; None if it has none.

    `reference_trajectory` is a list of messages. `reference_tool_calls` is a list of calls, or a
    list of such lists, one for each turn. Where a sample has both, `messages_first` chooses.
    """
    trajectory, calls = sample.reference_trajectory, sample.reference_tool_calls
    if trajectory is not None and (messages_first or calls is None):
        return Reference(_turns(trajectory, None), by_turn=True)
    if calls is None:
        return None
    nested: Sequence[Any] = calls
    if nested and is_sequence(nested[0]):
        return Reference([_flat(turn) for turn in nested], by_turn=True)
    return Reference([_flat(nested)], by_turn=False)


def turns_of(sample: Sample, which: Which) -> Sequence[Turn]:
    """Read the calls of a run by turn; `which` chooses among its call records."""
    messages = sample.user_input if isinstance(sample, MultiTurnSample) else ()
    return _turns(messages, sample.call_records, which)


def _flat(calls: Iterable[ToolCall]) -> Turn:
    return Turn(None, [[call] for call in calls], flat=True)


def _turns(
    messages: Sequence[Message],
    records: Sequence[CallRecord] | None,
    which: Which = "requested",
) -> Sequence[Turn]:
    asked, loose = _calls_by_message(messages, records, which)
    turns: list[tuple[list[str], list[list[Call]]]] = []
    before: Message | None = None
    for index, message in enumerate(messages):
        begins = isinstance(message, HumanMessage) and not isinstance(before, HumanMessage)
        if begins or not turns:
            only_system = len(turns) == 1 and set(turns[0][0]) <= {"system"}
            if not (begins and only_system):
                turns.append(([], []))
        before = message
        roles, batches = turns[-1]
        roles.append(message.role)
        if isinstance(message, AIMessage):
            batches.append(asked.get(index, []))
    if loose or not turns:
        turns = turns or [([], [])]
        turns[-1][1].extend(loose)
    return [Turn(roles, batches) for roles, batches in turns]


def _calls_by_message(
    messages: Sequence[Message], records: Sequence[CallRecord] | None, which: Which
) -> tuple[dict[int, list[Call]], list[list[Call]]]:
    """Group calls by the index of the message that asked; those that none asked stand alone."""
    asked: dict[int, list[Call]] = {}
    loose: list[list[Call]] = []
    if records is None:
        for index, message in enumerate(messages):
            if isinstance(message, AIMessage):
                asked[index] = [*message.tool_calls, *message.invalid_tool_calls]
        return asked, loose
    for record in records:
        call = record.call(which)
        if call is None:
            continue
        at = record.message
        if at is None or at >= len(messages) or not isinstance(messages[at], AIMessage):
            loose.append([call])
        else:
            asked.setdefault(at, []).append(call)
    return asked, loose


def without_system(roles: Sequence[str]) -> list[str]:
    """Leave out the roles of system messages."""
    return [role for role in roles if role != SystemMessage.role]
