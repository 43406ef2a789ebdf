from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import mean_with_count, pass_at_k, pass_hat_k

tasks = st.integers(0, 7).flatmap(
    lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, 8))
)


def test_by_hand() -> None:
    # 4 attempts, 2 passed; of the 6 pairs 1 has no pass and 1 has two
    assert pass_at_k(4, 2, 2) == 5 / 6
    assert pass_hat_k(4, 2, 2) == 1 / 6


@given(tasks)
def test_they_are_shares_of_all_choices_of_k_attempts(task: tuple[int, int, int]) -> None:
    n, c, k = task
    choices = list(combinations([True] * c + [False] * (n - c), k))
    if not choices:
        assert (pass_at_k(n, c, k), pass_hat_k(n, c, k)) == (None, None)
    else:
        assert pass_at_k(n, c, k) == sum(map(any, choices)) / len(choices)
        assert pass_hat_k(n, c, k) == sum(map(all, choices)) / len(choices)


@pytest.mark.parametrize(
    ("n", "c", "value"), [(3, 0, None), (3, 3, None), (5, 0, 0.0), (5, 1, 1.0)]
)
def test_fewer_attempts_than_k_are_undefined(n: int, c: int, value: float | None) -> None:
    assert pass_at_k(n, c, 5) == value


def test_tasks_are_averaged_not_pooled() -> None:
    attempts = [(4, 4), (4, 0)]
    for measure in (pass_at_k, pass_hat_k):
        assert mean_with_count(measure(n, c, 2) for n, c in attempts).value == 0.5


def test_many_attempts_stay_exact() -> None:
    assert pass_hat_k(10_000, 9_999, 5_000) == 0.5


@pytest.mark.parametrize(
    ("n", "c", "k", "rule"),
    [
        (2, 3, 1, "successes must be at most n = 2, got 3"),
        (2, 1, 0, "k must be a positive whole number, got 0"),
        (2, 1, 1.0, "k must be a positive whole number, got 1.0"),
    ],
)
def test_bad_input_is_refused(n: Any, c: Any, k: Any, rule: str) -> None:
    for measure in (pass_at_k, pass_hat_k):
        with pytest.raises(InputError, match=rule):
            measure(n, c, k)
