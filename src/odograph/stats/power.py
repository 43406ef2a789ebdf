"""How many repeats it takes to see a difference that is there."""

import math

from odograph.errors import InputError
from odograph.stats.special import normal_quantile, t_quantile

__all__ = ("power_of_comparison", "required_cases", "required_repeats")


def power_of_comparison(
    difference: float,
    *,
    cases: int,
    repeats: int,
    within_variance: float,
    between_variance: float = 0.0,
    alpha: float = 0.05,
) -> float:
    """Probability that a paired comparison calls a true difference by name. 0 to 1.

    The variance of the mean difference is (between + 2 within / repeats) / cases, and a
    difference counts once it is `t_quantile` standard errors from 0; approximate below some ten
    cases. Source: the usual normal theory; G. Snedecor, W. Cochran, Statistical Methods (1989).

    Args:
        difference: the true difference of the means.
        cases: how many cases both runs share.
        repeats: attempts at each case, in each run.
        within_variance: of repeats of one case; p (1 - p) for verdicts of rate p.
        between_variance: of the true differences of cases.
        alpha: probability of a false alarm, two-sided.

    Raises:
        InputError: a number out of its range.
    """
    _check(difference, within_variance, between_variance, alpha)
    _positive("cases", cases)
    _positive("repeats", repeats)
    if cases < 2:
        return 0.0
    variance = (between_variance + 2 * within_variance / repeats) / cases
    if variance == 0:
        return 1.0
    bar = t_quantile(1 - alpha / 2, cases - 1)
    # 1 - Φ(bar - shift), by the complementary error function
    return math.erfc((bar - abs(difference) / math.sqrt(variance)) / math.sqrt(2)) / 2


def required_repeats(
    difference: float,
    *,
    cases: int,
    within_variance: float,
    between_variance: float = 0.0,
    power: float = 0.8,
    alpha: float = 0.05,
    most: int = 10_000,
) -> int | None:
    """Fewest repeats of each case, in each run, that give the wished power.

    None where no number of repeats up to `most` does: the cases themselves differ too much, or
    are too few, so that only more cases help (`required_cases`).

    Raises:
        InputError: as `power_of_comparison`, or a power outside the open interval (0, 1).
    """
    _check_power(power)

    def enough(repeats: int) -> bool:
        reached = power_of_comparison(
            difference,
            cases=cases,
            repeats=repeats,
            within_variance=within_variance,
            between_variance=between_variance,
            alpha=alpha,
        )
        return reached >= power

    if not enough(most):
        return None
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def required_cases(
    difference: float,
    *,
    repeats: int,
    within_variance: float,
    between_variance: float = 0.0,
    power: float = 0.8,
    alpha: float = 0.05,
) -> int:
    """Fewest cases, each with so many repeats in each run, that give the wished power.

    Raises:
        InputError: as `required_repeats`.
    """
    _check(difference, within_variance, between_variance, alpha)
    _check_power(power)
    _positive("repeats", repeats)
    variance = between_variance + 2 * within_variance / repeats
    reach = normal_quantile(power)
    cases = 2
    # Student's quantile depends on the number of cases, and settles in a few rounds
    for _ in range(50):
        bar = t_quantile(1 - alpha / 2, cases - 1)
        wanted = max(2, math.ceil((bar + reach) ** 2 * variance / difference**2))
        if wanted == cases:
            break
        cases = wanted
    return cases


def _check(difference: float, within: float, between: float, alpha: float) -> None:
    if not math.isfinite(difference) or difference == 0:
        raise InputError.of("difference must be a finite number other than 0", difference)
    for name, value in (("within_variance", within), ("between_variance", between)):
        if not (math.isfinite(value) and value >= 0):
            raise InputError.of(f"{name} must be a finite number of at least 0", value)
    if not 0 < alpha < 1:
        raise InputError.of("alpha must be in the open interval (0, 1)", alpha)


def _check_power(power: float) -> None:
    if not 0 < power < 1:
        raise InputError.of("power must be in the open interval (0, 1)", power)


def _positive(name: str, value: int) -> None:
    if type(value) is not int or value < 1:
        raise InputError.of(f"{name} must be a positive whole number", value)
