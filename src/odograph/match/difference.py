"""Where two values differ, with comparators deciding at some places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from odograph.errors import InputError
from odograph.match.comparator import Comparator, Compare, ask, function_name, is_comparator
from odograph.match.comparators import as_comparator
from odograph.match.equality import ABSENT, canonical
from odograph.match.places import ANY_KEY, Place, key_path
from odograph.trace.values import as_json, is_list, is_mapping, is_object, is_sequence

__all__ = ("Comparison", "Difference", "ask", "function_name")

_PLAIN = frozenset({str, int, float, bool, type(None)})


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two values differ.

    Attributes:
        path: where, from the root of the arguments: `$.filters[0].city`.
        actual: the value of the run, or `ABSENT`.
        expected: the value of the reference, or `ABSENT`.
        rule: the comparator that refused, as it is written; empty for plain equality.
    """

    path: str
    actual: Any
    expected: Any
    rule: str = ""

    @property
    def kind(self) -> Literal["changed", "missing", "unexpected"]:
        """Whether a value differs, is missing from the run, or is one too many in it."""
        if self.actual is ABSENT:
            return "missing"
        return "unexpected" if self.expected is ABSENT else "changed"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Comparison of two values that knows at which places below it a comparator decides.

    A comparator that stands in the expected value decides at its own place.
    """

    spots: Sequence[tuple[Place, Compare]] = ()

    def reaches(self, key: str | int) -> bool:
        """Whether a comparator sits at or below this key."""
        return any(place and place[0] in (key, ANY_KEY) for place, _ in self.spots)

    def down(self, key: str | int) -> "Comparison":
        """Return the comparison for the value at `key`."""
        if not self.spots:
            return self
        return Comparison([(p[1:], one) for p, one in self.spots if p and p[0] in (key, ANY_KEY)])

    def differences(self, actual: Any, expected: Any, path: str = "$") -> Iterator[Difference]:
        """Yield every difference, in the order of the expected value."""
        if not self.spots and type(actual) in _PLAIN and type(expected) in _PLAIN:
            if _differ(actual, expected):
                yield Difference(path, actual, expected)
            return
        actual = actual if _is_json(actual) else as_json(actual)
        decider = next((one for place, one in self.spots if not place), None)
        if decider is not None:
            yield from _decide(decider, actual, expected, path)
        elif is_comparator(expected):
            yield from _decide_in_reference(expected, actual, path)
        elif is_mapping(actual) and is_mapping(expected):
            for key in (*expected, *(key for key in actual if key not in expected)):
                yield from self.down(key).differences(
                    actual.get(key, ABSENT), expected.get(key, ABSENT), key_path(path, key)
                )
        elif is_sequence(actual) and is_sequence(expected):
            for index in range(max(len(actual), len(expected))):
                yield from self.down(index).differences(
                    actual[index] if index < len(actual) else ABSENT,
                    expected[index] if index < len(expected) else ABSENT,
                    key_path(path, index),
                )
        elif _differ(actual, expected):
            yield Difference(path, actual, expected)


def _is_json(value: Any) -> bool:
    return value is ABSENT or type(value) in _PLAIN or is_object(value) or is_list(value)


def _differ(actual: Any, expected: Any) -> bool:
    """Whether two values differ of which at least one is no mapping or list."""
    if actual is ABSENT or expected is ABSENT:
        return True
    if type(actual) is str and type(expected) is str:
        return bool(actual != expected)
    try:
        return canonical(actual) != canonical(expected)
    except TypeError:  # the reference has a list with a comparator in it, the run has no list
        return True


def _decide(compare: Compare, actual: Any, expected: Any, path: str) -> Iterator[Difference]:
    if actual is ABSENT or expected is ABSENT:
        if not _may_be_absent(compare):
            yield Difference(path, actual, expected)
    elif not ask(compare, actual, expected):
        yield Difference(path, actual, expected, function_name(compare))


def _decide_in_reference(written: Any, actual: Any, path: str) -> Iterator[Difference]:
    compare = as_comparator(written)
    if isinstance(compare, Comparator) and not compare.stands_alone:
        rule = "a comparator in a reference must hold the value to compare with"
        raise InputError.of(rule, compare, place=path)
    agrees = _may_be_absent(compare) if actual is ABSENT else ask(compare, actual, ABSENT)
    if not agrees:
        yield Difference(path, actual, compare)


def _may_be_absent(compare: Compare) -> bool:
    return isinstance(compare, Comparator) and compare.may_be_absent
