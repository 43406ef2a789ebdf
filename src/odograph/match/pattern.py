"""Path patterns: in one line, all the ways that a run may take through a graph."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from odograph.errors import InputError
from odograph.match.automaton import Automaton, StepTest, Stop
from odograph.match.pattern_text import read_pattern, spell_node
from odograph.trace import NodePath, NodeVisit

__all__ = ("Mismatch", "PathPattern")

_SHOWN_STEPS = 3
_SHOWN_NODES = 6
Steps = Sequence[Sequence[NodeVisit]]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Why a path does not follow a pattern.

    Attributes:
        step: number of the step that does not fit, from 0; the number of steps where the path
            ends too early.
        after: the steps before it, as a pattern writes them.
        expected: what the pattern takes there; empty where only the end would do.
        got: the step, as a pattern writes it; None where the path ends.
        may_end: whether the path could have ended there.
        inside: for a node whose own steps do not follow its brackets: its name and why.
    """

    step: int
    after: Sequence[str]
    expected: Sequence[str]
    got: str | None
    may_end: bool = False
    inside: tuple[str, "Mismatch"] | None = None

    def __str__(self) -> str:
        shown = ", ".join(self.after[-_SHOWN_STEPS:])
        cut = "..., " if len(self.after) > _SHOWN_STEPS else ""
        where = f"after {cut}{shown}: " if shown else ""
        options = list(self.expected[:_SHOWN_NODES])
        if len(self.expected) > _SHOWN_NODES:
            options.append(f"{len(self.expected) - _SHOWN_NODES} more")
        if self.may_end:
            options.append("the end")
        got = "the path ends" if self.got is None else f"got {self.got}"
        tie = ", but " if self.got is None else ", "
        text = f"{where}expected {' or '.join(options)}{tie}{got} (step {self.step + 1})"
        return text if self.inside is None else f"{text}; inside {self.inside[0]}: {self.inside[1]}"

    def as_dict(self) -> dict[str, Any]:
        """Write the mismatch as JSON values."""
        written: dict[str, Any] = {
            "step": self.step,
            "after": list(self.after),
            "expected": list(self.expected),
            "got": self.got,
            "may_end": self.may_end,
        }
        if self.inside is not None:
            written["inside"] = {"node": self.inside[0], **self.inside[1].as_dict()}
        return written


@dataclass(frozen=True)
class PathPattern:
    """A pattern over the steps of a path; defined here.

    * `a > b`: a step with the node a alone, then one with b alone;
    * `a & b`: one step with a and b, `worker & worker*` with one worker or more, `a & ...` with a
      and whatever else;
    * `x | y`: one of them; it binds loosest, `&` tightest, and parentheses group;
    * `x*`, `x+`, `x?`, `x{2,4}`: repeated steps; inside `&`, several such nodes in that step;
    * `_`: a step with one node, whichever; `...`: any number of steps of any kind; `_ & ...`: any
      one step;
    * `team[draft > review+]`: the node team, inside which every graph run follows the pattern.
      Without brackets nothing inside is looked at;
    * `'my node'`: names with other characters than letters, digits, `_` and, between them, `.`,
      `-`, `:` and `/`.

        PathPattern("plan > (a & b) > answer?").matches(["plan", {"a", "b"}])

    Matching takes time linear in the path.

    Raises:
        InputError: the text is no pattern; the place is the column.
    """

    text: str
    _automaton: Automaton = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise InputError.of("a path pattern must be text", self.text)
        try:
            automaton = Automaton(read_pattern(self.text))
        except InputError as error:
            raise error.at(f"pattern {self.text!r}") from None
        object.__setattr__(self, "_automaton", automaton)

    def __repr__(self) -> str:
        return f"PathPattern({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def matches(self, path: NodePath | Sequence[Any]) -> bool:
        """Whether the whole path follows the pattern."""
        return self._automaton.run(NodePath.of(path).steps) is None

    def mismatch(self, path: NodePath | Sequence[Any]) -> Mismatch | None:
        """Say how far the path follows the pattern and what was expected there; None if all of it.

        No way to read the path gets further than the step named.
        """
        steps = NodePath.of(path).steps
        stop = self._automaton.run(steps)
        return None if stop is None else _explain(stop, steps)

    @property
    def looks_inside(self) -> bool:
        """Whether the pattern says anything of what ran inside nodes."""
        return any(test.inner is not None for one in self._automaton.tests for test in one.nodes)


def _explain(stop: Stop, steps: Steps) -> Mismatch:
    at = steps[stop.step] if stop.step < len(steps) else None
    return Mismatch(
        stop.step,
        [_spell(step) for step in steps[: stop.step] if step],
        list(dict.fromkeys(one.text for one in stop.expected if one.text != "...")),
        None if at is None else _spell(at),
        stop.may_end,
        None if at is None else _inside(stop.expected, at),
    )


def _inside(expected: Sequence[StepTest], step: Sequence[NodeVisit]) -> tuple[str, Mismatch] | None:
    """Find the node of the step that was expected, had its inner steps been others."""
    for test in (test for one in expected for test in one.nodes):
        for visit in step:
            if test.inner is None or test.name not in (None, visit.name):
                continue
            for path in visit.nested or (NodePath(),):
                stop = test.inner.run(path.steps)
                if stop is not None:
                    return visit.name, _explain(stop, path.steps)
    return None


def _spell(step: Sequence[NodeVisit]) -> str:
    names = sorted(visit.name for visit in step)
    shown = " & ".join(map(spell_node, names[:_SHOWN_NODES]))
    more = len(names) - _SHOWN_NODES
    return f"{shown} & ... ({more} more)" if more > 0 else shown
