import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.cost import TotalUsage, total_usage
from odograph.trace import ModelCall, Usage


def calls_of(*usages: Usage | None) -> list[ModelCall]:
    return [ModelCall(usage=usage) for usage in usages]


def test_a_call_that_tells_nothing_is_counted() -> None:
    total = total_usage(calls_of(Usage(10, 5), None, Usage(20, 1)))
    assert total == TotalUsage(Usage(30, 6), calls=3, calls_without_usage=1)
    assert total.usage.total_tokens == 36
    assert not total.complete


def test_parts_are_added_too() -> None:
    one = Usage(10, 5, cached_tokens=4, cache_write_tokens=3, reasoning_tokens=2)
    assert total_usage(calls_of(one, one)).usage == Usage(20, 10, 8, 6, 4)


@pytest.mark.parametrize(
    ("usages", "cost"),
    [
        ([Usage(1, 1, cost=0.5), Usage(1, 1, cost=0.25)], 0.75),
        ([Usage(1, 1, cost=0.0)], 0.0),
        ([Usage(1, 1, cost=0.5), Usage(1, 1)], None),
        ([Usage(1, 1, cost=0.5), None], None),
        ([], None),
    ],
)
def test_the_cost_is_known_only_if_every_call_told_its_own(
    usages: list[Usage | None], cost: float | None
) -> None:
    assert total_usage(calls_of(*usages)).usage.cost == cost


def test_no_call_took_nothing() -> None:
    assert total_usage([]) == TotalUsage(Usage(), 0, 0)
    assert total_usage([]).complete


@given(st.lists(st.none() | st.builds(Usage, st.integers(0, 99), st.integers(0, 99))))
def test_tokens_and_calls_add_up(usages: list[Usage | None]) -> None:
    total = total_usage(calls_of(*usages))
    known = [usage for usage in usages if usage is not None]
    assert total.usage.input_tokens == sum(usage.input_tokens for usage in known)
    assert total.usage.output_tokens == sum(usage.output_tokens for usage in known)
    assert (total.calls, total.calls_without_usage) == (len(usages), len(usages) - len(known))
