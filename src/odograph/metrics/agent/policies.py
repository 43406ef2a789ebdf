"""Policies: what a run must not do, whatever its task. They need no reference.

    Never("delete", where={"path": regex("/prod/.*")})
    Requires("lookup_order", before="refund", on="order_id")

In all of them `tool` is a name or a comparator of names (`one_of("drop", "delete")`), and `where`
narrows the policy to calls whose arguments meet every condition, path -> value or comparator
(`{"amount": above(100)}`; of several values at `items[*].sku` one is enough). `which` is judged:
the calls `requested`, also those that never ran, those `executed` (failed or not, with the
arguments they ran with), or those that `succeeded`.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from odograph.errors import InputError
from odograph.match.equality import canonical
from odograph.match.places import parse_place
from odograph.match.selection import CallFilter, Picked, values_at
from odograph.metrics.agent.policy import Findings, Policy, Violation, made
from odograph.metrics.metric import check_one_of
from odograph.trace import Sample, ToolCall, Which
from odograph.trace.values import is_mapping, is_sequence

__all__ = ("AtMost", "AtMostOnce", "Never", "Requires")


@dataclass(frozen=True, repr=False)
class Never(Policy):
    """Verdict: the tool is never called. Defined here.

        Never("delete", where={"path": regex("/prod/.*")})

    Attributes:
        tool, where, which: see the module's text.
    """

    tool: Any
    where: Mapping[str, Any] = field(default_factory=dict[str, Any])
    which: Which = "requested"

    def __post_init__(self) -> None:
        check_one_of(Which, self.which, "which")
        _ = self._filter

    @cached_property
    def _filter(self) -> CallFilter:
        return CallFilter(self.tool, self.where)

    def _find(self, sample: Sample) -> Findings:
        records = sample.call_records
        picked = self._filter.picks(records, self.which)
        checked = made(picked, records, self.which, self._filter)
        return Findings(checked, len(picked), [Violation(one, "never allowed") for one in picked])


@dataclass(frozen=True, repr=False)
class AtMost(Policy):
    """Verdict: the tool is called at most n times. Defined here.

        AtMost(3, "search")

    Attributes:
        n: a whole number, 0 or more.
        tool, where, which: see the module's text.

    Raises:
        InputError: n is no such number.
    """

    n: int
    tool: Any
    where: Mapping[str, Any] = field(default_factory=dict[str, Any])
    which: Which = "requested"

    def __post_init__(self) -> None:
        if type(self.n) is not int or self.n < 0:
            raise InputError.of("n must be a whole number, 0 or more", self.n, place="n")
        check_one_of(Which, self.which, "which")
        _ = self._filter

    @cached_property
    def _filter(self) -> CallFilter:
        return CallFilter(self.tool, self.where)

    def _find(self, sample: Sample) -> Findings:
        records = sample.call_records
        picked = self._filter.picks(records, self.which)
        checked = f"{made(picked, records, self.which, self._filter)}, at most {self.n} allowed"
        violations = [
            Violation(one, f"number {number}, at most {self.n} allowed")
            for number, one in enumerate(picked[self.n :], self.n + 1)
        ]
        return Findings(checked, len(picked), violations)


@dataclass(frozen=True, repr=False)
class AtMostOnce(Policy):
    """Verdict: no call of the tool comes twice. Defined here.

        AtMostOnce("charge", key="order_id", which="succeeded")

    Attributes:
        key: the argument, or the arguments, by which two calls are the same; None compares all
            of them. Calls that lack it are the same to each other. Values are equal as JSON is;
            calls with unreadable arguments are left out.
        tool, where, which: see the module's text; with a key, all the tools that are named count
            together.
    """

    tool: Any
    key: str | Sequence[str] | None = None
    where: Mapping[str, Any] = field(default_factory=dict[str, Any])
    which: Which = "requested"

    def __post_init__(self) -> None:
        check_one_of(Which, self.which, "which")
        if self.key is not None:
            _check_paths(self._keys, "key")
        _ = self._filter

    @cached_property
    def _filter(self) -> CallFilter:
        return CallFilter(self.tool, self.where)

    @property
    def _keys(self) -> Sequence[str]:
        if self.key is None:
            return ()
        return (self.key,) if isinstance(self.key, str) else self.key

    def _find(self, sample: Sample) -> Findings:
        records = sample.call_records
        picked = [
            one for one in self._filter.picks(records, self.which) if isinstance(one.call, ToolCall)
        ]
        first: dict[Hashable, Picked] = {}
        violations: list[Violation] = []
        for one in picked:
            earlier = first.setdefault(self._value(one), one)
            if earlier is not one:
                same = "the same arguments" if self.key is None else f"the same {_and(self._keys)}"
                violations.append(Violation(one, f"{same} as call {earlier.number + 1}"))
        return Findings(made(picked, records, self.which, self._filter), len(picked), violations)

    def _value(self, picked: Picked) -> Hashable:
        """What two calls that are the same have in common."""
        call = picked.call
        if self.key is None and isinstance(call, ToolCall):
            return call.name, canonical(call.args)
        return tuple(values_at(call, path) for path in self._keys)


@dataclass(frozen=True, repr=False)
class Requires(Policy):
    """Verdict: a tool is called only after another one has succeeded. Defined here.

        Requires("lookup_order", before="refund", on="order_id")

    The call that is required must have been asked for in an earlier step (AI message) than the
    call that needs it, for calls of one step do not know each other's results; and it must have
    succeeded, whatever `which` says. One such call serves any number of later ones.

    Attributes:
        tool: what must come first; a name or a comparator of names.
        before: the tool that needs it, likewise.
        on: the argument that must have the same value in both, or {path in the later call: path
            in the earlier one}. A later call without it breaks the policy.
        where: conditions on the later call.
        which: the later calls that are judged.
    """

    tool: Any
    before: Any
    on: str | Mapping[str, str] | None = None
    where: Mapping[str, Any] = field(default_factory=dict[str, Any])
    which: Which = "requested"

    def __post_init__(self) -> None:
        check_one_of(Which, self.which, "which")
        if self.on is not None:
            paths = [*self.on, *self.on.values()] if is_mapping(self.on) else [self.on]
            _check_paths(paths, "on")
        _ = self._required, self._guarded

    @cached_property
    def _required(self) -> CallFilter:
        return CallFilter(self.tool)

    @cached_property
    def _guarded(self) -> CallFilter:
        return CallFilter(self.before, self.where)

    @property
    def _on(self) -> Mapping[str, str]:
        if self.on is None:
            return {}
        return {self.on: self.on} if isinstance(self.on, str) else self.on

    def _find(self, sample: Sample) -> Findings:
        records = sample.call_records
        picked = self._guarded.picks(records, self.which)
        required = self._required.picks(records, "requested")
        violations: list[Violation] = []
        for one in picked:
            why = self._lacks(one, required)
            if why:
                violations.append(Violation(one, why))
        return Findings(made(picked, records, self.which, self._guarded), len(picked), violations)

    def _lacks(self, later: Picked, required: Sequence[Picked]) -> str:
        """What the later call lacks; empty if nothing."""
        absent = [path for path in self._on if not values_at(later.call, path)]
        if absent:
            return f"has no {absent[0]} to look for in an earlier call of {self._required}"
        alike = [one for one in required if self._agree(later, one)]
        succeeded = [one for one in alike if one.record.outcome == "executed"]
        if any(one.step < later.step for one in succeeded):
            return ""
        same = f" with the same {_and(list(self._on))}" if self._on else ""
        wanted = f"no {self._required}{same} succeeded before it"
        if succeeded:
            when = "in the same step" if succeeded[0].step == later.step else "later"
            return f"{wanted}; call {succeeded[0].number + 1} came {when}"
        if alike:
            return f"{wanted}; call {alike[0].number + 1} was {alike[0].record.outcome}"
        return wanted

    def _agree(self, later: Picked, earlier: Picked) -> bool:
        ran = earlier.record.call("executed") or earlier.call
        return all(
            values_at(later.call, path) == values_at(ran, other) for path, other in self._on.items()
        )


def _check_paths(paths: Any, place: str) -> None:
    if not is_sequence(paths) or not paths:
        raise InputError.of("must name an argument, or several", paths, place=place)
    for path in paths:
        if not isinstance(path, str):
            raise InputError.of("a path must be text", path, place=place)
        try:
            parse_place(path)
        except InputError as error:
            raise error.at(place) from None


def _and(words: Sequence[str]) -> str:
    return " and ".join(words)
