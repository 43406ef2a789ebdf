from typing import Any

import pytest

from odograph.errors import InputError
from odograph.stats import failure_attribution, task_success_rate, wilson_interval


def test_the_rate_of_single_attempts_is_wilsons() -> None:
    estimate = task_success_rate([True, True, False, True])
    wanted = wilson_interval(3, 4)
    assert estimate.value == 0.75
    assert estimate.interval is not None
    assert wanted is not None
    assert estimate.interval.low == pytest.approx(wanted.low, abs=1e-12)
    assert estimate.interval.high == pytest.approx(wanted.high, abs=1e-12)


def test_one_and_nought_are_verdicts_and_unknown_outcomes_are_counted() -> None:
    estimate = task_success_rate([1, 0, None])
    assert (estimate.value, estimate.scored, estimate.total) == (0.5, 2, 3)


def test_attempts_at_one_case_widen_the_interval() -> None:
    outcomes = [True, True, False, False] * 5
    apart = task_success_rate(outcomes).interval
    together = task_success_rate(outcomes, [index // 2 for index in range(20)]).interval
    assert apart is not None
    assert together is not None
    assert together.high - together.low > apart.high - apart.low


@pytest.mark.parametrize("outcome", ["False", "fail", 0.5, 2])
def test_text_and_other_numbers_are_no_outcomes(outcome: Any) -> None:
    with pytest.raises(InputError, match=r"outcomes\[1\]: must be True or False"):
        task_success_rate([True, outcome])


def test_shares_of_failures_by_cause() -> None:
    shares = failure_attribution(["tool", "retrieval", "tool", "tool"])
    assert list(shares) == ["tool", "retrieval"]
    assert (shares["tool"].count, shares["tool"].share) == (3, 0.75)
    assert shares["tool"].interval == wilson_interval(3, 4)
    assert failure_attribution([]) == {}


def test_a_cause_is_text() -> None:
    causes: Any = ["tool", None]
    with pytest.raises(InputError, match=r"causes\[1\]: a cause must be text, got None"):
        failure_attribution(causes)
