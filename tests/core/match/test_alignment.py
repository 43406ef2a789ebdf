from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.match.alignment import (
    Pairs,
    Table,
    batch_pairs,
    best_pairs,
    loose_pairs,
    ordered_pairs,
)

amounts = st.sampled_from([0, 0, 1, 2, 3])


@st.composite
def tables(draw: st.DrawFn, most: int = 4) -> list[list[int]]:
    rows, columns = draw(st.integers(0, most)), draw(st.integers(1, most))
    return [[draw(amounts) for _ in range(columns)] for _ in range(rows)]


@st.composite
def batched(draw: st.DrawFn) -> tuple[list[list[int]], list[int], list[int]]:
    """A table with the sizes of the batches of its rows and of its columns."""
    few = st.lists(st.integers(0, 3), max_size=3).filter(lambda sizes: sum(sizes) <= 4)
    made, expected = draw(few), draw(few)
    table = [[draw(amounts) for _ in range(sum(expected))] for _ in range(sum(made))]
    return table, made, expected


def total(table: Table, pairs: Pairs) -> int:
    return sum(table[i][j] for i, j in pairs)


def matchings(rows: Sequence[int], columns: Sequence[int]) -> Iterator[Pairs]:
    """Every one-to-one pairing, of any size."""
    if not rows:
        yield []
        return
    first, rest = rows[0], rows[1:]
    yield from matchings(rest, columns)
    for column in columns:
        for others in matchings(rest, [c for c in columns if c != column]):
            yield [(first, column), *others]


def best_by_force(table: Table, allowed: Callable[[Pairs], bool]) -> int:
    columns = range(len(table[0])) if table else range(0)
    every = matchings(range(len(table)), columns)
    return max(total(table, pairs) for pairs in every if allowed(pairs))


def batch_of(sizes: Sequence[int]) -> list[int]:
    return [number for number, size in enumerate(sizes) for _ in range(size)]


def keeps_order(places: Sequence[tuple[int, int]]) -> bool:
    """Whether no two pairs of batches cross."""
    return not any(a < b and x > y for a, x in places for b, y in places)


def any_pairing(pairs: Pairs) -> bool:
    return True


def rises(pairs: Pairs) -> bool:
    """Whether both sides go up from pair to pair."""
    return all(a < b for (_, a), (_, b) in pairwise(pairs))


def is_pairing(table: Table, pairs: Pairs) -> bool:
    return (
        len({i for i, _ in pairs}) == len(pairs) == len({j for _, j in pairs})
        and all(table[i][j] for i, j in pairs)
        and pairs == sorted(pairs)
    )


def test_worked_example() -> None:
    # the run makes (a b) c, the reference wants b a c; equal letters earn 1
    table = [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    assert best_pairs(table) == [(0, 1), (1, 0), (2, 2)]
    assert ordered_pairs(table) == [(1, 0), (2, 2)] or ordered_pairs(table) == [(0, 1), (2, 2)]
    assert loose_pairs(table, [2, 1], [1, 1, 1]) == [(0, 1), (1, 0), (2, 2)]
    assert batch_pairs(table, [2, 1], [2, 1]) == [(0, 1), (1, 0), (2, 2)]
    assert len(batch_pairs(table, [2, 1], [1, 1, 1])) == 2, "a batch stands for one batch"


@given(tables())
def test_any_order_agrees_with_brute_force(table: list[list[int]]) -> None:
    pairs = best_pairs(table)
    assert is_pairing(table, pairs)
    assert total(table, pairs) == best_by_force(table, any_pairing)


@given(tables())
def test_order_agrees_with_brute_force(table: list[list[int]]) -> None:
    pairs = ordered_pairs(table)
    assert is_pairing(table, pairs)
    assert keeps_order(pairs)
    assert total(table, pairs) == best_by_force(table, rises)


@given(batched())
def test_batches_against_batches_agree_with_brute_force(
    given_: tuple[list[list[int]], list[int], list[int]],
) -> None:
    table, made, expected = given_
    ours, theirs = batch_of(made), batch_of(expected)

    def allowed(pairs: Pairs) -> bool:
        places = {(ours[i], theirs[j]) for i, j in pairs}
        one_to_one = len({a for a, _ in places}) == len(places) == len({e for _, e in places})
        return one_to_one and keeps_order(list(places))

    pairs = sorted(batch_pairs(table, made, expected))
    assert is_pairing(table, pairs)
    assert allowed(pairs)
    assert total(table, pairs) == best_by_force(table, allowed)


@given(batched())
def test_shared_batches_agree_with_brute_force(
    given_: tuple[list[list[int]], list[int], list[int]],
) -> None:
    table, made, expected = given_
    ours, theirs = batch_of(made), batch_of(expected)

    def allowed(pairs: Pairs) -> bool:
        return keeps_order([(ours[i], theirs[j]) for i, j in pairs])

    pairs = loose_pairs(table, made, expected)
    assert is_pairing(table, pairs)
    assert allowed(pairs)
    assert total(table, pairs) == best_by_force(table, allowed)


@given(batched())
def test_a_batch_stands_for_no_more_than_shared_batches_can(
    given_: tuple[list[list[int]], list[int], list[int]],
) -> None:
    table, made, expected = given_
    loose = total(table, loose_pairs(table, made, expected))
    assert total(table, batch_pairs(table, made, expected)) <= loose
    assert loose <= total(table, best_pairs(table))


@pytest.mark.parametrize("size", [9, 40])
def test_a_large_batch_may_be_listed_in_any_order(size: int) -> None:
    same = [[int(i == j) for j in range(size)] for i in range(size)]
    for table in (same, same[::-1], same[1::2] + same[::2]):
        assert len(loose_pairs(table, [size], [1] * size)) == size
        assert len(loose_pairs(table, [1] * size, [size])) == size
        assert len(batch_pairs(table, [size], [size])) == size
        assert len(loose_pairs(table, [size], [size])) == size


def test_beyond_150_on_both_sides_the_pairs_of_most_credit_come_first() -> None:
    size = 160
    table = [[2 if i + j == size - 1 else 1 for j in range(size)] for i in range(size)]
    assert total(table, best_pairs(table)) == 2 * size


def test_nothing_pairs_with_nothing() -> None:
    assert best_pairs([]) == ordered_pairs([]) == loose_pairs([], [], []) == []
    assert batch_pairs([], [], []) == batch_pairs([], [0, 0], [0]) == []
    assert loose_pairs([[], []], [1, 1], []) == batch_pairs([[], []], [1, 1], []) == []
    assert best_pairs([[0, 0]]) == ordered_pairs([[0, 0]]) == []


def test_what_has_one_order_only_needs_no_choice() -> None:
    for order in permutations(range(3)):
        table = [[int(j == order[i]) for j in range(3)] for i in range(3)]
        assert len(best_pairs(table)) == 3
        assert (len(ordered_pairs(table)) == 3) is (order == (0, 1, 2))
