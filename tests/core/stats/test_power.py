import math
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import compare_paired, power_of_comparison, required_cases, required_repeats


def test_by_hand() -> None:
    # error sqrt((0.02 + 2 * 0.16 / 4) / 25) = 0.0632; 0.2 is 3.162 of it, and t of 24 is 2.0639
    power = power_of_comparison(
        0.2, cases=25, repeats=4, within_variance=0.16, between_variance=0.02
    )
    assert power == pytest.approx(0.864, abs=0.001)  # Φ(1.098)


def test_the_fewest_repeats_are_enough_and_one_less_is_not() -> None:
    given: dict[str, Any] = {"cases": 40, "within_variance": 0.2, "between_variance": 0.01}
    repeats = required_repeats(0.1, **given)
    assert repeats is not None
    assert power_of_comparison(0.1, repeats=repeats, **given) >= 0.8
    assert power_of_comparison(0.1, repeats=repeats - 1, **given) < 0.8


def test_where_the_cases_differ_too_much_only_more_cases_help() -> None:
    given: dict[str, Any] = {"within_variance": 0.1, "between_variance": 0.3}
    assert required_repeats(0.1, cases=10, **given) is None
    cases = required_cases(0.1, repeats=3, **given)
    assert power_of_comparison(0.1, cases=cases, repeats=3, **given) >= 0.8
    assert power_of_comparison(0.1, cases=cases - 2, repeats=3, **given) < 0.8


def test_one_case_never_shows_anything() -> None:
    assert power_of_comparison(0.5, cases=1, repeats=99, within_variance=0.1) == 0.0
    assert required_repeats(0.5, cases=1, within_variance=0.1) is None


@given(st.integers(3, 60), st.integers(1, 20), st.floats(0.01, 0.25), st.floats(0.01, 0.5))
def test_more_of_anything_gives_more_power(
    cases: int, repeats: int, within: float, difference: float
) -> None:
    def power(cases: int, repeats: int, difference: float) -> float:
        return power_of_comparison(difference, cases=cases, repeats=repeats, within_variance=within)

    base = power(cases, repeats, difference)
    assert 0 <= base <= power(cases, repeats + 1, difference)
    assert base <= power(cases + 1, repeats, difference)
    assert base <= power(cases, repeats, difference + 0.1) <= 1
    assert power(cases, repeats, -difference) == base


def test_the_comparison_has_about_the_power_that_is_promised() -> None:
    generator = random.Random(11)
    repeats = required_repeats(0.2, cases=30, within_variance=(0.16 + 0.24) / 2)
    assert repeats is not None

    def run(rate: float) -> dict[int, list[bool]]:
        return {case: [generator.random() < rate for _ in range(repeats)] for case in range(30)}

    found = sum(compare_paired(run(0.8), run(0.6)).p_value <= 0.05 for _ in range(150))
    assert 0.68 <= found / 150 <= 0.95


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"difference": 0}, "difference must be a finite number other than 0, got 0"),
        ({"difference": math.nan}, "difference must be"),
        ({"within_variance": -1}, "within_variance must be a finite number of at least 0"),
        ({"alpha": 1}, r"alpha must be in the open interval \(0, 1\)"),
        ({"power": 0}, r"power must be in the open interval \(0, 1\)"),
        ({"cases": 0}, "cases must be a positive whole number, got 0"),
    ],
)
def test_bad_input_is_refused(given: dict[str, Any], rule: str) -> None:
    usual: dict[str, Any] = {"difference": 0.1, "cases": 10, "within_variance": 0.1}
    with pytest.raises(InputError, match=rule):
        required_repeats(**{**usual, **given})
