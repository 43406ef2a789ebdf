from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.evaluation import exact_mean, reaches, read_threshold, show

unit = st.floats(0, 1)


def test_the_mean_of_0_8_0_7_0_9_reaches_0_8() -> None:
    assert sum([0.8, 0.7, 0.9]) / 3 < 0.8  # binary arithmetic does not
    mean = exact_mean([0.8, 0.7, 0.9])
    assert mean is not None
    assert reaches(mean, 0.8)


def test_a_mean_over_nothing_is_undefined() -> None:
    assert exact_mean([]) is None


def test_verdicts_count_as_one_and_nought() -> None:
    assert exact_mean([True, False, True, True]) == Fraction(3, 4)


@given(st.lists(unit, min_size=1), st.randoms())
def test_the_order_of_the_values_never_matters(values: list[float], random: object) -> None:
    shuffled = sorted(values, key=lambda _: random.random())  # type: ignore[attr-defined]
    assert exact_mean(values) == exact_mean(shuffled)


@pytest.mark.parametrize("text", ["1.5", "-0.1", "nan", "abc", "", "inf"])
def test_a_threshold_that_is_no_number_from_0_to_1_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="a threshold must be a number from 0 to 1"):
        read_threshold(text)


@pytest.mark.parametrize(("text", "value"), [("0", 0.0), ("1", 1.0), ("0.8", 0.8)])
def test_the_ends_are_thresholds(text: str, value: float) -> None:
    assert read_threshold(text) == value


def test_a_mean_just_below_the_threshold_is_not_rounded_up_to_it() -> None:
    assert show(0.7996, 0.8) == "0.7996"
    assert show(0.7996) == "0.800"
    assert show(0.8, 0.8) == "0.800"


@given(unit, unit)
def test_the_digits_shown_never_contradict_the_verdict(value: float, threshold: float) -> None:
    exact = exact_mean([value])
    assert exact is not None
    shown = Fraction(show(exact, threshold))
    assert reaches(shown, threshold) == reaches(exact, threshold)


@pytest.mark.parametrize("threshold", [float("nan"), float("inf")])
def test_nothing_is_compared_with_what_is_no_number(threshold: float) -> None:
    with pytest.raises(InputError, match="threshold must be a finite number"):
        reaches(Fraction(9, 10), threshold)
