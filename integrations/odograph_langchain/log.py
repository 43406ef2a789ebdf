"""The log of a graph's messages: all that ever stood in its state, in the order they came.

The truth is the input of a task that an edge started, for it is the whole state: the log is
reconciled with it before each superstep, then the outputs of the step's tasks are applied in the
order in which LangGraph applies them, and at the end the log is reconciled with the graph's own
output. What a reducer takes away stays in the log, marked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from langchain_core.messages import AIMessage, BaseMessage, RemoveMessage

from odograph import trace
from odograph.errors import InputError
from odograph_langchain.channel import Channel, Overwritten, channel_of
from odograph_langchain.convert import convert_message, read_message
from odograph_langchain.fold import REMOVE_ALL
from odograph_langchain.graphs import GraphRun, Task
from odograph_langchain.spans import Span
from odograph_langchain.turns import goes_on

__all__ = ("Author", "Entry", "MessageLog")

_Read = BaseMessage | trace.Message


class Author(Protocol):
    """Who wrote a message: a node's task, told by callbacks or found in a history."""

    @property
    def name(self) -> str:
        """Name of the node."""
        ...


@dataclass(slots=True, eq=False)
class Entry:
    """One message of the log, in its latest version.

    Attributes:
        number: when it was written, among the events of the recorder.
        author: the task that wrote it; None where no task that was seen did.
        given: it stood in the input of a run.
        history: it stood in the thread before the first run that the log has read.
        removed: it stands in the state no more.
        settled: it was seen in a state; before, its id may change (a pause keeps a write without
            one, and each resumption gives it another).
    """

    message: _Read
    number: int
    author: Author | None = None
    given: bool = False
    history: bool = False
    removed: bool = False
    settled: bool = False

    @property
    def unseen(self) -> bool:
        """Whether it came from a place that callbacks do not see."""
        return self.author is None and not self.given and not self.history

    def convert(self) -> trace.Message:
        """Return the message as one of a sample."""
        message = self.message
        made = message if isinstance(message, trace.Message) else convert_message(message)
        return replace(made, removed=True) if self.removed else made


