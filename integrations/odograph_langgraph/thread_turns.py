"""The turns of a thread: supersteps, messages and calls from one user input to the next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from odograph.trace import CallRecord
from odograph_langchain.calls import Told
from odograph_langchain.log import Entry
from odograph_langgraph.saved import Saved, Thread
from odograph_langgraph.thread_calls import calls_of, told
from odograph_langgraph.thread_log import ThreadLog, channel_in
from odograph_langgraph.visits import GraphHistory, Superstep, Visit

__all__ = ("Turn", "turns_of")

_AGENT = "langchain_create_agent"


@dataclass(slots=True, eq=False)
class Turn:
    """One turn, or several.

    Attributes:
        messages: what was said in it, as it stood when it ended.
        unseen: places of messages that no node wrote and that were no input.
    """

    run: GraphHistory
    messages: list[Told] = field(default_factory=list[Told])
    unseen: list[int] = field(default_factory=list[int])
    calls: list[CallRecord] = field(default_factory=list[CallRecord])
    faults: list[str] = field(default_factory=list[str])

    @property
    def steps(self) -> Sequence[Superstep]:
        """The supersteps."""
        return self.run.steps

    @property
    def first(self) -> Saved:
        """The checkpoint with which it begins."""
        return self.steps[0].before

    @property
    def last(self) -> Superstep:
        """The last superstep."""
        return self.steps[-1]


def turns_of(run: GraphHistory, thread: Thread, *, whole: bool) -> list[Turn]:
    """Cut the history of a branch into turns.

    Args:
        run: the supersteps of the branch.
        thread: all checkpoints.
        whole: make one of them all.
    """
    channel = channel_in(run.saved)
    log = None if channel is None else ThreadLog(channel)
    first = run.saved[0]
    if log is not None and first.source != "input" and not run.steps[0].lost:
        log.open(first, history=first.parent is not None)
    lost: set[Entry] = set()
    turns: list[Turn] = []
    start = 0
    for group in _groups(run.steps, whole=whole):
        turn = Turn(GraphHistory((), group))
        if log is not None:
            for step in group:
                known = len(log.entries)
                log.follow_step(step, _number(step, thread))
                if step.lost:
                    lost.update(log.entries[known:])
            entries = log.entries if whole else [e for e in log.entries[start:] if not e.history]
            _tell(turn, entries, lost, agents=_is_agent(run))
            turn.faults = [
                one for one in log.faults if one not in {f for t in turns for f in t.faults}
            ]
            start = len(log.entries)
        turn.calls = _calls(turn, thread)
        turns.append(turn)
    return turns


def _groups(steps: Sequence[Superstep], *, whole: bool) -> Iterator[list[Superstep]]:
    group: list[Superstep] = []
    for step in steps:
        if step.begins_turn and group and not whole:
            yield group
            group = []
        group.append(step)
    yield group


def _tell(turn: Turn, entries: Sequence[Entry], lost: set[Entry], *, agents: bool) -> None:
    turn.messages = [
        told(entry, index, lost=entry in lost, agents=agents) for index, entry in enumerate(entries)
    ]
    turn.unseen = [
        index for index, entry in enumerate(entries) if entry.unseen and entry not in lost
    ]


def _calls(turn: Turn, thread: Thread) -> list[CallRecord]:
    logs: list[Sequence[Told]] = [turn.messages]
    known = {_identity(one) for one in turn.messages}
    visits: list[Visit] = []
    for run in turn.run.walk():
        visits += run.visits()
        channel = channel_in(run.saved) if run is not turn.run else None
        if channel is None:
            continue
        log = ThreadLog(channel)
        for step in run.steps:
            log.follow_step(step, _number(step, thread))
        agents = _is_agent(run)
        mine = [told(entry, None, lost=False, agents=agents) for entry in log.entries]
        logs.append([one for one in mine if _identity(one) not in known])
        known.update(_identity(one) for one in mine)
    return calls_of(logs, visits)


def _number(step: Superstep, thread: Thread) -> int:
    """Place of a superstep in time: that of the checkpoint after it."""
    if step.after is not None:
        return thread.order[step.after.id]
    inside = bool(step.before.namespace)
    return thread.order[step.before.id] if inside else len(thread.order)


def _identity(one: Told) -> Any:
    """What makes two copies of a message the same."""
    message = one.message
    calls = getattr(message, "tool_calls", ())
    return message.id or (message.role, message.content, tuple(call.id for call in calls))


def _is_agent(run: GraphHistory) -> bool:
    return any(one.metadata.get("ls_integration") == _AGENT for one in run.saved[:1])
