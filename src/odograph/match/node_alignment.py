"""How far the path of a run agrees with a reference path, step by step, and what would mend it."""

from collections.abc import Sequence
from dataclasses import dataclass

from odograph.match.alignment import Pairs, batch_pairs, ordered_pairs
from odograph.match.edits import Edit
from odograph.trace import NodePath, NodeVisit

__all__ = ("PathAlignment",)

Steps = Sequence[Sequence[NodeVisit]]


@dataclass(frozen=True)
class PathAlignment:
    """Two paths aligned at least cost, by recursion.

    Leaving out a visit costs 1, and 1 for each visit inside it. Pairing two visits of one node
    costs what it costs to align what ran inside them: graph run with graph run, in order.

    Attributes:
        depth: how many levels are compared; None is all.
    """

    depth: int | None = None

    def size(self, path: NodePath) -> int:
        """Number of visits, with those inside."""
        return self._size(path.steps)

    def saved(self, actual: NodePath, expected: NodePath) -> int:
        """What the best alignment saves of the sizes of both."""
        return self._aligned(actual.steps, expected.steps)[0]

    def edits(self, actual: NodePath, expected: NodePath) -> list[Edit]:
        """List what would make the run's path equal the other."""
        return self._edits(actual.steps, expected.steps, "")

    @property
    def _inner(self) -> "PathAlignment":
        return PathAlignment(None if self.depth is None else self.depth - 1)

    def _runs(self, visit: NodeVisit) -> Sequence[NodePath]:
        return () if self.depth == 1 else visit.nested

    def _size(self, steps: Steps) -> int:
        return sum(
            1 + sum(self._inner.size(run) for run in self._runs(visit))
            for step in steps
            for visit in step
        )

    def _aligned(self, actual: Steps, expected: Steps) -> tuple[int, Pairs]:
        """Credit of the best alignment, and its pairs of visits, counted through."""
        theirs = _visits(expected)
        table = [[self._pair(a, e) for e in theirs] for a in _visits(actual)]
        pairs = batch_pairs(table, list(map(len, actual)), list(map(len, expected)))
        return sum(table[a][e] for a, e in pairs), pairs

    def _pair(self, actual: NodeVisit, expected: NodeVisit) -> int:
        if actual.name != expected.name:
            return 0
        return 2 + sum(saved for _, _, saved in self._paired_runs(actual, expected))

    def _paired_runs(
        self, actual: NodeVisit, expected: NodeVisit
    ) -> list[tuple[NodePath, NodePath, int]]:
        """Pair the graphs that ran inside two visits, with what each pair saves."""
        ours, theirs = self._runs(actual), self._runs(expected)
        table = [[self._inner.saved(a, e) for e in theirs] for a in ours]
        return [(ours[a], theirs[e], table[a][e]) for a, e in ordered_pairs(table)]

    def _edits(self, actual: Steps, expected: Steps, prefix: str) -> list[Edit]:
        _, pairs = self._aligned(actual, expected)
        ours, theirs = _visits(actual), _visits(expected)
        surplus = _others(len(ours), [a for a, _ in pairs])
        lacking = _others(len(theirs), [e for _, e in pairs])
        edits: list[Edit] = []
        for at in list(surplus):
            name = f"{prefix}{ours[at].name}"
            to = next((e for e in lacking if theirs[e].name == ours[at].name), None)
            if to is None:
                edits.append(Edit("extra", f"unexpected node {name}", actual=at))
            else:
                here, there = _step_of(actual, at), _step_of(expected, to)
                text = f"visited in step {here}, expected in step {there}"
                edits.append(Edit("moved", f"node {name}", text, (), at, to))
                lacking.remove(to)
        edits += [
            Edit("missing", f"missing node {prefix}{theirs[to].name}", expected=to)
            for to in lacking
        ]
        for a, e in pairs:
            edits += self._edits_inside(ours[a], theirs[e], f"{prefix}{ours[a].name} > ")
        return edits

    def _edits_inside(self, actual: NodeVisit, expected: NodeVisit, prefix: str) -> list[Edit]:
        paired = self._paired_runs(actual, expected)
        edits: list[Edit] = []
        for ours, theirs, _ in paired:
            edits += self._inner._edits(ours.steps, theirs.steps, prefix)
        for run in _without(self._runs(actual), [ours for ours, _, _ in paired]):
            edits += self._inner._edits(run.steps, (), prefix)
        for run in _without(self._runs(expected), [theirs for _, theirs, _ in paired]):
            edits += self._inner._edits((), run.steps, prefix)
        return edits


def _without(runs: Sequence[NodePath], paired: Sequence[NodePath]) -> list[NodePath]:
    left = list(runs)
    for run in paired:
        left.remove(run)
    return left


def _visits(steps: Steps) -> list[NodeVisit]:
    return [visit for step in steps for visit in step]


def _others(number: int, paired: Sequence[int]) -> list[int]:
    return sorted(set(range(number)) - set(paired))


def _step_of(steps: Steps, visit: int) -> int:
    """Number of the step of a visit, from 1."""
    for number, step in enumerate(steps, 1):
        visit -= len(step)
        if visit < 0:
            return number
    return len(steps)
