import gzip
import json
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import (
    mean_pass_at_k,
    mean_pass_hat_k,
    mean_with_count,
    pass_at_k,
    pass_hat_k,
)

TAU = Path(__file__).parents[4] / "shared" / "data" / "tau_airline_gpt4o.json.gz"

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


def test_the_mean_over_tasks_says_how_many_it_covers() -> None:
    estimate = mean_pass_hat_k([(4, 4), (4, 0), (1, 1)], 2)
    assert (estimate.value, estimate.scored, estimate.total) == (0.5, 2, 3)
    assert mean_pass_at_k([(1, 1)], 2).value is None


@given(st.lists(st.integers(0, 4), min_size=1, max_size=30), st.integers(1, 4))
def test_the_interval_is_inside_0_to_1_and_holds_the_value(passed: list[int], k: int) -> None:
    for measure in (mean_pass_at_k, mean_pass_hat_k):
        estimate = measure([(4, c) for c in passed], k)
        assert estimate.value is not None
        assert estimate.interval is not None
        assert 0 <= estimate.interval.low <= estimate.value <= estimate.interval.high <= 1


@pytest.mark.skipif(not TAU.exists(), reason="the recorded runs are not here")
def test_the_published_figures_of_the_airline_agent_come_out() -> None:
    attempts: defaultdict[int, list[bool]] = defaultdict(list)
    with gzip.open(TAU, "rt", encoding="utf-8") as file:
        for run in json.load(file):
            attempts[run["task_id"]].append(run["reward"] == 1)
    tasks = [(len(one), sum(one)) for one in attempts.values()]

    def figures(measure: Any) -> list[float]:
        return [round(measure(tasks, k).value, 4) for k in (1, 2, 3, 4)]

    assert len(tasks) == 50
    assert figures(mean_pass_hat_k) == [0.4200, 0.2733, 0.2200, 0.2000]
    assert figures(mean_pass_at_k) == [0.42, 0.5667, 0.66, 0.72]
