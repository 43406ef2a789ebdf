"""Intervals for a rate: successes among a number of independent trials."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

from odograph.errors import InputError

__all__ = ("Interval", "check_counts", "clopper_pearson_interval", "wilson_interval")


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval that covers the true value with probability `level`, ends included."""

    low: float
    high: float
    level: float


def wilson_interval(successes: int, n: int, level: float = 0.95) -> Interval | None:
    """Wilson's score interval without continuity correction, inside 0 to 1; None for no trial.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference
    (1927). `wilson_interval(8, 10)` is 0.490 to 0.943.

    Raises:
        InputError: no counts with 0 <= successes <= n, or a level outside the open interval (0, 1).
    """
    check_counts(successes, n)
    tail = _tail(level)
    if n == 0:
        return None
    z = NormalDist().inv_cdf(1 - tail)
    rate, spread = successes / n, z * z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = z * math.sqrt(rate * (1 - rate) / n + spread / (4 * n)) / (1 + spread)
    # at the ends the bound is exact in theory and must not miss by a rounding
    low = 0.0 if successes == 0 else max(centre - half, 0.0)
    high = 1.0 if successes == n else min(centre + half, 1.0)
    return Interval(low, high, level)


def clopper_pearson_interval(successes: int, n: int, level: float = 0.95) -> Interval | None:
    """The exact interval, which never covers less often than `level`; None for no trial.

    Its ends are the rates at which a tail of the binomial distribution is (1 - level) / 2.
    Source: C. J. Clopper, E. S. Pearson, The use of confidence or fiducial limits illustrated in
    the case of the binomial (1934). Time grows with n.

    Raises:
        InputError: as `wilson_interval`.
    """
    check_counts(successes, n)
    tail = _tail(level)
    if n == 0:
        return None

    def at_least(rate: float) -> float:
        return _binomial(n, successes, n, rate)

    def more(rate: float) -> float:
        return 1 - _binomial(n, 0, successes, rate)

    low = 0.0 if successes == 0 else _solve(at_least, tail)
    high = 1.0 if successes == n else _solve(more, 1 - tail)
    return Interval(low, high, level)


def check_counts(successes: int, n: int) -> None:
    """Refuse what are no counts with 0 <= successes <= n."""
    for name, value in (("successes", successes), ("n", n)):
        if type(value) is not int or value < 0:
            raise InputError.of(f"{name} must be a whole number of at least 0", value)
    if successes > n:
        raise InputError.of(f"successes must be at most n = {n}", successes)


def _tail(level: float) -> float:
    if not 0 < level < 1:
        raise InputError.of("level must be in the open interval (0, 1)", level)
    return (1 - level) / 2


def _binomial(n: int, first: int, last: int, rate: float) -> float:
    """Probability of first to last successes; the rate is inside (0, 1)."""
    yes, no = math.log(rate), math.log1p(-rate)
    whole = math.lgamma(n + 1)
    return math.fsum(
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * yes + (n - k) * no)
        for k in range(first, last + 1)
    )


def _solve(rising: Callable[[float], float], target: float) -> float:
    """Find by bisection where a rising function of a rate takes a value."""
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        if rising(middle) < target:
            low = middle
        else:
            high = middle
    return high
