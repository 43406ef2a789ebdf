"""Which calls of a run a rule is about: by the tool's name and conditions on the arguments."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from odograph.errors import InputError
from odograph.match.arguments import Call
from odograph.match.comparator import Comparator, Compare
from odograph.match.comparators import as_comparator
from odograph.match.difference import ask
from odograph.match.edits import spell_call
from odograph.match.equality import ABSENT, canonical
from odograph.match.places import Place, find, parse_place
from odograph.trace import CallRecord, ToolCall, Which
from odograph.trace.values import is_mapping

__all__ = ("CallFilter", "Picked", "values_at")


@dataclass(frozen=True, slots=True)
class Picked:
    """A call of a run.

    Attributes:
        number: of its record, from 0.
        step: number of the AI message that asked for it among those that call, from 0; a call
            that no message asked for is a step of its own.
        call: as it was requested, or as it ran.
    """

    number: int
    step: int
    call: Call
    record: CallRecord

    def __str__(self) -> str:
        at = "from code" if self.record.message is None else f"in user_input[{self.record.message}]"
        return f"call {self.number + 1} {spell_call(self.call)} {at}"


@dataclass(frozen=True)
class CallFilter:
    """Calls of a tool whose arguments meet all conditions.

    Attributes:
        tool: its name, or a comparator of names such as `one_of("drop", "delete")`.
        where: path -> value or comparator; of several values at a path (`items[*].sku`) one is
            enough. A call without the argument does not meet the condition, nor does one whose
            arguments cannot be read, unless the condition is `optional(...)`.

    Raises:
        InputError: a path that does not parse, or a comparator that needs an expected value.
    """

    tool: Any
    where: Mapping[str, Any] = field(default_factory=dict[str, Any])
    _named: Compare = field(init=False, repr=False, compare=False)
    _conditions: Sequence[tuple[Place, Compare]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.tool:
            raise InputError.of("must be a tool's name, or a comparator of names", self.tool)
        if not is_mapping(self.where):
            rule = "where must map paths to values or comparators"
            raise InputError.of(rule, self.where, place="where")
        conditions = [(_place(path), _alone(one, path)) for path, one in self.where.items()]
        object.__setattr__(self, "_named", _alone(self.tool, "tool"))
        object.__setattr__(self, "_conditions", conditions)

    def __str__(self) -> str:
        name = self.tool if isinstance(self.tool, str) else repr(self.tool)
        conditions = (f"{path} is {one!r}" for path, one in self.where.items())
        return f"{name} where {' and '.join(conditions)}" if self.where else name

    def picks(self, records: Sequence[CallRecord], which: Which) -> list[Picked]:
        """Pick the calls, in order; `which` chooses among them as everywhere."""
        return [
            Picked(number, step, call, record)
            for number, (step, record) in enumerate(_by_step(records))
            if (call := record.call(which)) is not None and self._admits(call)
        ]

    def _admits(self, call: Call) -> bool:
        if not ask(self._named, call.name or "", ABSENT):
            return False
        args = _readable(call)
        return all(_meets(args, place, one) for place, one in self._conditions)


def values_at(call: Call, path: str) -> tuple[Hashable, ...]:
    """Keys of the values of a call at a path, equal for equal values; none where it is absent."""
    return tuple(canonical(value) for _, value in find(_readable(call), parse_place(path)))


def _readable(call: Call) -> Mapping[str, Any]:
    """The arguments of a call; none where they cannot be read."""
    return call.args if isinstance(call, ToolCall) else {}


def _by_step(records: Sequence[CallRecord]) -> Iterator[tuple[int, CallRecord]]:
    step = -1
    asked: int | None = None
    for record in records:
        if record.message is None or record.message != asked:
            step += 1
        asked = record.message
        yield step, record


def _meets(args: Mapping[str, Any], place: Place, compare: Compare) -> bool:
    values = [value for _, value in find(args, place)]
    if not values:
        return isinstance(compare, Comparator) and compare.may_be_absent
    return any(ask(compare, value, ABSENT) for value in values)


def _place(path: Any) -> Place:
    if not isinstance(path, str):
        raise InputError.of("a path must be text", path, place="where")
    try:
        return parse_place(path)
    except InputError as error:
        raise error.at("where") from None


def _alone(condition: Any, path: str) -> Compare:
    """Take a condition, which has no expected value to compare with."""
    compare = as_comparator(condition)
    if isinstance(compare, Comparator) and not compare.stands_alone:
        rule = "a condition has nothing to compare with: give the comparator a value of its own"
        raise InputError.of(rule, condition, place=path)
    return compare
