"""Equality of JSON values, typed.

Key order never matters, list order does. 1 equals 1.0 and large integers compare as integers;
true is not 1, "1" is not 1, null is not absent; NaN equals NaN. Text is compared as it is,
without Unicode normalisation (defined here, after RFC 8259's data model).
"""

import math
from collections.abc import Hashable
from typing import Any

from odograph.errors import InputError
from odograph.match.comparator import is_comparator
from odograph.trace.values import as_json, is_mapping, is_sequence

__all__ = ("ABSENT", "Absent", "canonical", "equal_json")


class Absent:
    """The value of an argument that is not there; null is a value, this is none."""

    def __repr__(self) -> str:
        return "absent"


ABSENT = Absent()

_OWN_KEY = frozenset({str, int, type(None)})


def canonical(value: Any) -> Hashable:
    """Return a key that two values share exactly if they are equal.

    Raises:
        TypeError: the value holds a comparator, or is absent: neither has a key.
    """
    kind = value.__class__
    if kind in _OWN_KEY:
        own: Hashable = value
        return own
    # the members that are their own keys are not asked again: this runs for every argument
    if kind is dict:
        return frozenset(
            [(k, v if type(v) in _OWN_KEY else canonical(v)) for k, v in value.items()]
        )
    if kind is list:
        return ("[", *[item if type(item) in _OWN_KEY else canonical(item) for item in value])
    if kind is float:
        if math.isnan(value):
            return ("nan",)
        return int(value) if value.is_integer() else value
    return _other(value)


def _other(value: Any) -> Hashable:
    if isinstance(value, bool):
        return ("bool", value)
    if value is ABSENT:
        raise TypeError("absent is no value")
    if is_mapping(value):
        return canonical(dict(value))
    if is_sequence(value):
        return canonical(list(value))
    if is_comparator(value):
        raise TypeError(f"{value!r} is a comparator and has no key")
    return canonical(as_json(value))  # a date, a set, an enum: by its JSON form


def equal_json(actual: Any, expected: Any) -> bool:
    """Whether two JSON values are equal.

    Raises:
        InputError: one of them holds a comparator where only values can be compared.
    """
    if type(actual) is str and type(expected) is str:
        return bool(actual == expected)
    try:
        return canonical(actual) == canonical(expected)
    except TypeError as error:
        raise InputError(f"only values can be compared here ({error})") from None
