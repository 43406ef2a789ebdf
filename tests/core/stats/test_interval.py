from fractions import Fraction
from math import comb, sqrt
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import clopper_pearson_interval, rule_of_three, wilson_interval

INTERVALS: list[Any] = [wilson_interval, clopper_pearson_interval]

counts = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
levels = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99])


def tail_from(successes: int, n: int, rate: Fraction) -> Fraction:
    """Probability of at least so many successes, exactly."""
    return sum(
        (comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(successes, n + 1)), Fraction(0)
    )


def test_wilson_by_hand() -> None:
    # z = 1.959964: centre (0.8 + z²/20) / (1 + z²/10), half z·sqrt(0.016 + z²/400) / (1 + z²/10)
    interval = wilson_interval(8, 10)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((0.490162, 0.943318), abs=1e-6)


def test_the_exact_interval_has_a_closed_form_at_the_ends() -> None:
    none, every = clopper_pearson_interval(0, 10), clopper_pearson_interval(10, 10)
    assert none is not None
    assert every is not None
    assert (none.low, none.high) == pytest.approx((0, 1 - 0.025**0.1), abs=1e-12)
    assert (every.low, every.high) == pytest.approx((0.025**0.1, 1), abs=1e-12)


@given(counts, levels)
def test_wilson_holds_the_rates_that_the_score_test_does_not_reject(
    count: tuple[int, int], level: float
) -> None:
    successes, n = count
    interval = wilson_interval(successes, n, level)
    assert interval is not None
    z = NormalDist().inv_cdf((1 + level) / 2)
    for end in (interval.low, interval.high):
        if 0 < end < 1:
            statistic = abs(successes / n - end) / sqrt(end * (1 - end) / n)
            assert statistic == pytest.approx(z, rel=1e-6)


@given(counts, levels)
def test_the_exact_interval_ends_where_the_tails_are_half_of_the_rest(
    count: tuple[int, int], level: float
) -> None:
    successes, n = count
    interval = clopper_pearson_interval(successes, n, level)
    assert interval is not None
    if successes > 0:
        above = tail_from(successes, n, Fraction(interval.low))
        assert float(above) == pytest.approx((1 - level) / 2, rel=1e-9)
    if successes < n:
        below = 1 - tail_from(successes + 1, n, Fraction(interval.high))
        assert float(below) == pytest.approx((1 - level) / 2, rel=1e-9)


@pytest.mark.parametrize("make", INTERVALS)
@given(counts, levels)
def test_the_interval_holds_the_rate_and_mirrors(
    make: Any, count: tuple[int, int], level: float
) -> None:
    successes, n = count
    interval = make(successes, n, level)
    assert 0 <= interval.low <= successes / n <= interval.high <= 1
    assert interval.level == level
    mirrored = make(n - successes, n, level)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx(
        (interval.low, interval.high), abs=1e-12
    )


@pytest.mark.parametrize("make", INTERVALS)
def test_more_trials_and_a_lower_level_narrow_it(make: Any) -> None:
    def width(successes: int, n: int, level: float) -> float:
        interval = make(successes, n, level)
        return float(interval.high - interval.low)

    assert width(80, 100, 0.95) < width(8, 10, 0.95)
    assert width(8, 10, 0.8) < width(8, 10, 0.95)


@pytest.mark.parametrize("make", INTERVALS)
def test_no_trial_tells_nothing(make: Any) -> None:
    assert make(0, 0) is None


@pytest.mark.parametrize("make", INTERVALS)
@pytest.mark.parametrize(
    ("successes", "n", "level", "rule"),
    [
        (3, 2, 0.95, "successes must be at most n = 2, got 3"),
        (-1, 2, 0.95, "successes must be a whole number of at least 0, got -1"),
        (1.0, 2, 0.95, "successes must be a whole number"),
        (True, 2, 0.95, "successes must be a whole number"),
        (1, 2, 1.5, r"level must be in the open interval \(0, 1\), got 1.5"),
        (1, 2, 1, "level must be"),
    ],
)
def test_bad_input_is_refused(make: Any, successes: Any, n: Any, level: Any, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        make(successes, n, level)


@pytest.mark.parametrize(("make", "method"), [*zip(INTERVALS, ["wilson", "exact"], strict=True)])
@given(counts, levels)
def test_they_agree_with_scipy(
    scipy_stats: Any, make: Any, method: str, count: tuple[int, int], level: float
) -> None:
    wanted = scipy_stats.binomtest(*count).proportion_ci(level, method)
    interval = make(*count, level)
    assert (interval.low, interval.high) == pytest.approx((wanted.low, wanted.high), abs=1e-9)


@pytest.mark.parametrize(("make", "method"), [*zip(INTERVALS, ["wilson", "beta"], strict=True)])
def test_they_agree_with_statsmodels(statsmodels: Any, make: Any, method: str) -> None:
    for successes, n in [(0, 7), (3, 7), (41, 200), (1999, 2000), (70_000, 100_000)]:
        wanted = statsmodels.proportion.proportion_confint(successes, n, 0.1, method)
        interval = make(successes, n, 0.9)
        assert (interval.low, interval.high) == pytest.approx(wanted, abs=1e-9)


def test_the_rule_of_three_is_nearly_three_by_n() -> None:
    hundred = rule_of_three(100)
    assert hundred is not None
    assert hundred.low == 0.0
    # 0.97049 ** 100 is a twentieth
    assert hundred.high == pytest.approx(0.0295130, abs=1e-7)
    assert hundred.high < 3 / 100
    assert rule_of_three(0) is None


@given(st.integers(1, 500), levels)
def test_the_rule_of_three_is_the_one_sided_exact_bound(n: int, level: float) -> None:
    bound, two_sided = rule_of_three(n, level), clopper_pearson_interval(0, n, 2 * level - 1 or 0.5)
    assert bound is not None
    assert two_sided is not None
    assert (1 - bound.high) ** n == pytest.approx(1 - level, rel=1e-9)
    if level > 0.5:
        assert two_sided.high == pytest.approx(bound.high, rel=1e-9)
