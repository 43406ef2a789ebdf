from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from core.match.brute_force import CALLS, Call, admits, matching
from odograph.match.pairing import ByKey, ByLabel, ByRelation

small = st.lists(st.integers(0, 3), max_size=5)
calls = st.lists(st.sampled_from(CALLS), max_size=5)


def at_least(actual: int, expected: int) -> bool:
    return actual >= expected


@settings(max_examples=500)
@given(calls, calls, st.sampled_from(["subset", "superset"]))
def test_the_size_is_that_of_the_best_pairing(a: list[Call], e: list[Call], mode: str) -> None:
    def fits(actual: Call, expected: Call) -> bool:
        return admits(mode, actual, expected)

    assert ByRelation(fits).size(a, e) == matching(a, e, fits)


@settings(max_examples=500)
@given(small, small)
def test_keys_and_an_equal_relation_agree(a: list[int], e: list[int]) -> None:
    by_key, by_relation = ByKey(), ByRelation[int, int](int.__eq__)
    assert by_key.size(a, e) == by_relation.size(a, e)
    assert by_key.prefix(a, e) == by_relation.prefix(a, e)


@settings(max_examples=500)
@given(st.lists(small, max_size=3), small, st.integers(0, 2))
def test_the_least_end_is_found(batches: list[list[int]], wanted: list[int], start: int) -> None:
    for pairing in (ByKey(), ByRelation[int, int](int.__eq__), ByRelation[int, int](at_least)):
        ends = [
            end
            for end in range(start, len(batches) + 1)
            if pairing.size([*chain(*batches[start:end])], wanted) == len(wanted)
        ]
        # the first batch is looked into even where nothing is wanted
        least = min((end for end in ends if end > start or not batches[start:]), default=None)
        assert pairing.cover(batches, start, wanted) == least or not wanted


@settings(max_examples=500)
@given(small, small)
def test_the_longest_prefix_is_found(a: list[int], e: list[int]) -> None:
    pairing = ByRelation[int, int](at_least)
    lengths = [n for n in range(len(e) + 1) if pairing.size(a, e[:n]) == n]
    assert pairing.prefix(a, e) == max(lengths)


@settings(max_examples=500)
@given(small, small)
def test_labels_part_what_cannot_match(a: list[int], e: list[int]) -> None:
    """Even numbers have keys and must be equal, odd ones are compared by the relation."""

    def item(n: int) -> tuple[int, int | None, int]:
        return n % 2, None if n % 2 else n, n

    def fits(one: tuple[int, int | None, int], other: tuple[int, int | None, int]) -> bool:
        return one[1] == other[1] if one[1] is not None else one[2] >= other[2]

    def relation(one: int, other: int) -> bool:
        return one % 2 == other % 2 and (one == other if one % 2 == 0 else one >= other)

    found = ByLabel(fits).size([item(n) for n in a], [item(n) for n in e])
    assert found == ByRelation(relation).size(a, e)
