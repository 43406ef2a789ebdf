"""Checkpoints as they were saved: what each holds, what its tasks wrote, and how they follow."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langgraph.checkpoint.base import CheckpointTuple
from langgraph.checkpoint.serde.types import ERROR, INTERRUPT, RESUME

from odograph.errors import InputError
from odograph.trace.values import is_list, is_tuple

__all__ = ("HIDDEN", "RETURN", "SENDS", "Saved", "TaskWrites", "Thread")

HIDDEN = ("__start__", "__input__", "__interrupt__", "__end__")
"""Names that stand among the nodes of a checkpoint and are none."""

SENDS = "__pregel_tasks"
"""The channel of the messages that `Send` sends to nodes."""

RETURN = "__return__"
"""The channel of what a task returned that code called (`@task`)."""

_NOBODY = "00000000-0000-0000-0000-000000000000"
_ERROR_SOURCE = "__error_source_node__"
_COUNT = re.compile(r"\|\d+$")


@dataclass(slots=True)
class TaskWrites:
    """What one task wrote to a checkpoint.

    Attributes:
        outputs: channel and value of each write that is the task's result.
        paused: it paused at least once.
        interrupts: what it asked last; earlier questions are not kept.
        answers: what it was resumed with, in order.
        error: the exception, or its repr, of an attempt that failed; what it had written stands
            among the outputs, and an attempt after it may have finished.
        failed_node: the node's name, where an error handler took the failure over.
    """

    outputs: list[tuple[str, Any]] = field(default_factory=list[tuple[str, Any]])
    paused: bool = False
    interrupts: Sequence[Any] = ()
    answers: Sequence[Any] = ()
    error: Any = None
    failed_node: str | None = None

    @property
    def finished(self) -> bool:
        """Whether the task ended well; LangGraph writes at least a marker then."""
        return bool(self.outputs)

    @property
    def called(self) -> bool:
        """Whether code called the task, so that it returned a value."""
        return any(channel == RETURN for channel, _ in self.outputs)

    def put(self, channel: str, value: Any) -> None:
        """Sort one write in."""
        if channel == INTERRUPT:
            self.paused = True
            self.interrupts = tuple(value) if is_list(value) or is_tuple(value) else (value,)
        elif channel == RESUME:
            self.answers = tuple(value) if is_list(value) else (value,)
        elif channel == ERROR:
            self.error = value
        elif channel == _ERROR_SOURCE:
            self.failed_node = value
        else:
            self.outputs.append((channel, value))


@dataclass(frozen=True, slots=True)
class Saved:
    """One checkpoint.

    Attributes:
        step: superstep after which it was saved; its tasks are those of the next one.
        source: `input`, `loop`, `update` (by `update_state`) or `fork` (a copy to go on from).
        seen: for each node that has run, the versions of the channels that it had seen then.
        writes: by task id, in the order in which they apply.
        given: what a `Command` wrote with which a run was started here.
    """

    id: str
    namespace: str
    parent: str | None
    step: int
    source: str
    values: Mapping[str, Any]
    seen: Mapping[str, Mapping[str, Any]]
    metadata: Mapping[str, Any]
    writes: Mapping[str, TaskWrites]
    given: TaskWrites
    raw: CheckpointTuple

    @classmethod
    def of(cls, raw: CheckpointTuple) -> "Saved":
        """Read what a checkpointer lists."""
        where: Any = raw.config.get("configurable", {})
        before: Any = (raw.parent_config or {}).get("configurable", {})
        metadata: Any = raw.metadata
        writes: dict[str, TaskWrites] = {}
        for task, channel, value in raw.pending_writes or ():
            writes.setdefault(task, TaskWrites()).put(channel, value)
        given = writes.pop(_NOBODY, None) or TaskWrites()
        _complete_answers(writes, given)
        return cls(
            raw.checkpoint["id"],
            where.get("checkpoint_ns") or "",
            before.get("checkpoint_id"),
            metadata.get("step", -1),
            metadata.get("source", "loop"),
            raw.checkpoint["channel_values"],
            raw.checkpoint["versions_seen"],
            metadata,
            writes,
            given,
            raw,
        )

    def started_by(self, outer: "Saved") -> bool:
        """Whether the graph of this checkpoint ran in a task of another."""
        parents: Any = self.metadata.get("parents") or {}
        return bool(parents.get(outer.namespace) == outer.id)

    @property
    def begins_turn(self) -> bool:
        """Whether a user's input starts here: a state, or a command that answers no pause."""
        return self.source == "input" or (bool(self.given.outputs) and not self.given.answers)


