from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import sign_flip_test

tenths = st.lists(st.integers(-10, 10).map(lambda n: n / 10), max_size=9)


def by_listing(differences: list[int]) -> float:
    sums = [
        sum(sign * one for sign, one in zip(signs, differences, strict=True))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(abs(one) >= abs(sum(differences)) for one in sums) / len(sums)


def test_by_hand() -> None:
    # of 8 sign choices only the two with equal signs are as far out
    assert sign_flip_test([0.1, 0.2, 0.3]) == 2 / 8


def test_a_tenth_and_two_tenths_balance_three_tenths() -> None:
    # in binary arithmetic 0.1 + 0.2 is more than 0.3
    assert sign_flip_test([0.1, 0.2, -0.3]) == 1.0


@given(tenths)
def test_it_is_the_share_of_all_sign_choices(differences: list[float]) -> None:
    assert sign_flip_test(differences) == by_listing([round(10 * one) for one in differences])


@given(tenths)
def test_the_direction_and_the_unit_do_not_matter(differences: list[float]) -> None:
    assert sign_flip_test([-4 * one for one in differences]) == sign_flip_test(differences)


@given(tenths)
def test_pairs_that_do_not_differ_do_not_matter(differences: list[float]) -> None:
    assert sign_flip_test([*differences, 0.0, 0.0]) == sign_flip_test(differences)


def test_verdicts_are_exact_for_any_number_of_cases() -> None:
    assert sign_flip_test([1.0] * 400) == 2 / 2**400


def test_many_odd_differences_are_drawn_and_never_give_nought() -> None:
    differences = [1 + index / 997 + index**2 / 7919 for index in range(40)]
    assert sign_flip_test(differences) == 1 / 20_001
    assert sign_flip_test(differences, seed=1) == sign_flip_test(differences, seed=1)


def test_it_agrees_with_scipy(scipy_stats: Any) -> None:
    numpy: Any = pytest.importorskip("numpy")
    differences = [0.31, -0.12, 0.5, 0.07, 0.22, -0.04, 0.18, 0.09]
    wanted = scipy_stats.permutation_test(
        (differences,), numpy.mean, permutation_type="samples", n_resamples=numpy.inf
    ).pvalue
    assert sign_flip_test(differences) == pytest.approx(float(wanted), abs=1e-12)


def test_drawing_is_near_the_exact_value() -> None:
    differences = [0.3 + 0.001 * index**1.5 if index % 3 else -0.31 for index in range(18)]
    drawn = sign_flip_test(differences)
    assert drawn == pytest.approx(by_listing([round(1e9 * one) for one in differences]), abs=0.02)


@pytest.mark.parametrize("nothing", [[], [0.0, 0.0]])
def test_no_difference_is_no_evidence(nothing: list[float]) -> None:
    assert sign_flip_test(nothing) == 1.0


def test_bad_input_is_refused() -> None:
    with pytest.raises(InputError, match=r"differences\[1\]: must be a finite number, got nan"):
        sign_flip_test([0.1, float("nan")])
