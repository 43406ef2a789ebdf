import pytest

from odograph.judge import JudgeError
from odograph.trace import Usage
from odograph_langchain.judge_budget import Budget, Purse, priced


def test_calls_are_taken_before_they_are_made() -> None:
    purse = Purse(Budget(calls=2))
    purse.take_call()
    purse.take_call()
    with pytest.raises(JudgeError, match="budget of 2 calls is spent"):
        purse.take_call()


def test_tokens_and_dollars_are_paid_after() -> None:
    purse = Purse(Budget(tokens=100, cost=1.0))
    purse.pay(Usage(input_tokens=60, output_tokens=39, cost=0.5))
    purse.take_call()
    purse.pay(Usage(input_tokens=1, cost=0.0))
    with pytest.raises(JudgeError, match="budget of 100 tokens is spent"):
        purse.take_call()


def test_an_unknown_cost_ends_a_budget_in_dollars_and_no_other() -> None:
    for unknown in (None, Usage(input_tokens=1)):
        blind, counting = Purse(Budget(cost=1.0)), Purse(Budget(tokens=100))
        blind.pay(unknown)
        counting.pay(unknown)
        counting.take_call()
        with pytest.raises(JudgeError, match="the cost of a call is unknown"):
            blind.take_call()


def test_a_price_is_for_a_million_tokens_and_gives_way_to_what_was_told() -> None:
    usage = Usage(input_tokens=1_000_000, output_tokens=500_000)
    assert priced(usage, (2.0, 8.0)) == Usage(1_000_000, 500_000, cost=6.0)
    assert priced(Usage(input_tokens=5, cost=0.0), (2.0, 8.0)) == Usage(5, cost=0.0)
    assert priced(usage, None) == usage
    assert priced(None, (2.0, 8.0)) is None
