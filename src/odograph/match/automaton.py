"""The automaton behind a path pattern: all ways to read the steps are followed at once.

Every step of a path is looked at once, whatever the pattern (Thompson 1968), so that matching
takes time linear in the path; nothing is tried and taken back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from odograph.errors import InputError
from odograph.match.pairing import ByRelation
from odograph.trace import NodePath, NodeVisit

__all__ = (
    "Automaton",
    "Choice",
    "Expression",
    "Member",
    "NodeTest",
    "Repeat",
    "Series",
    "StepTest",
    "Stop",
)

_STATES_AT_MOST = 5000

# What the parser builds. Tests are compared by identity: each is asked once a step.


@dataclass(frozen=True, eq=False, slots=True)
class NodeTest:
    """One node: by name (None: any), and by what ran inside where `inner` is given."""

    name: str | None
    inner: "Automaton | None" = None

    def admits(self, visit: NodeVisit) -> bool:
        """Whether the visit is such a node; all graphs that ran inside must follow `inner`."""
        if self.name is not None and self.name != visit.name:
            return False
        return self.inner is None or all(
            self.inner.run(path.steps) is None for path in visit.nested or (NodePath(),)
        )


@dataclass(frozen=True, eq=False, slots=True)
class Member:
    """Nodes of one step, `least` to `most` of them, each of which passes one of the tests."""

    tests: Sequence[NodeTest]
    least: int = 1
    most: int | None = 1

    def admits(self, visit: NodeVisit) -> bool:
        """Whether the visit passes one of the tests."""
        return any(test.admits(visit) for test in self.tests)


@dataclass(frozen=True, eq=False, slots=True)
class StepTest:
    """One step: each of its nodes belongs to one member, and the members have their numbers."""

    members: Sequence[Member]
    text: str

    @property
    def nodes(self) -> list[NodeTest]:
        """The tests of its nodes."""
        return [test for member in self.members for test in member.tests]

    def admits(self, step: Sequence[NodeVisit]) -> bool:
        """Whether the step is such a one."""
        fits = [[m for m, one in enumerate(self.members) if one.admits(visit)] for visit in step]
        if not all(fits) or sum(one.least for one in self.members) > len(step):
            return False
        if all(len(fit) == 1 for fit in fits):
            numbers = [0] * len(self.members)
            for (member,) in fits:
                numbers[member] += 1
            return all(map(_within, self.members, numbers))
        return self._assigns(fits)

    def _assigns(self, fits: list[list[int]]) -> bool:
        """Decide where a node may belong to several members.

        If all nodes can be placed, and all that is required can be filled, then both can be had
        at once (Mendelsohn and Dulmage 1958). Members without upper bound take any number.
        """
        limited: list[int] = []
        required: list[int] = []
        free: set[int] = set()
        for number, member in enumerate(self.members):
            required += [number] * member.least
            if member.most is None:
                free.add(number)
            else:
                limited += [number] * min(member.most, len(fits))
        bound = [fit for fit in fits if free.isdisjoint(fit)]
        pairing = ByRelation[list[int], int](lambda fit, member: member in fit)
        return pairing.size(bound, limited) == len(bound) and pairing.size(fits, required) == len(
            required
        )


@dataclass(frozen=True, eq=False, slots=True)
class Series:
    """One after the other."""

    parts: Sequence["Expression"]


@dataclass(frozen=True, eq=False, slots=True)
class Choice:
    """One of them."""

    parts: Sequence["Expression"]


@dataclass(frozen=True, eq=False, slots=True)
class Repeat:
    """The same again, `least` to `most` times; None is without bound."""

    part: "Expression"
    least: int
    most: int | None


Expression = StepTest | Series | Choice | Repeat


@dataclass(frozen=True, slots=True)
class Stop:
    """Where no way to read the steps goes on.

    Attributes:
        step: number of the step that does not fit, from 0; the number of steps where they end
            too early.
        expected: what could have come there.
        may_end: whether the steps could have ended there.
    """

    step: int
    expected: Sequence[StepTest]
    may_end: bool


class Automaton:
    """An expression made ready to run: states that test a step, and states that only branch.

    Raises:
        InputError: the repetitions of the expression multiply to too many states.
    """

    def __init__(self, expression: Expression) -> None:
        self._tests: list[StepTest | None] = [None]
        self._next: list[list[int]] = [[]]  # state 0 is the end
        self._start = self._add(expression, 0)

    def run(self, steps: Sequence[Sequence[NodeVisit]]) -> Stop | None:
        """Read the steps; None if the whole of them fits. A step without nodes is none."""
        live = self._branches([self._start])
        number = 0
        for number, step in enumerate(steps, 1):
            if not step:
                continue
            tests = {test for state in live if (test := self._tests[state]) is not None}
            passed = {test for test in tests if test.admits(step)}
            after = [self._next[state] for state in live if self._tests[state] in passed]
            if not after:
                return self._stop(number - 1, live)
            live = self._branches(list(chain.from_iterable(after)))
        return None if 0 in live else self._stop(number, live)

    @property
    def tests(self) -> list[StepTest]:
        """All tests of steps."""
        return [test for test in self._tests if test is not None]

    def _branches(self, states: list[int]) -> dict[int, None]:
        """The states reached without a step, in the order of the pattern."""
        reached: dict[int, None] = {}
        stack = states[::-1]
        while stack:
            state = stack.pop()
            if state not in reached:
                reached[state] = None
                if self._tests[state] is None:
                    stack += self._next[state][::-1]
        return reached

    def _stop(self, step: int, live: dict[int, None]) -> Stop:
        tests = [test for state in live if (test := self._tests[state]) is not None]
        return Stop(step, list(dict.fromkeys(tests)), 0 in live)

    def _add(self, expression: Expression, after: int) -> int:
        """Add the states of an expression that goes on at `after`; where it begins."""
        if isinstance(expression, StepTest):
            return self._state(expression, [after])
        if isinstance(expression, Repeat):
            return self._add_repeat(expression, after)
        if isinstance(expression, Choice):
            return self._state(None, [self._add(part, after) for part in expression.parts])
        for part in reversed(expression.parts):
            after = self._add(part, after)
        return after

    def _add_repeat(self, repeat: Repeat, after: int) -> int:
        start, again = after, repeat.least
        if repeat.most is None:
            loop = self._state(None, [])
            body = self._add(repeat.part, loop)
            self._next[loop] += [body, after]
            start, again = (loop, 0) if not repeat.least else (body, repeat.least - 1)
        else:
            for _ in range(repeat.most - repeat.least):
                start = self._state(None, [self._add(repeat.part, start), after])
        for _ in range(again):
            start = self._add(repeat.part, start)
        return start

    def _state(self, test: StepTest | None, after: list[int]) -> int:
        if len(self._tests) >= _STATES_AT_MOST:
            raise InputError(f"the repetitions multiply to more than {_STATES_AT_MOST} states")
        self._tests.append(test)
        self._next.append(after)
        return len(self._tests) - 1


def _within(member: Member, number: int) -> bool:
    return member.least <= number and (member.most is None or number <= member.most)
