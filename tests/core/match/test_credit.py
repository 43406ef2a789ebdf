from itertools import combinations, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from odograph.match.arguments import ArgumentRules
from odograph.match.credit import Credit, best_total, ordered_total
from odograph.trace import ToolCall

Sizes = list[int]


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[int]], Sizes, Sizes]:
    """Credits of up to 5 calls on each side, with the sizes of their batches."""
    made = draw(st.lists(st.integers(0, 3), max_size=3).filter(lambda sizes: sum(sizes) <= 5))
    wanted = draw(st.lists(st.integers(0, 3), max_size=3).filter(lambda sizes: sum(sizes) <= 5))
    row = st.lists(st.integers(0, 3), min_size=sum(wanted), max_size=sum(wanted))
    return draw(st.lists(row, min_size=sum(made), max_size=sum(made))), made, wanted


def most_by_trying(table: list[list[int]], made: Sizes, wanted: Sizes, ordered: bool) -> int:
    """The largest total over all one-to-one pairings, of those in order if asked."""
    ours = [step for step, size in enumerate(made) for _ in range(size)]
    theirs = [step for step, size in enumerate(wanted) for _ in range(size)]
    best = 0
    for size in range(1, min(len(ours), len(theirs)) + 1):
        for rows in combinations(range(len(ours)), size):
            for columns in permutations(range(len(theirs)), size):
                pairs = list(zip(rows, columns, strict=True))
                crossing = any(
                    ours[i] < ours[k] and theirs[j] > theirs[m] for i, j in pairs for k, m in pairs
                )
                if not (ordered and crossing):
                    best = max(best, sum(table[i][j] for i, j in pairs))
    return best


@settings(max_examples=300, deadline=None)
@given(tables())
def test_the_total_is_the_largest_that_keeps_the_order(
    case: tuple[list[list[int]], Sizes, Sizes],
) -> None:
    table, made, wanted = case
    assert ordered_total(Credit(table, 3), made, wanted) == most_by_trying(*case, ordered=True)


@settings(max_examples=200, deadline=None)
@given(tables())
def test_the_best_total_is_the_largest_of_all(
    case: tuple[list[list[int]], Sizes, Sizes],
) -> None:
    total = best_total(Credit(case[0], 3))
    assert total == most_by_trying(*case, ordered=False)
    assert total >= ordered_total(Credit(case[0], 3), case[1], case[2])


@given(st.permutations(range(10)))
def test_large_batches_do_not_depend_on_the_order_of_listing(order: list[int]) -> None:
    table = [[int(i == j) for j in range(10)] for i in order]
    assert ordered_total(Credit(table, 1), [10], [10]) == 10
    assert ordered_total(Credit(table, 1), [10], [1] * 10) == 10
    assert ordered_total(Credit(table, 1), [1] * 10, [10]) == 10


def test_shares_of_arguments_get_one_whole_unit() -> None:
    made = [ToolCall("f", {"a": 1, "b": 2}), ToolCall("g", {"a": 1, "b": 2, "c": 3})]
    wanted = [ToolCall("f", {"a": 1, "b": 3}), ToolCall("g", {"a": 1, "b": 2, "c": 4})]
    assert Credit.of(made, wanted, ArgumentRules()) == Credit([[3, 0], [0, 4]], 6)
