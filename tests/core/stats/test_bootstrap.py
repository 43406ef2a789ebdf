import random
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.stats import bootstrap_interval, t_interval


def skewed(n: int) -> list[float]:
    generator = random.Random(3)
    return [generator.expovariate(1) for _ in range(n)]


def test_it_agrees_with_scipy_as_far_as_drawing_allows(scipy_stats: Any) -> None:
    numpy: Any = pytest.importorskip("numpy")
    values = skewed(40)
    wanted = scipy_stats.bootstrap(
        (values,), numpy.mean, n_resamples=20_000, method="BCa", random_state=1
    ).confidence_interval
    interval = bootstrap_interval(values, resamples=20_000).interval
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((wanted.low, wanted.high), abs=0.01)


def test_the_same_seed_gives_the_same_interval() -> None:
    values = skewed(10)
    assert bootstrap_interval(values, seed=5) == bootstrap_interval(values, seed=5)
    assert bootstrap_interval(values, seed=5) != bootstrap_interval(values, seed=6)


def test_whole_cases_are_drawn() -> None:
    values = skewed(30)
    once = bootstrap_interval(values)
    fourfold = bootstrap_interval(
        [value for value in values for _ in range(4)], [i // 4 for i in range(120)]
    )
    assert fourfold.interval == once.interval


def test_a_longer_tail_to_the_right_gives_a_longer_arm_to_the_right() -> None:
    estimate = bootstrap_interval(skewed(40))
    assert estimate.value == t_interval(skewed(40)).value
    assert estimate.value is not None
    assert estimate.interval is not None
    assert estimate.interval.high - estimate.value > estimate.value - estimate.interval.low


@pytest.mark.parametrize(("values", "cases"), [([1.0], None), ([1, 2], "aa"), ([2, 2, 2], None)])
def test_there_is_no_interval_where_it_would_feign_certainty(values: Any, cases: Any) -> None:
    assert bootstrap_interval(values, cases).interval is None


def test_bad_input_is_refused() -> None:
    with pytest.raises(InputError, match="resamples must be a whole number of at least 100, got 1"):
        bootstrap_interval([1.0, 2.0], resamples=1)
    with pytest.raises(InputError, match=r"values\[1\]: must be a finite number"):
        bootstrap_interval([1.0, float("inf")])
