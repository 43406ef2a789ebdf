"""What a history tells of a graph's run: supersteps of visits, and the path they make."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from odograph.trace import NodePath, NodeVisit, VisitStatus
from odograph_langgraph.saved import Saved, TaskWrites

__all__ = ("GraphHistory", "Superstep", "Visit")


@dataclass(slots=True, eq=False)
class Visit:
    """A node in a superstep.

    Attributes:
        place: its name with the nodes around it: `team/ask`.
        graphs: the graphs that ran inside it, as far as they kept checkpoints.
        tools: names of the tools that the node runs.
        sent: what was sent to it, where it has not ended and a `Send` started it.
        opaque: it is a graph of which no checkpoint was kept.
    """

    name: str
    place: str
    status: VisitStatus = "completed"
    writes: TaskWrites = field(default_factory=TaskWrites)
    graphs: list["GraphHistory"] = field(default_factory=list["GraphHistory"])
    attempts: int = 1
    tools: frozenset[str] = frozenset()
    sent: Any = None
    opaque: bool = False

    @property
    def paused(self) -> bool:
        """Whether it asked a person."""
        return self.writes.paused or bool(self.writes.answers)

    def draw(self) -> NodeVisit:
        """Return it as a visit of a path."""
        nested = [one.path for one in self.graphs if one.saved or one.called]
        return NodeVisit(self.name, self.status, self.attempts, nested)


@dataclass(slots=True, eq=False)
class Superstep:
    """What happened between two checkpoints.

    Attributes:
        after: None where no checkpoint follows.
        visits: in the order of their writes.
        handlers: error handlers, which run after the visits.
        due: names of nodes that were to run and have not.
        error: an exception outside any node (a branch at the start, say).
        lost: numbers of supersteps that ran here without leaving a checkpoint.
        unordered: names of nodes that ran at least once in those.
        unnamed: how many tasks the code of the nodes called whose names were not kept.
    """

    before: Saved
    after: Saved | None
    visits: list[Visit] = field(default_factory=list[Visit])
    handlers: list[Visit] = field(default_factory=list[Visit])
    due: list[str] = field(default_factory=list[str])
    error: Any = None
    lost: Sequence[int] = ()
    unordered: Sequence[str] = ()
    unnamed: int = 0
    begins_turn: bool = False

    def walk(self) -> Iterator[Visit]:
        """Yield the visits and error handlers."""
        yield from self.visits
        yield from self.handlers


@dataclass(slots=True, eq=False)
class GraphHistory:
    """The supersteps of one run of a graph, or of one branch of a thread.

    Attributes:
        saved: its checkpoints, oldest first; none for tasks that code called.
        called: tasks that code called, in order, as far as their names were kept.
    """

    saved: Sequence[Saved]
    steps: list[Superstep] = field(default_factory=list[Superstep])
    called: list[Visit] = field(default_factory=list[Visit])

    @property
    def path(self) -> NodePath:
        """The path; each task that code called is a step."""
        steps: list[list[NodeVisit]] = [[one.draw()] for one in self.called]
        for step in self.steps:
            steps += [[one.draw() for one in group] for group in (step.visits, step.handlers)]
        return NodePath(
            [one for one in steps if one], [one for step in self.steps for one in step.lost]
        )

    def walk(self) -> Iterator["GraphHistory"]:
        """Yield this run and all inside its visits."""
        yield self
        for visit in self.visits():
            for inner in visit.graphs:
                yield from inner.walk()

    def visits(self) -> Iterator[Visit]:
        """Yield the visits, outermost only."""
        yield from self.called
        for step in self.steps:
            yield from step.walk()
