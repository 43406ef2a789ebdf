import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import (
    Estimate,
    Interval,
    rate_interval,
    ratio_interval,
    t_interval,
    wilson_interval,
)

ESTIMATES: list[Any] = [t_interval, rate_interval]
unit = st.floats(0, 1)


def interval_of(estimate: Estimate) -> Interval:
    assert estimate.interval is not None
    return estimate.interval


def test_student_by_hand() -> None:
    # mean 2, standard deviation 1, error 1/sqrt(3), and t of two degrees is 4.302653
    estimate = t_interval([1, 2, 3])
    interval = interval_of(estimate)
    assert estimate.value == 2
    half = 4.302653 / math.sqrt(3)
    assert (interval.low, interval.high) == pytest.approx((2 - half, 2 + half), abs=1e-6)


def test_repeats_of_a_case_are_no_further_cases() -> None:
    once = t_interval([1, 2, 3])
    thrice = t_interval([1, 1, 1, 2, 2, 2, 3, 3, 3], cases="aaabbbccc")
    assert interval_of(thrice).low == pytest.approx(interval_of(once).low, abs=1e-12)
    assert interval_of(thrice).high == pytest.approx(interval_of(once).high, abs=1e-12)
    assert (once.total, thrice.total) == (3, 9)


def test_for_cases_of_one_size_it_is_that_of_the_means_of_cases() -> None:
    values = [0.1, 0.5, 0.7, 0.9, 0.4, 0.2]
    by_case = t_interval(values, cases="aabbcc")
    of_means = t_interval([0.3, 0.8, 0.3])
    assert interval_of(by_case).low == pytest.approx(interval_of(of_means).low, abs=1e-12)
    assert interval_of(by_case).high == pytest.approx(interval_of(of_means).high, abs=1e-12)


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=20))
def test_student_agrees_with_scipy(scipy_stats: Any, values: list[float]) -> None:
    estimate = t_interval(values)
    if estimate.interval is not None and max(values) - min(values) > 1e-3:
        wanted = scipy_stats.t.interval(
            0.95,
            len(values) - 1,
            sum(values) / len(values),
            scipy_stats.tstd(values) / len(values) ** 0.5,
        )
        assert (estimate.interval.low, estimate.interval.high) == pytest.approx(
            wanted, rel=1e-6, abs=1e-6
        )


def test_clusters_of_all_sizes_agree_with_statsmodels() -> None:
    api: Any = pytest.importorskip("statsmodels.api")
    values, cases = [1.0, 2.0, 4.0, 0.0, 1.0, 5.0, 3.0], [0, 0, 0, 1, 1, 2, 3]
    fitted = api.OLS(values, [1.0] * 7).fit(
        cov_type="cluster",
        cov_kwds={"groups": cases, "use_correction": False},
        use_t=True,
    )
    interval = interval_of(t_interval(values, cases))
    error = float(fitted.bse[0]) * math.sqrt(4 / 3)  # C / (C - 1), for four clusters
    assert (interval.high - interval.low) / 2 == pytest.approx(3.182446 * error, abs=1e-5)


@pytest.mark.parametrize(
    ("values", "cases"), [([1.0], None), ([1, 2, 3], "aaa"), ([0.5, 0.5], None), ([], None)]
)
def test_there_is_no_interval_where_it_would_feign_certainty(values: Any, cases: Any) -> None:
    assert t_interval(values, cases).interval is None


def test_what_has_no_value_is_left_out_and_counted() -> None:
    estimate = t_interval([1.0, None, 3.0])
    assert (estimate.value, estimate.scored, estimate.total) == (2.0, 2, 3)
    assert rate_interval([None]) == Estimate(None, None, 0, 1)


def test_the_mean_is_computed_as_by_hand() -> None:
    assert t_interval([0.8, 0.7, 0.9]).value == 0.8
    assert rate_interval([0.8, 0.7, 0.9]).value == 0.8


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_for_verdicts_of_single_runs_the_rate_is_wilsons(verdicts: list[bool]) -> None:
    wanted = wilson_interval(sum(verdicts), len(verdicts))
    interval = rate_interval(verdicts).interval
    assert wanted is not None
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)


def test_repeats_that_always_agree_are_worth_one_trial_a_case() -> None:
    verdicts = [True] * 15 + [False] * 5
    repeated = [one for one in verdicts for _ in range(4)]
    once = interval_of(rate_interval(verdicts))
    fourfold = interval_of(rate_interval(repeated, [i // 4 for i in range(80)]))
    assert fourfold.high - fourfold.low >= once.high - once.low


def test_repeats_that_differ_within_cases_tell_more() -> None:
    once = interval_of(rate_interval([True, False] * 10))
    mixed = interval_of(rate_interval([True, False] * 40, [i // 4 for i in range(80)]))
    # each case has the same rate, so nothing is known of their spread: one trial a case
    assert mixed == once


@given(st.lists(st.lists(unit, min_size=1, max_size=4), min_size=1, max_size=12))
def test_the_interval_of_a_rate_stays_inside_0_to_1(groups: list[list[float]]) -> None:
    values = [value for group in groups for value in group]
    cases = [index for index, group in enumerate(groups) for _ in group]
    estimate = rate_interval(values, cases)
    interval = interval_of(estimate)
    assert estimate.value is not None
    assert 0 <= interval.low <= estimate.value + 1e-12
    assert estimate.value - 1e-12 <= interval.high <= 1


def test_a_ratio_is_that_of_sums_and_not_the_mean_of_ratios() -> None:
    estimate = ratio_interval([1, 1, 4], [1, 0, 1])
    assert estimate.value == 3.0
    assert ratio_interval([1, 2], [0, 0]).value is None


def test_a_ratio_by_number_is_the_interval_of_the_mean() -> None:
    of_mean = interval_of(t_interval([1, 2, 4]))
    of_ratio = interval_of(ratio_interval([1, 2, 4], [1, 1, 1]))
    assert (of_ratio.low, of_ratio.high) == pytest.approx((of_mean.low, of_mean.high), abs=1e-12)


@pytest.mark.parametrize("make", ESTIMATES)
@pytest.mark.parametrize(
    ("values", "cases", "level", "rule"),
    [
        ([0.5, math.nan], None, 0.95, r"values\[1\]: must be"),
        ([0.5, "1"], None, 0.95, r"values\[1\]: must be a finite number, got '1'"),
        ([0.5, 0.6], "a", 0.95, "there must be 2 cases, one a value, got 1"),
        ([0.5, 0.6], None, 1.5, r"level must be in the open interval \(0, 1\), got 1.5"),
    ],
)
def test_bad_input_is_refused(make: Any, values: Any, cases: Any, level: Any, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        make(values, cases, level)


def test_a_rate_is_from_0_to_1() -> None:
    with pytest.raises(InputError, match=r"values\[0\]: must be from 0 to 1, got 2"):
        rate_interval([2])


def test_the_sums_of_a_ratio_come_in_pairs() -> None:
    with pytest.raises(InputError, match="below must have 2 values, as above has, got 1"):
        ratio_interval([1, 2], [1])