def _complete_answers(writes: Mapping[str, TaskWrites], given: TaskWrites) -> None:
    """Add the last answer to a task that asked more than once.

    SQLite's checkpointer keeps what the task had been told before it ended; what it was told
    last still stands in the command.
    """
    paused = [one for one in writes.values() if one.paused]
    if len(paused) != 1 or not paused[0].finished or not (paused[0].answers and given.answers):
        return
    if paused[0].answers[-1] != given.answers[-1]:
        paused[0].answers = (*paused[0].answers, given.answers[-1])


class Thread:
    """All checkpoints of a thread, by the graph that saved them.

    Attributes:
        continued: ids of the checkpoints from which a superstep was completed.
    """

    def __init__(self, listed: Iterable[CheckpointTuple]) -> None:
        saved = [Saved.of(raw) for raw in listed]
        saved.sort(key=lambda one: one.id)  # ids grow with time
        self.order = {one.id: number for number, one in enumerate(saved)}
        self.continued = {one.parent for one in saved if one.source == "loop"}
        self._graphs: dict[str, dict[str, Saved]] = {}
        for one in saved:
            self._graphs.setdefault(one.namespace, {})[one.id] = one
        # a task's graphs: the first under its name and id, further ones counted
        self._of_task: dict[str, list[str]] = {}
        self._called: dict[str, dict[str, str]] = {}
        for namespace in sorted(self._graphs, key=lambda one: (len(one), one)):
            self._of_task.setdefault(_COUNT.sub("", namespace), []).append(namespace)
            around, _, inner = _COUNT.sub("", namespace).rpartition("|")
            while around:
                name, _, task = inner.partition(":")
                if task:
                    self._called.setdefault(around, {}).setdefault(task, name)
                around, _, inner = _COUNT.sub("", around).rpartition("|")

    def branch(self, namespace: str = "", head: str | None = None) -> list[Saved]:
        """List the checkpoints that lead to one, oldest first; by default to the latest.

        Raises:
            InputError: the thread has no checkpoint with that id.
        """
        known = self._graphs.get(namespace, {})
        if head is not None and head not in known:
            rule = "must be a checkpoint of the thread"
            raise InputError.of(rule, head, place="checkpoint_id")
        found: list[Saved] = []
        at = head or next(reversed(known), None)
        while at is not None and at in known:
            found.append(known[at])
            at = known[at].parent
        return found[::-1]

    def inside(self, saved: Saved, name: str, task: str | None) -> list[list[Saved]]:
        """List the graphs that ran inside a task, in the order of their starts.

        A graph that keeps its own memory (`checkpointer=True`) has one namespace for all its
        runs; those of the task are told by the checkpoint they name as their parent.
        """
        base = _inside(saved.namespace, name)
        named = self._of_task.get(f"{base}:{task}", ())
        found = [self.branch(namespace) for namespace in named]
        for namespace in self._of_task.get(base, ()):
            lasting = self.branch(namespace)
            found.append([one for one in lasting if one.started_by(saved)])
        return [one for one in found if one]

    def called_tasks(self, saved: Saved, name: str, task: str | None) -> Mapping[str, str]:
        """Name the tasks that a task's code called and inside which a graph ran, by their ids."""
        return self._called.get(f"{_inside(saved.namespace, name)}:{task}", {})


def _inside(namespace: str, name: str) -> str:
    return f"{namespace}|{name}" if namespace else name
