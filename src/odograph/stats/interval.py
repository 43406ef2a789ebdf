"""Intervals for a rate: successes among a number of independent trials."""

import math
from dataclasses import dataclass

from odograph.errors import InputError
from odograph.stats.special import beta_quantile, normal_quantile

__all__ = (
    "Estimate",
    "Interval",
    "check_counts",
    "clopper_pearson_interval",
    "rule_of_three",
    "tail_of",
    "wilson_interval",
    "wilson_of_rate",
)


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval that covers the true value with probability `level`, ends included."""

    low: float
    high: float
    level: float

    def within(self, low: float, high: float) -> "Interval":
        """Cut the interval to the values that are possible."""
        return Interval(min(max(self.low, low), high), max(min(self.high, high), low), self.level)

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, how sure it is, and how much stands behind it.

    Attributes:
        value: the figure; None where nothing defines it.
        interval: None where the data do not tell how sure the figure is (one case, say).
        scored: how many cases the figure covers.
        total: how many there are.
    """

    value: float | None
    interval: Interval | None
    scored: int
    total: int


def wilson_interval(successes: int, n: int, level: float = 0.95) -> Interval | None:
    """Wilson's score interval without continuity correction, inside 0 to 1; None for no trial.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference
    (1927). `wilson_interval(8, 10)` is 0.490 to 0.943.

    Raises:
        InputError: no counts with 0 <= successes <= n, or a level outside the open interval (0, 1).
    """
    check_counts(successes, n)
    z = normal_quantile(1 - tail_of(level))
    return wilson_of_rate(successes / n, n, z, level) if n else None


def wilson_of_rate(rate: float, n: float, z: float, level: float) -> Interval:
    """Wilson's interval of a rate that n trials tell of; n need not be whole."""
    spread = z * z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = z * math.sqrt(rate * (1 - rate) / n + spread / (4 * n)) / (1 + spread)
    # at the ends the bound is exact in theory and must not miss by a rounding
    low = 0.0 if rate == 0 else max(centre - half, 0.0)
    high = 1.0 if rate == 1 else min(centre + half, 1.0)
    return Interval(low, high, level)


def clopper_pearson_interval(successes: int, n: int, level: float = 0.95) -> Interval | None:
    """The exact interval, which never covers less often than `level`; None for no trial.

    Its ends are the rates at which a tail of the binomial distribution is (1 - level) / 2.
    Source: C. J. Clopper, E. S. Pearson, The use of confidence or fiducial limits illustrated in
    the case of the binomial (1934).

    Raises:
        InputError: as `wilson_interval`.
    """
    check_counts(successes, n)
    tail = tail_of(level)
    if n == 0:
        return None
    failures = n - successes
    low = 0.0 if successes == 0 else beta_quantile(tail, successes, failures + 1)
    high = 1.0 if failures == 0 else beta_quantile(1 - tail, successes + 1, failures)
    return Interval(low, high, level)


def rule_of_three(n: int, level: float = 0.95) -> Interval | None:
    """What n trials without a single failure say of the rate of failures; None for no trial.

    From 0 to 1 - (1 - level) ** (1 / n), the one-sided exact bound, which the rule of three
    rounds up to 3 / n: 0.0295 for 100 trials. Source: J. Hanley, A. Lippman-Hand, If nothing goes
    wrong, is everything all right? (1983).

    Raises:
        InputError: n is no count, or as `wilson_interval`.
    """
    check_counts(0, n)
    tail_of(level)
    return Interval(0.0, -math.expm1(math.log1p(-level) / n), level) if n else None


def check_counts(successes: int, n: int) -> None:
    """Refuse what are no counts with 0 <= successes <= n."""
    for name, value in (("successes", successes), ("n", n)):
        if type(value) is not int or value < 0:
            raise InputError.of(f"{name} must be a whole number of at least 0", value)
    if successes > n:
        raise InputError.of(f"successes must be at most n = {n}", successes)


def tail_of(level: float) -> float:
    """Return the probability of one of two tails, or refuse what is no level."""
    if not 0 < level < 1:
        raise InputError.of("level must be in the open interval (0, 1)", level)
    return (1 - level) / 2
