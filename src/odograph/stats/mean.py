"""A mean that says how many values stand behind it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction

__all__ = ("Mean", "mean_with_count")

# enough digits for the sum of any floats to be exact
_EXACT = Context(prec=2000)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over the values that there are.

    Attributes:
        value: the mean; None where nothing was scored.
        scored: how many values there are.
        total: how many there would be, had all been scored.
    """

    value: float | None
    scored: int
    total: int


def mean_with_count(values: Iterable[float | None]) -> Mean:
    """Mean of the values that are finite numbers; None, NaN and infinities are counted only.

    It is computed as one would by hand, from the digits that the values print as: the mean of
    0.8, 0.7 and 0.9 is 0.8. True counts 1 and False 0.
    """
    total = scored = 0
    with localcontext(_EXACT):
        added = Decimal(0)
        for value in values:
            total += 1
            if value is not None and math.isfinite(value):
                scored += 1
                added += Decimal(repr(float(value)))
    return Mean(float(Fraction(added) / scored) if scored else None, scored, total)
