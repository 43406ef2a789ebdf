from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import correct_judged_rate

records = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_by_hand() -> None:
    # (0.65 + 0.8 - 1) / (0.9 + 0.8 - 1)
    estimate = correct_judged_rate(65, 100, sensitivity=(45, 50), specificity=(40, 50))
    assert estimate.value == pytest.approx(0.45 / 0.7, abs=1e-12)
    # q = 66.9207 / 103.8415 = .64445, sensitivity 46/52, specificity 41/52: a rate of .643184;
    # shifted by .000906, with arms of 1.96 * sqrt(.00342696) / .673077 = .170466
    assert estimate.interval is not None
    ends = (estimate.interval.low, estimate.interval.high)
    assert ends == pytest.approx((0.473624, 0.814556), abs=2e-5)


def test_a_judge_without_a_known_error_leaves_the_rate() -> None:
    estimate = correct_judged_rate(65, 100, sensitivity=(50, 50), specificity=(50, 50))
    assert estimate.value == pytest.approx(0.65, abs=1e-12)


def test_more_labelled_items_make_it_surer() -> None:
    def width(labelled: int) -> float:
        right = (labelled * 9 // 10, labelled)
        interval = correct_judged_rate(650, 1000, sensitivity=right, specificity=right).interval
        assert interval is not None
        return interval.high - interval.low

    assert width(200) < width(20)


def test_a_rate_below_what_errors_alone_make_is_cut_to_0() -> None:
    assert correct_judged_rate(1, 100, sensitivity=(9, 10), specificity=(8, 10)).value == 0.0


@pytest.mark.parametrize(
    ("judged", "sensitivity", "specificity"),
    [(100, (5, 10), (5, 10)), (100, (2, 10), (3, 10)), (100, (0, 0), (3, 3)), (0, (9, 9), (9, 9))],
)
def test_a_judge_no_better_than_chance_tells_nothing(
    judged: int, sensitivity: Any, specificity: Any
) -> None:
    estimate = correct_judged_rate(0, judged, sensitivity=sensitivity, specificity=specificity)
    assert (estimate.value, estimate.interval) == (None, None)


@given(records, records, records)
def test_rate_and_interval_are_inside_0_to_1(
    verdicts: tuple[int, int], sensitivity: tuple[int, int], specificity: tuple[int, int]
) -> None:
    estimate = correct_judged_rate(*verdicts, sensitivity=sensitivity, specificity=specificity)
    assert estimate.value is None or 0 <= estimate.value <= 1
    if estimate.interval is not None:
        assert 0 <= estimate.interval.low <= estimate.interval.high <= 1


def test_bad_input_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="specificity: successes must be at most n = 3, got 4"):
        correct_judged_rate(1, 2, sensitivity=(1, 2), specificity=(4, 3))
