"""Comparators: how one argument is compared, called as (actual, expected).

They are written bare or with parameters, `{"city": casefold, "price": approx(0.01)}`, nest where
they take an inner comparator (`as_set(casefold)`), and may stand in the arguments of a reference
call in place of a value: `ToolCall("pay", {"eur": approx(0.01, of=40), "note": any_value})`.
"""

# The classes bear lower-case names because users write them like functions, mostly bare.
# A comparator is its `__call__`; some need only one of the two values.
# ruff: noqa: N801, ARG002, D102

import math
import re
import unicodedata
from dataclasses import dataclass
from datetime import date as day_of
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal, TypeGuard

from odograph.errors import InputError
from odograph.match.comparator import Comparator, Compare, ask
from odograph.match.equality import ABSENT, Absent, equal_json
from odograph.trace.values import is_sequence

__all__ = (
    "above",
    "any_value",
    "approx",
    "as_comparator",
    "as_set",
    "below",
    "casefold",
    "contains",
    "date",
    "each",
    "normalize_unicode",
    "one_of",
    "optional",
    "regex",
)


def as_comparator(value: Any) -> Compare:
    """Take a comparator, a comparator class written bare, a function, or a value to equal.

    Raises:
        InputError: a comparator written bare that needs parameters.
    """
    if isinstance(value, type) and issubclass(value, Comparator):
        try:
            return value()
        except TypeError:
            raise InputError(f"{value.__name__} needs parameters: {value.__name__}(...)") from None
    return value if _is_function(value) else _equals(value)


def _stands_alone(value: Any) -> bool:
    compare = as_comparator(value)
    return not isinstance(compare, Comparator) or compare.stands_alone


def _is_function(value: Any) -> TypeGuard[Compare]:
    return callable(value)


@dataclass(frozen=True, repr=False)
class _equals(Comparator):
    value: Any

    def __call__(self, actual: Any, expected: Any) -> bool:
        return equal_json(actual, self.value)

    def __repr__(self) -> str:
        return repr(self.value)


@dataclass(frozen=True, repr=False)
class any_value(Comparator):
    """Any value, as long as there is one."""

    def __call__(self, actual: Any, expected: Any) -> bool:
        return True


@dataclass(frozen=True, repr=False)
class approx(Comparator):
    """Numbers within a tolerance: |actual - expected| <= max(absolute, relative * |expected|).

    The bounds are included, and the arithmetic is exact on the numbers as they are written:
    0.4 is within 0.1 of 0.3. What is no finite number must be equal.

    Raises:
        InputError: a tolerance that is negative or no finite number.
    """

    absolute: float = 0.0
    relative: float = 0.0
    of: float | None = None

    def __post_init__(self) -> None:
        for name in ("absolute", "relative"):
            value = getattr(self, name)
            if not _is_finite(value) or value < 0:
                raise InputError.of(f"{name} must be a finite number of at least 0", value)

    def __call__(self, actual: Any, expected: Any) -> bool:
        wanted = expected if self.of is None else self.of
        if not _is_finite(actual) or not _is_finite(wanted):
            return equal_json(actual, wanted)
        have, want = _exact(actual), _exact(wanted)
        bound = max(_exact(self.absolute), _exact(self.relative) * abs(want))
        return abs(have - want) <= bound

    @property
    def stands_alone(self) -> bool:
        return self.of is not None


@dataclass(frozen=True, repr=False)
class above(Comparator):
    """A number above the limit, or equal to it where that is included.

    Raises:
        InputError: a limit that is no number; nothing is above NaN.
    """

    limit: float
    inclusive: bool = False

    def __post_init__(self) -> None:
        _check_limit(self.limit)

    def __call__(self, actual: Any, expected: Any) -> bool:
        if not _is_number(actual):
            return False
        return bool(actual > self.limit or (self.inclusive and actual == self.limit))


@dataclass(frozen=True, repr=False)
class below(Comparator):
    """A number below the limit, or equal to it where that is included.

    Raises:
        InputError: a limit that is no number; nothing is below NaN.
    """

    limit: float
    inclusive: bool = False

    def __post_init__(self) -> None:
        _check_limit(self.limit)

    def __call__(self, actual: Any, expected: Any) -> bool:
        if not _is_number(actual):
            return False
        return bool(actual < self.limit or (self.inclusive and actual == self.limit))


@dataclass(frozen=True, repr=False)
class casefold(Comparator):
    """Text without regard to case (Unicode full case folding); other values must be equal."""

    def __call__(self, actual: Any, expected: Any) -> bool:
        if isinstance(actual, str) and isinstance(expected, str):
            return actual.casefold() == expected.casefold()
        return equal_json(actual, expected)

    @property
    def stands_alone(self) -> bool:
        return False


