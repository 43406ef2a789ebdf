"""Trajectories: the calls of a run, or of a reference, by turn and by batch."""

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

from odograph.errors import InputError
from odograph.match.arguments import EXACT, Call
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

__all__ = (
    "Reference",
    "Turn",
    "calls_are_known",
    "check_tools",
    "reference_of",
    "run_of",
    "turns_of",
)


@dataclass(frozen=True)
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

    @cached_property
    def calls(self) -> Sequence[Call]:
        """All calls, in order."""
        return list(chain.from_iterable(self.batches))

    @cached_property
    def exact_keys(self) -> Sequence[Sequence[Hashable | None]]:
        """Keys of the calls under the mode `exact`, batch by batch (see `ArgumentRules.key`)."""
        return [[EXACT.key(call) for call in batch] for batch in self.batches]

    def only(self, tools: Collection[str] | None) -> "Turn":
        """Leave out the calls of other tools; None keeps them all."""
        if tools is None:
            return self
        batches = [[call for call in batch if call.name in tools] for batch in self.batches]
        return replace(self, batches=batches)

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


@dataclass(frozen=True)
class Reference:
    """What a run is compared with.

    Attributes:
        by_turn: whether it tells one turn from the next.
    """

    turns: Sequence[Turn]
    by_turn: bool

    @cached_property
    def whole(self) -> Turn:
        """All turns as one."""
        return Turn.joined(self.turns)

    @property
    def calls(self) -> Sequence[Call]:
        """All calls, in order."""
        return self.whole.calls


def reference_of(
    sample: Sample, *, messages_first: bool = True, tools: Collection[str] | None = None
) -> Reference | None:
    """Read the reference of a sample; None if it has none.

    `reference_trajectory` is a list of messages. `reference_tool_calls` is a list of calls, or a
    list of such lists, one for each turn. Where a sample has both, `messages_first` chooses.
    `tools` leaves out the calls of other tools.
    """
    if tools is not None:
        return _read_reference(sample, messages_first, tools)
    known: Reference | None = sample.memo.get(("reference", messages_first))
    if known is None:
        known = _read_reference(sample, messages_first, None)
        sample.memo["reference", messages_first] = known
    return known


def _read_reference(
    sample: Sample, messages_first: bool, tools: Collection[str] | None
) -> Reference | None:
    trajectory, calls = sample.reference_trajectory, sample.reference_tool_calls
    if trajectory is not None and (messages_first or calls is None):
        return Reference([turn.only(tools) for turn in _turns(trajectory, None)], by_turn=True)
    if calls is None:
        return None
    nested: Sequence[Any] = calls
    # no calls at all are no calls in any turn
    by_turn = not nested or is_sequence(nested[0])
    turns = [_flat(turn) for turn in (nested if nested and by_turn else [nested])]
    return Reference([turn.only(tools) for turn in turns], by_turn)


def turns_of(
    sample: Sample, which: Which, *, tools: Collection[str] | None = None
) -> Sequence[Turn]:
    """Read the calls of a run by turn.

    `which` chooses among its call records, and `tools` leaves out the calls of other tools.
    """
    turns: Sequence[Turn] | None = sample.memo.get(("turns", which))
    if turns is None:
        turns = sample.memo["turns", which] = _read_turns(sample, which)
    return turns if tools is None else [turn.only(tools) for turn in turns]


def run_of(sample: Sample, which: Which, *, tools: Collection[str] | None = None) -> Turn:
    """Read the calls of a run, its turns joined into one; the parameters are as in `turns_of`."""
    if tools is not None:
        return Turn.joined(turns_of(sample, which, tools=tools))
    whole: Turn | None = sample.memo.get(("run", which))
    if whole is None:
        whole = sample.memo["run", which] = Turn.joined(turns_of(sample, which))
    return whole


def _read_turns(sample: Sample, which: Which) -> Sequence[Turn]:
    messages = sample.user_input if isinstance(sample, MultiTurnSample) else ()
    # what was requested stands in the messages, and need not be joined with what came of it
    on_messages = sample.calls is None and which == "requested"
    turns = _turns(messages, None if on_messages else sample.call_records, which)
    if not messages and sample.calls is not None:  # of the messages nothing is known
        turns = [replace(turn, roles=None) for turn in turns]
    return turns


def calls_are_known(sample: Sample) -> bool:
    """Whether the sample says which calls were made, be it none."""
    return isinstance(sample, MultiTurnSample) or sample.calls is not None


def check_tools(tools: Any) -> None:
    """Refuse tools to compare that are no list of names.

    Raises:
        InputError: a text, an empty list (nothing would be compared), or an element that is no
            text.
    """
    if tools is None:
        return
    if not is_sequence(tools) or not tools:
        raise InputError.of("must be a list of names of tools, or None", tools, place="tools")
    for index, name in enumerate(tools):
        if not isinstance(name, str):
            raise InputError.of("must be a tool's name", name, place=f"tools[{index}]")


def _flat(calls: Iterable[ToolCall]) -> Turn:
    return Turn(None, [[call] for call in calls], flat=True)


def _turns(
    messages: Sequence[Message],
    records: Sequence[CallRecord] | None,
    which: Which = "requested",
) -> Sequence[Turn]:
    batches = _batches_by_message(messages, records, which)
    first: tuple[list[str], list[Sequence[Call]]] = ([], batches.get(_BEFORE_ALL, []))
    turns = [first]
    before: Message | None = None
    for index, message in enumerate(messages):
        begins = isinstance(message, HumanMessage) and not isinstance(before, HumanMessage)
        if begins and not set(turns[0][0]) <= {SystemMessage.role}:
            turns.append(([], []))
        before = message
        turns[-1][0].append(message.role)
        if isinstance(message, AIMessage):
            turns[-1][1].extend(batches[index])
    return [Turn(roles, calls) for roles, calls in turns]


_BEFORE_ALL = -1


def _batches_by_message(
    messages: Sequence[Message], records: Sequence[CallRecord] | None, which: Which
) -> dict[int, list[Sequence[Call]]]:
    """Collect the batch of each AI message, by its index.

    A call that no message asked for (a tool called from code) is a batch of its own, after the
    message of the call recorded before it.
    """
    if records is None:
        return {
            index: [[*message.tool_calls, *message.invalid_tool_calls]]
            for index, message in enumerate(messages)
            if isinstance(message, AIMessage)
        }
    asked: dict[int, list[Call]] = {
        index: [] for index, message in enumerate(messages) if isinstance(message, AIMessage)
    }
    batches: dict[int, list[Sequence[Call]]] = {index: [own] for index, own in asked.items()}
    latest = _BEFORE_ALL
    for record in records:
        call = record.call(which)
        at = record.message
        if at is not None and at in asked:
            latest = at
            if call is not None:
                asked[at].append(call)
        elif call is not None:
            batches.setdefault(latest, []).append([call])
    return batches


def without_system(roles: Sequence[str]) -> list[str]:
    """Leave out the roles of system messages."""
    return [role for role in roles if role != SystemMessage.role]
