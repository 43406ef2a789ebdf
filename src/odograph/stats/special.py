"""Distribution functions that the standard library lacks: beta, Student's t, and their inverses."""

import math
from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist

__all__ = ("beta_cdf", "beta_quantile", "normal_quantile", "solve", "t_cdf", "t_quantile")

_TINY = 1e-300
_STEPS = 500


def normal_quantile(probability: float) -> float:
    """Value below which a standard normal variable falls with this probability."""
    return NormalDist().inv_cdf(probability)


def beta_cdf(x: float, a: float, b: float) -> float:
    """Regularised incomplete beta function I_x(a, b), for a and b above 0.

    Source: the continued fraction 8.17.22 of the Digital Library of Mathematical Functions.
    """
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast below the mean only
        return 1 - _lower_beta(1 - x, b, a)
    return _lower_beta(x, a, b)


def beta_quantile(probability: float, a: float, b: float) -> float:
    """Where `beta_cdf` takes this value, inside (0, 1)."""
    return solve(lambda x: beta_cdf(x, a, b), probability, 0.0, 1.0)


def t_cdf(t: float, freedom: float) -> float:
    """Probability that a variable with Student's distribution is at most t."""
    tail = beta_cdf(freedom / (freedom + t * t), freedom / 2, 0.5) / 2
    return tail if t < 0 else 1 - tail


@lru_cache(maxsize=256)
def t_quantile(probability: float, freedom: float) -> float:
    """Value below which a variable with Student's distribution falls with this probability."""
    if probability < 0.5:
        return -t_quantile(1 - probability, freedom)
    # from t² = freedom (1 - x) / x, where x has a beta distribution
    x = beta_quantile(2 * (1 - probability), freedom / 2, 0.5)
    return math.sqrt(freedom * (1 - x) / x)


def solve(rising: Callable[[float], float], target: float, low: float, high: float) -> float:
    """Find by bisection where a rising function takes a value, to the last digit."""
    while low < (middle := (low + high) / 2) < high:
        if rising(middle) < target:
            low = middle
        else:
            high = middle
    return high


def _lower_beta(x: float, a: float, b: float) -> float:
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    return front * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    """Sum up the continued fraction by Lentz's method."""
    c, d = 1.0, 1.0 / _off_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1.0 / _off_zero(1 + step * d)
            c = _off_zero(1 + step / c)
            value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return value


def _off_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