class MessageLog:
    """Messages of one graph over its runs.

    Attributes:
        entries: every message, in the order of their coming.
        faults: values that stood among messages and are none.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.faults: list[str] = []
        self._live: list[Entry] = []
        self._by_id: dict[str, Entry] = {}
        # by identity; the object is kept, or another could take its place in memory
        self._by_object: dict[int, tuple[Entry, _Read]] = {}

    def follow(self, run: GraphRun) -> None:
        """Read a graph run from its input to its output."""
        channel = channel_of(run)
        if channel is None:
            return
        first = run.spans[0]
        self._begin(first, channel)
        opening = not goes_on(first)
        for _, tasks in run.steps():
            for task in tasks:
                state = channel.read(task.last.inputs) if task.edge_triggered else None
                if state is not None:
                    self._reconcile(state, task.attempts[0].number, opening=opening)
                    opening = False
                    break
            for task in tasks:
                self._apply(task, channel)
        last = run.spans[-1]
        final = channel.read(last.outputs) if last.ended is not None else None
        if final is not None and last.failure is None:
            self._reconcile(final, last.ended or 0)

    def _begin(self, root: Span, channel: Channel) -> None:
        """Take in what the user gave; resumed runs are given nothing."""
        if goes_on(root):
            return
        known = len(self._live)
        given = [
            message
            for write in channel.writes(root.inputs)
            for message in self._read(write.messages if isinstance(write, Overwritten) else write)
        ]
        resent = 0
        for old, new in zip(self._live, given, strict=False):
            if _key(old.message) != _key(new):
                break
            resent += 1
        if resent < known:
            resent = 0  # not the whole history again
        for entry, message in zip(self._live, given[:resent], strict=False):
            self._update(entry, message)
        for message in given[resent:]:
            if not isinstance(message, RemoveMessage) and self._find(message) is None:
                self._live.append(self._add(Entry(message, root.number, given=True)))

    def _apply(self, task: Task, channel: Channel) -> None:
        last = task.last
        output = last.outputs
        if last.failure is not None:
            here = last.failure.graph == task.namespace
            output = last.failure.update if here else None
        for write in channel.writes(output):
            number = last.ended or last.number
            if isinstance(write, Overwritten):
                self._drop(self._live)
                self._write(write.messages, number, task)
            else:
                self._write(write, number, task)

    def _write(self, values: Sequence[Any], number: int, author: Author | None) -> None:
        for message in self._read(values):
            found = self._find(message)
            if isinstance(message, RemoveMessage):
                self._drop(self._live if message.id == REMOVE_ALL else [found])
            elif found is None:
                self._live.append(self._add(Entry(message, number, author)))
            else:
                self._update(found, message)
                if found.removed:
                    found.removed = False
                    self._live.append(found)

    def _reconcile(self, state: Sequence[Any], number: int, *, opening: bool = False) -> None:
        """Take the state as the truth: its messages, their order, and what is gone.

        Args:
            state: the messages.
            number: when the state was seen.
            opening: it is the state at the beginning of a run, so a message that stands before
                what was given is history.
        """
        kept = self._unchanged(state)
        rest = dict.fromkeys(self._live[kept:])
        new = self._read(state[kept:])
        partners = self._partners(new, list(rest), last_first=opening)
        live: dict[Entry, None] = {}
        added: list[Entry] = []
        given = not self.entries and not opening  # a resumed run whose beginning was not seen
        for message, partner in zip(new, partners, strict=True):
            known = self._find(message) or partner
            if known is not None and not known.removed and known not in rest:
                continue  # the very message stands twice in the state
            entry = known or Entry(message, number, given=given)
            if known is None:
                added.append(entry)
            self._update(entry, message)
            entry.settled, entry.removed = True, False
            live[entry] = None
        self._drop([entry for entry in rest if entry not in live])
        self._live = [*self._live[:kept], *live]
        if opening:
            self._place_history(self._live, added)
        else:
            self.entries += added

    def _partners(
        self, new: Sequence[_Read], rest: Sequence[Entry], *, last_first: bool
    ) -> list[Entry | None]:
        """Find, for messages that no id tells, entries of the same text whose id is open.

        At the beginning of a run what was given is at the end of the state, so the last comes
        first there: a user may write what he wrote before.
        """
        ids = {message.id for message in new}
        texts: dict[tuple[str, str], list[Entry]] = {}
        for entry in rest if last_first else reversed(rest):
            open_id = entry.message.id is None or not entry.settled
            if open_id and (entry.message.id is None or entry.message.id not in ids):
                texts.setdefault(_key(entry.message), []).append(entry)
        found = [
            None if self._find(message) else _pop(texts.get(_key(message)))
            for message in (reversed(new) if last_first else new)
        ]
        return found[::-1] if last_first else found

    def _unchanged(self, state: Sequence[Any]) -> int:
        """Count the messages at the beginning of a state that are those of the log, untouched.

        Most of a long history is; so a step costs what it changes, but for this comparison.
        """
        kept = 0
        for message, entry in zip(state, self._live, strict=False):
            if message is not entry.message:
                break
            if not entry.settled:
                self._update(entry, entry.message)  # its id was given in place
                entry.settled = True
            kept += 1
        return kept

    def _place_history(self, live: list[Entry], added: list[Entry]) -> None:
        """Put new entries that stand before the given ones before them, as history."""
        given = [index for index, entry in enumerate(live) if entry.given and entry not in added]
        first = given[0] if given else len(live)
        older = [entry for index, entry in enumerate(live) if index < first and entry in added]
        for entry in older:
            entry.history = True
        at = self.entries.index(live[first]) if given else len(self.entries)
        self.entries[at:at] = older
        self.entries += [entry for entry in added if not entry.history]

    def _drop(self, gone: Sequence[Entry | None]) -> None:
        """Mark entries as standing in the state no more."""
        for entry in gone:
            if entry is not None:
                entry.removed = True
        self._live = [entry for entry in self._live if not entry.removed]

    def _add(self, entry: Entry) -> Entry:
        self.entries.append(entry)
        self._update(entry, entry.message)
        return entry

    def _update(self, entry: Entry, message: _Read) -> None:
        entry.message = message
        self._by_object[id(message)] = (entry, message)
        if message.id is not None:
            self._by_id[message.id] = entry

    def _find(self, message: _Read) -> Entry | None:
        if id(message) in self._by_object:
            return self._by_object[id(message)][0]
        return None if message.id is None else self._by_id.get(message.id)

    def _read(self, values: Sequence[Any]) -> list[_Read]:
        read: list[_Read] = []
        for value in values:
            try:
                read.append(read_message(value))
            except InputError as error:
                self.faults.append(f"among the messages: {error}")
        return read


def _pop(entries: list[Entry] | None) -> Entry | None:
    return entries.pop() if entries else None


def _key(message: _Read) -> tuple[str, str]:
    """What two copies of a message without ids agree in."""
    if isinstance(message, trace.Message):
        return message.role, message.content
    calls = [call["name"] for call in message.tool_calls] if isinstance(message, AIMessage) else ()
    return _ROLES.get(message.type, message.type), "\n".join((str(message.text), *calls))


_ROLES = {"human": "user", "ai": "assistant", "AIMessageChunk": "assistant"}