@dataclass(frozen=True, repr=False)
class normalize_unicode(Comparator):
    """Text after Unicode normalisation (UAX #15), by an inner comparator if one is given."""

    inner: Any = None
    form: Literal["NFC", "NFD", "NFKC", "NFKD"] = "NFC"

    def __call__(self, actual: Any, expected: Any) -> bool:
        compare = equal_json if self.inner is None else as_comparator(self.inner)
        return ask(compare, self._normal(actual), self._normal(expected))

    def _normal(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return unicodedata.normalize(self.form, value)

    @property
    def stands_alone(self) -> bool:
        return self.inner is not None and _stands_alone(self.inner)


@dataclass(frozen=True, repr=False)
class regex(Comparator):
    """Text that the pattern matches as a whole; without a pattern, the expected text is it."""

    pattern: str | None = None

    def __call__(self, actual: Any, expected: Any) -> bool:
        pattern = expected if self.pattern is None else self.pattern
        if not isinstance(pattern, str):
            raise InputError.of("regex needs a pattern that is text", pattern)
        try:
            return isinstance(actual, str) and re.fullmatch(pattern, actual) is not None
        except re.error as error:
            raise InputError.of(f"must be a regular expression ({error})", pattern) from None

    @property
    def stands_alone(self) -> bool:
        return self.pattern is not None


@dataclass(frozen=True, repr=False, init=False)
class one_of(Comparator):
    """One of the values or comparators; without any, the expected value lists them."""

    values: tuple[Any, ...]

    def __init__(self, *values: Any) -> None:
        object.__setattr__(self, "values", values)

    def __call__(self, actual: Any, expected: Any) -> bool:
        values: Any = self.values or (() if expected is ABSENT else expected)
        if not is_sequence(values):
            raise InputError.of("one_of() needs a list of acceptable values", values)
        return any(ask(as_comparator(value), actual, expected) for value in values)

    def __repr__(self) -> str:
        return f"one_of({', '.join(map(repr, self.values))})"

    @property
    def stands_alone(self) -> bool:
        return bool(self.values) and all(map(_stands_alone, self.values))


@dataclass(frozen=True, repr=False)
class contains(Comparator):
    """The run's text contains the expected text, or its list every expected item."""

    value: Any = ABSENT

    def __call__(self, actual: Any, expected: Any) -> bool:
        wanted = expected if isinstance(self.value, Absent) else self.value
        if isinstance(actual, str):
            return isinstance(wanted, str) and wanted in actual
        if not is_sequence(actual):
            return False
        items = wanted if is_sequence(wanted) else [wanted]
        return all(any(equal_json(have, item) for have in actual) for item in items)

    @property
    def stands_alone(self) -> bool:
        return self.value is not ABSENT


@dataclass(frozen=True, repr=False)
class as_set(Comparator):
    """Lists as sets: order and repeats do not count; items by an inner comparator if given."""

    inner: Any = None

    def __call__(self, actual: Any, expected: Any) -> bool:
        if not is_sequence(actual) or not is_sequence(expected):
            return equal_json(actual, expected)
        same = equal_json if self.inner is None else as_comparator(self.inner)
        return all(any(ask(same, a, e) for e in expected) for a in actual) and all(
            any(ask(same, a, e) for a in actual) for e in expected
        )

    @property
    def stands_alone(self) -> bool:
        return False


@dataclass(frozen=True, repr=False)
class each(Comparator):
    """Lists of the same length, item by item with the inner comparator."""

    inner: Any

    def __call__(self, actual: Any, expected: Any) -> bool:
        if not is_sequence(actual) or not is_sequence(expected):
            return False
        same = as_comparator(self.inner)
        return len(actual) == len(expected) and all(
            ask(same, a, e) for a, e in zip(actual, expected, strict=True)
        )

    @property
    def stands_alone(self) -> bool:
        return False


@dataclass(frozen=True, repr=False)
class date(Comparator):
    """The same day, or the same instant where both texts have a time.

    Texts are ISO 8601, or of the given `strptime` format; what is no date must be equal. A time
    with an offset and one without are not the same instant.
    """

    format: str | None = None

    def __call__(self, actual: Any, expected: Any) -> bool:
        left, right = self._read(actual), self._read(expected)
        if left is None or right is None:
            return equal_json(actual, expected)
        if not isinstance(left, datetime) or not isinstance(right, datetime):
            return _day(left) == _day(right)
        if (left.tzinfo is None) != (right.tzinfo is None):
            return False
        return left == right

    def _read(self, value: Any) -> day_of | None:
        """Read a day, or a `datetime` where there is a time too."""
        if not isinstance(value, str):
            return value if isinstance(value, day_of) else None
        for read in (day_of.fromisoformat, datetime.fromisoformat):
            try:
                return read(value)
            except ValueError:
                pass
        if self.format is None:
            return None
        try:
            found = datetime.strptime(value, self.format)
        except ValueError:
            return None
        return found if _HAS_TIME.search(self.format) else found.date()

    @property
    def stands_alone(self) -> bool:
        return False


_HAS_TIME = re.compile(r"%[HIMSfpXc]")


def _day(value: day_of) -> day_of:
    return value.date() if isinstance(value, datetime) else value


@dataclass(frozen=True, repr=False)
class optional(Comparator):
    """The argument may be left out; where it is there, the inner comparator or value decides.

    Without an inner one it must equal the expected value, and in a reference may be anything.
    """

    inner: Any = ABSENT

    def __call__(self, actual: Any, expected: Any) -> bool:
        if self.inner is ABSENT:
            return expected is ABSENT or equal_json(actual, expected)
        return ask(as_comparator(self.inner), actual, expected)

    @property
    def may_be_absent(self) -> bool:
        return True

    @property
    def stands_alone(self) -> bool:
        return self.inner is ABSENT or _stands_alone(self.inner)


def _check_limit(limit: Any) -> None:
    if not _is_number(limit) or (isinstance(limit, float) and math.isnan(limit)):
        raise InputError.of("limit must be a number", limit)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_finite(value: Any) -> bool:
    return _is_number(value) and (isinstance(value, int) or math.isfinite(value))


def _exact(number: float) -> Fraction:
    """Read a number as it is written: 0.1 is one tenth, not the binary float next to it."""
    return Fraction(number) if isinstance(number, int) else Fraction(repr(float(number)))
