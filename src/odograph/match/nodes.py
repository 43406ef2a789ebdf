"""Do the nodes a run visited match those of a reference path."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from odograph.match.edits import Edit
from odograph.match.order import MatchMode, holds
from odograph.match.pairing import ByKey, ByRelation, Pairing
from odograph.trace import NodePath, NodeVisit

__all__ = ("PathRules",)

Steps = Sequence[Sequence[NodeVisit]]


@dataclass(frozen=True)
class PathRules:
    """The comparison of two node paths.

    Attributes:
        mode: applied to the steps, and again to the steps of nested paths.
        depth: how many levels are compared: 1 ignores what ran inside nodes; None means all.
    """

    mode: MatchMode
    depth: int | None = None

    def match(self, actual: NodePath, expected: NodePath) -> bool:
        """Whether the path of the run matches the reference."""
        return self._steps_match(actual.steps, expected.steps)

    def explain(self, actual: NodePath, expected: NodePath) -> list[Edit]:
        """List what keeps the paths from matching."""
        return self._explain(actual.steps, expected.steps, "")

    def _steps_match(self, actual: Steps, expected: Steps) -> bool:
        nested = self.depth != 1 and any(v.nested for s in (*actual, *expected) for v in s)
        pairing: Pairing[Any, Any] = ByRelation(self._admits) if nested else ByKey()
        if nested:
            return holds(self.mode, actual, expected, pairing)
        return holds(self.mode, _names(actual), _names(expected), pairing)

    def _admits(self, actual: NodeVisit, expected: NodeVisit) -> bool:
        """Same node, and the graphs that ran inside it match: run by run, or taken together."""
        if actual.name != expected.name:
            return False
        inner = self._inner()
        if self.mode == "strict":
            return len(actual.nested) == len(expected.nested) and all(
                map(inner.match, actual.nested, expected.nested)
            )
        return inner._steps_match(_joined(actual), _joined(expected))

    def _inner(self) -> "PathRules":
        return PathRules(self.mode, None if self.depth is None else self.depth - 1)

    def _explain(self, actual: Steps, expected: Steps, prefix: str) -> list[Edit]:
        ours = [visit for step in actual for visit in step]
        theirs = [visit for step in expected for visit in step]
        missing = Counter(v.name for v in theirs) - Counter(v.name for v in ours)
        extra = Counter(v.name for v in ours) - Counter(v.name for v in theirs)
        edits: list[Edit] = []
        if self.mode != "subset":
            edits += [
                Edit("missing", f"missing node {prefix}{name}{_times(count)}")
                for name, count in missing.items()
            ]
        if self.mode in ("strict", "unordered", "subset"):
            edits += [
                Edit("extra", f"unexpected node {prefix}{name}{_times(count)}")
                for name, count in extra.items()
            ]
        edits += self._explain_nested(ours, theirs, prefix)
        if not edits:
            text = f"the run visits {_spell(actual)}, the reference {_spell(expected)}"
            edits.append(Edit("order", f"order{f' in {prefix[:-3]}' if prefix else ''}", text))
        return edits

    def _explain_nested(
        self, ours: Sequence[NodeVisit], theirs: Sequence[NodeVisit], prefix: str
    ) -> list[Edit]:
        if self.depth == 1:
            return []
        edits: list[Edit] = []
        left = list(ours)
        for wanted in theirs:
            twin = next((v for v in left if v.name == wanted.name), None)
            if twin is None:
                continue
            left.remove(twin)
            if not self._admits(twin, wanted):
                inner, below = self._inner(), f"{prefix}{wanted.name} > "
                edits += inner._explain(_joined(twin), _joined(wanted), below)
        return edits


def _names(steps: Steps) -> list[list[str]]:
    return [[visit.name for visit in step] for step in steps]


def _joined(visit: NodeVisit) -> Steps:
    return [step for path in visit.nested for step in path.steps]


def _times(count: int) -> str:
    return f" x{count}" if count > 1 else ""


def _spell(steps: Steps, limit: int = 12) -> str:
    shown = [
        step[0].name if len(step) == 1 else f"({' & '.join(sorted(v.name for v in step))})"
        for step in steps[:limit]
    ]
    more = f" > ... ({len(steps)} steps)" if len(steps) > limit else ""
    return (" > ".join(shown) or "nothing") + more
