"""Means and thresholds in exact decimal arithmetic, and digits that never contradict a verdict."""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from odograph.errors import InputError

__all__ = ("exact_mean", "reaches", "read_threshold", "show")

_DIGITS = 3
_MOST_DIGITS = 17


def exact_mean(values: Sequence[float]) -> Fraction | None:
    """Mean of finite numbers as they are written: that of 0.8, 0.7, 0.9 is exactly 0.8.

    None for no numbers.
    """
    if not values:
        return None
    return sum((_exact(value) for value in values), Fraction(0)) / len(values)


def reaches(value: Fraction, threshold: float) -> bool:
    """Whether a value is at least the threshold; being equal is enough.

    Raises:
        InputError: the threshold is no finite number; against NaN every comparison is false.
    """
    if not math.isfinite(threshold):
        raise InputError.of("threshold must be a finite number", threshold)
    return value >= _exact(threshold)


def read_threshold(text: str) -> float:
    """Read a threshold in [0, 1].

    Raises:
        InputError: no number, or none in that range.
    """
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 1:
        raise InputError.of("a threshold must be a number from 0 to 1", text)
    return value


def show(value: Fraction | float, threshold: float | None = None) -> str:
    """Write a value with three digits, or as many as it takes not to seem past the threshold."""
    exact = value if isinstance(value, Fraction) else _exact(value)
    for digits in range(_DIGITS, _MOST_DIGITS):
        text = f"{float(exact):.{digits}f}"
        if threshold is None or reaches(Fraction(text), threshold) == reaches(exact, threshold):
            return text
    return repr(float(exact))


def _exact(value: float) -> Fraction:
    return Fraction(int(value)) if isinstance(value, bool) else Fraction(Decimal(repr(value)))
