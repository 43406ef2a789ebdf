from typing import Any

import pytest

from odograph.cost import cost_summary
from odograph.errors import InputError
from odograph.trace import ModelCall, MultiTurnSample, Sample, Usage

PRICES = {"nova": {"input": 1.0, "output": 1.0}}


def run(case_id: str, *tokens: int, model: str = "nova", start: float | None = None) -> Sample:
    calls = [ModelCall(model, Usage(one, 0), started_at=start, latency=2.0) for one in tokens]
    return MultiTurnSample(user_input=[], case_id=case_id, model_calls=calls)


RUNS = [run("a", 1_000_000, 1_000_000), run("b", 3_000_000), run("c", 4_000_000, start=5.0)]


def test_cost_tokens_and_steps_of_a_task() -> None:
    summary = cost_summary(RUNS, PRICES)
    assert summary.total.value == 9.0
    assert summary.per_task.value == 3.0
    assert summary.tokens_per_task.value == 3_000_000
    assert summary.steps_per_task.value == pytest.approx(4 / 3)
    assert summary.per_task.interval is not None
    assert (summary.latency.p50, summary.latency.scored, summary.latency.total) == (2.0, 1, 3)


def test_a_success_costs_what_all_runs_cost_by_the_number_of_successes() -> None:
    summary = cost_summary(RUNS, PRICES, succeeded=[True, False, True])
    assert summary.per_success.value == 4.5
    assert summary.per_success.interval is not None


def test_without_a_success_the_cost_of_one_is_undefined() -> None:
    assert cost_summary(RUNS, PRICES, succeeded=[False] * 3).per_success.value is None
    assert cost_summary(RUNS, PRICES).per_success.value is None


def test_a_run_of_unknown_cost_is_left_out_and_counted() -> None:
    summary = cost_summary([*RUNS, run("d", 1, model="mystery")], PRICES, succeeded=[1, 1, 1, 1])
    assert summary.total.complete is False
    assert summary.total.unpriced == ("mystery",)
    assert (summary.per_task.value, summary.per_task.scored, summary.per_task.total) == (3.0, 3, 4)
    assert (summary.per_success.value, summary.per_success.scored) == (3.0, 3)
    assert summary.tokens_per_task.scored == 4


def test_a_run_that_recorded_no_call_says_nothing_of_its_cost() -> None:
    assert cost_summary([run("a")], PRICES).per_task.value is None


def test_repeats_of_a_case_are_no_further_cases() -> None:
    once = cost_summary(RUNS, PRICES).per_task.interval
    repeated = cost_summary([*RUNS, *RUNS, *RUNS], PRICES).per_task.interval
    assert once is not None
    assert repeated is not None
    assert repeated.low == pytest.approx(once.low)


@pytest.mark.parametrize(
    ("succeeded", "rule"),
    [
        ([True], "succeeded must have 3 values, one a run, got 1"),
        ([True, "False", True], r"succeeded\[1\]: must be True or False, got 'False'"),
        ([True, 0.5, True], r"succeeded\[1\]: must be True or False, got 0.5"),
    ],
)
def test_outcomes_are_verdicts_one_a_run(succeeded: Any, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        cost_summary(RUNS, PRICES, succeeded=succeeded)
