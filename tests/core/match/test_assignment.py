from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odograph.match.assignment import minimum_cost_assignment

costs = st.integers(1, 5).flatmap(
    lambda columns: st.lists(
        st.lists(st.integers(-9, 9), min_size=columns, max_size=columns), max_size=5
    )
)


def total(cost: list[list[int]], columns: list[int | None]) -> int:
    return sum(cost[row][column] for row, column in enumerate(columns) if column is not None)


def least_by_trying(cost: list[list[int]]) -> int:
    if not cost:
        return 0
    rows, columns = len(cost), len(cost[0])
    if rows > columns:
        return least_by_trying([list(row) for row in zip(*cost, strict=True)])
    return min(
        sum(cost[row][column] for row, column in enumerate(chosen))
        for chosen in permutations(range(columns), rows)
    )


@settings(max_examples=500)
@given(costs)
def test_the_sum_is_least(cost: list[list[int]]) -> None:
    columns = minimum_cost_assignment(cost)
    taken = [column for column in columns if column is not None]
    assert len(set(taken)) == len(taken) == min(len(cost), len(cost[0]) if cost else 0)
    assert total(cost, columns) == least_by_trying(cost)


@settings(max_examples=100)
@given(costs, st.randoms())
def test_the_sum_does_not_depend_on_the_order_of_rows(
    cost: list[list[int]], random: object
) -> None:
    turned = cost[::-1]
    assert total(cost, minimum_cost_assignment(cost)) == total(
        turned, minimum_cost_assignment(turned)
    )


def test_large_tables_agree_with_scipy() -> None:
    optimize = pytest.importorskip("scipy.optimize")
    numpy = pytest.importorskip("numpy")
    random = numpy.random.default_rng(7)
    for shape in ((40, 40), (30, 60), (60, 25)):
        cost = random.integers(0, 1000, shape)
        rows, columns = optimize.linear_sum_assignment(cost)
        ours = minimum_cost_assignment(cost.tolist())
        assert total(cost.tolist(), ours) == cost[rows, columns].sum()


def test_nothing_is_assigned_to_nothing() -> None:
    assert minimum_cost_assignment([]) == []
    assert minimum_cost_assignment([[], []]) == [None, None]
