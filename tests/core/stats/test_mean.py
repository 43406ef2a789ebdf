import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.stats import Mean, mean_with_count

finite = st.floats(allow_nan=False, allow_infinity=False)


def test_what_has_no_value_is_counted_and_not_averaged() -> None:
    assert mean_with_count([1.0, None, 0.0, math.nan, math.inf]) == Mean(0.5, 2, 5)


@pytest.mark.parametrize(
    ("values", "mean"), [([math.nan, None], Mean(None, 0, 2)), ([], Mean(None, 0, 0))]
)
def test_a_mean_over_nothing_is_undefined(values: Any, mean: Mean) -> None:
    assert mean_with_count(values) == mean


def test_it_is_computed_as_by_hand() -> None:
    assert mean_with_count([0.8, 0.7, 0.9]).value == 0.8
    assert mean_with_count([0.1] * 10).value == 0.1
    assert mean_with_count([True, False, True, True]).value == 0.75


@given(st.lists(finite, min_size=1, max_size=20))
def test_it_is_within_the_values_and_near_the_exact_mean(values: list[float]) -> None:
    mean = mean_with_count(values).value
    assert mean is not None
    assert min(values) <= mean <= max(values)
    exact = sum(map(Fraction, values), Fraction(0)) / len(values)
    scale = max(map(abs, values))
    assert abs(Fraction(mean) - exact) <= Fraction(scale) * Fraction(1, 10**15) + Fraction(
        5, 10**324
    )


@given(st.lists(finite | st.none(), max_size=20), st.randoms())
def test_the_order_does_not_matter(values: list[float | None], random: Any) -> None:
    shuffled = random.sample(values, len(values))
    assert mean_with_count(shuffled) == mean_with_count(values)
