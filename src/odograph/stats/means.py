"""Means with their intervals, clustered by case: repeats of one case are no independent cases."""

import math
from collections.abc import Hashable, Iterable

from odograph.errors import InputError
from odograph.stats.clusters import Clusters, finite_number
from odograph.stats.interval import Estimate, Interval, tail_of, wilson_of_rate
from odograph.stats.special import normal_quantile, t_quantile

__all__ = ("rate_interval", "ratio_interval", "t_interval")

_NO_SPREAD = 1e-12


def t_interval(
    values: Iterable[float | None], cases: Iterable[Hashable] | None = None, level: float = 0.95
) -> Estimate:
    """The mean of all values with Student's interval, by case.

    The interval is None where it would feign certainty: for fewer than two cases, or where all
    cases agree to the last digit and so show no spread.

    Args:
        values: finite numbers; None is left out and counted.
        cases: the case of each value; without it, each value is a case of its own.
        level: how often such intervals cover the true mean.

    Raises:
        InputError: a value is no finite number, there is not one case for each value, or the
            level is outside the open interval (0, 1).
    """
    return _student(Clusters.of(values, cases), level)


def ratio_interval(above: Iterable[float], below: Iterable[float], level: float = 0.95) -> Estimate:
    """Sum of one figure by the sum of another, both by case: the cost of a success, say.

    Student's interval on the linearised ratio. Source: W. Cochran, Sampling Techniques (1977),
    section 6.3. For skewed figures it takes some forty cases until it covers as often as it says.
    The value is None where the sum below the line is 0.

    Raises:
        InputError: the two differ in length, or as `t_interval`.
    """
    tops = [finite_number(one, f"above[{i}]") for i, one in enumerate(above)]
    bottoms = [finite_number(one, f"below[{i}]") for i, one in enumerate(below)]
    if len(tops) != len(bottoms):
        raise InputError.of(f"below must have {len(tops)} values, as above has", len(bottoms))
    return _student(Clusters(tops, bottoms, len(tops), len(tops)), level)


def rate_interval(
    values: Iterable[float | None], cases: Iterable[Hashable] | None = None, level: float = 0.95
) -> Estimate:
    """The mean of values from 0 to 1, verdicts above all, with an interval inside 0 to 1.

    Wilson's interval at the number of independent trials that would show the spread which the
    cases show: for verdicts without repeats it is `wilson_interval`. Where the cases show no
    spread, each counts as one trial, which errs to the wide side.

    Source: E. Korn, B. Graubard, Confidence intervals for proportions with small expected number
    of positive counts estimated from survey data (1998), with Wilson's interval for theirs.

    Args:
        values: True and False, or numbers from 0 to 1; None is left out and counted.
        cases: the case of each value; without it, each value is a case of its own.
        level: how often such intervals cover the true mean.

    Raises:
        InputError: a value outside 0 to 1, or as `t_interval`.
    """
    listed = list(values)
    for index, value in enumerate(listed):
        place = f"values[{index}]"
        if value is not None and not 0 <= finite_number(value, place) <= 1:
            raise InputError.of("must be from 0 to 1", value, place=place)
    groups = Clusters.of(listed, cases)
    z = normal_quantile(1 - tail_of(level))
    rate = groups.ratio
    if rate is None:
        return Estimate(None, None, groups.scored, groups.total)
    trials = _trials(groups, rate, z, level)
    return Estimate(rate, wilson_of_rate(rate, trials, z, level), groups.scored, groups.total)


def _trials(groups: Clusters, rate: float, z: float, level: float) -> float:
    """Independent trials that would show the spread of the cases."""
    error, cases = groups.error, len(groups)
    if error is None or error < _NO_SPREAD:
        return cases
    if groups.scored == cases and _are_verdicts(groups):
        return cases
    spread = rate * (1 - rate)
    trials = spread / (error * error) * groups.scored / (groups.scored - 1)
    # the spread is itself estimated from few cases
    return trials * (z / t_quantile(1 - tail_of(level), cases - 1)) ** 2


def _are_verdicts(groups: Clusters) -> bool:
    return all(one in (0, 1) for one in groups.above)


def _student(groups: Clusters, level: float) -> Estimate:
    tail = tail_of(level)
    ratio, error = groups.ratio, groups.error
    interval = None
    if ratio is not None and error is not None and error > _NO_SPREAD * abs(ratio):
        half = t_quantile(1 - tail, len(groups) - 1) * error
        if math.isfinite(half):
            interval = Interval(ratio - half, ratio + half, level)
    return Estimate(ratio, interval, groups.scored, groups.total)
