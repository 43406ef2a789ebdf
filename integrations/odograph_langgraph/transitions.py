"""Which declared edges a path took, told from its supersteps.

A path says what ran, not why. An edge is taken for sure only where nothing else explains a visit:

* an unconditional edge, when its source completed and its target ran in the next superstep (or,
  for a target that waits for several nodes, later);
* a conditional edge, when its source completed, its target ran in the next superstep, and no other
  edge leads there from what ran before;
* an edge to the end, when its source completed and nothing ran next that it could have led to.

Where two edges explain a visit, each is unsure. A visit that no edge explains (a command's `goto`,
an update of the state) is undeclared.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from odograph.trace import NodePath, NodeVisit
from odograph_langgraph.declared import END, START, DeclaredEdge, DeclaredGraph, is_handler

__all__ = ("Transitions",)

Move = tuple[tuple[str, ...], str]
"""The nodes of a superstep, and a node of the next one to which none of their edges leads."""


@dataclass(slots=True)
class Transitions:
    """How often the edges of one graph were taken, over any number of its runs."""

    graph: DeclaredGraph
    taken: Counter[DeclaredEdge] = field(default_factory=Counter[DeclaredEdge])
    unsure: Counter[DeclaredEdge] = field(default_factory=Counter[DeclaredEdge])
    undeclared: Counter[Move] = field(default_factory=Counter[Move])

    def add(self, path: NodePath, *, ended: bool, turns: bool = False) -> None:
        """Count the edges of one run.

        Args:
            path: its path; where it has gaps, what followed what is not known, and all is unsure.
            ended: it ran to its end.
            turns: further turns may have begun inside it.
        """
        run = self if not path.gaps else Transitions(self.graph)
        _Walk(run, path.steps, turns).count(ended=ended)
        if run is not self:
            self.unsure.update(run.taken)
            self.unsure.update(run.unsure)


class _Walk:
    """The supersteps of one run."""

    def __init__(
        self, counts: Transitions, steps: Sequence[Sequence[NodeVisit]], turns: bool
    ) -> None:
        self._counts = counts
        self._steps = steps
        self._turns = turns
        self._into: dict[str, list[DeclaredEdge]] = {}
        self._out: dict[str, list[DeclaredEdge]] = {}
        for edge in counts.graph.edges:
            self._into.setdefault(edge.target, []).append(edge)
            self._out.setdefault(edge.source, []).append(edge)
        # completions of each edge's source that its target has not followed yet: step, how many
        self._open: dict[DeclaredEdge, tuple[int, int]] = {}

    def count(self, *, ended: bool) -> None:
        for number, step in enumerate(self._steps):
            before = self._steps[number - 1] if number else ()
            doubtful: set[str] = set()
            moved = False
            for name, visits in Counter(visit.name for visit in step).items():
                if not is_handler(name):
                    certain, declared = self._arrive(name, visits, number)
                    doubtful |= set() if certain else {name}
                    moved |= not declared
            self._leave(before, {visit.name for visit in step}, doubtful, moved=moved)
            for visit in step:
                if visit.status == "completed":
                    self._complete(visit.name, number)
        if ended and self._steps:
            self._leave(self._steps[-1], set(), set(), moved=False)

    def _arrive(self, name: str, visits: int, number: int) -> tuple[bool, bool]:
        """Explain the visits of a node in a superstep: for sure or not, by an edge or by none."""
        fixed = self._fixed(name, number)
        for edge, times in fixed.items():
            self._counts.taken[edge] += times
            self._open.pop(edge, None)
        left = visits - 1 if fixed else visits
        branches = self._branches(name, number)
        if not branches:
            if left:
                before = self._steps[number - 1] if number else ()
                names = tuple(sorted({one.name for one in before})) or (START,)
                self._counts.undeclared[names, name] += left
            return True, not left
        if len(branches) == 1 and left:
            self._counts.taken[branches[0]] += left
            return True, True
        self._counts.unsure.update(branches)
        return False, True

    def _fixed(self, name: str, number: int) -> dict[DeclaredEdge, int]:
        """Unconditional edges that lead here, and how often."""
        found: dict[DeclaredEdge, int] = {}
        for edge in self._into.get(name, ()):
            if edge.conditional:
                continue
            if edge.source == START and number == 0:
                found[edge] = 1
            elif edge in self._open:
                step, times = self._open[edge]
                if edge.late or step == number - 1:
                    found[edge] = times
        return found

    def _branches(self, name: str, number: int) -> list[DeclaredEdge]:
        """Edges that may lead here, if a branch took them or a turn began."""
        before = self._steps[number - 1] if number else ()
        done = {one.name for one in before if one.status in ("completed", "bubbled")}
        restart = number > 0 and self._turns and all(self._may_end(one) for one in done)
        return [
            edge
            for edge in self._into.get(name, ())
            if (edge.conditional and edge.source in done)
            or (edge.source == START and (restart or (number == 0 and edge.conditional)))
        ]

    def _may_end(self, name: str) -> bool:
        return any(edge.target == END for edge in self._out.get(name, ()))

    def _complete(self, name: str, number: int) -> None:
        for edge in self._out.get(name, ()):
            if not edge.conditional and edge.target != END:
                step, times = self._open.get(edge, (number, 0))
                kept = times if edge.late or step == number else 0
                self._open[edge] = (number, kept + 1)

    def _leave(
        self, step: Sequence[NodeVisit], arrived: set[str], doubtful: set[str], *, moved: bool
    ) -> None:
        """Tell which nodes of a superstep led to the end, by what ran in the next one."""
        for visit in step:
            ways = self._out.get(visit.name, ())
            ends = [edge for edge in ways if edge.target == END]
            followed = {e.target for e in ways if e.conditional and e.target in arrived}
            if visit.status != "completed" or not ends or followed - doubtful:
                continue
            if len(ends) == 1 and not followed and not moved:
                self._counts.taken[ends[0]] += 1
            else:
                self._counts.unsure.update(ends)
