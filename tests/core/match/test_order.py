from typing import Any

import pytest

from odograph.errors import InputError
from odograph.match.order import check_match_mode, holds, holds_flat
from odograph.match.pairing import ByKey, ByRelation

MODES: list[Any] = ["strict", "in_order", "unordered", "subset", "superset"]


def held(actual: str, expected: str) -> list[str]:
    """The modes that hold; batches are written with blanks between."""
    ours, theirs = actual.split(), expected.split()
    by_key = [mode for mode in MODES if holds(mode, ours, theirs, ByKey())]
    assert by_key == [mode for mode in MODES if holds(mode, ours, theirs, ByRelation(str.__eq__))]
    return by_key


def held_flat(actual: str, expected: str) -> list[str]:
    ours = actual.split()
    by_key = [mode for mode in MODES if holds_flat(mode, ours, expected, ByKey())]
    relation = ByRelation(str.__eq__)
    assert by_key == [mode for mode in MODES if holds_flat(mode, ours, expected, relation)]
    return by_key


@pytest.mark.parametrize(
    ("actual", "expected", "modes"),
    [
        ("", "", MODES),
        ("a b", "a b", MODES),
        ("a b", "b a", ["unordered", "subset", "superset"]),
        ("ab", "ba", MODES),
        ("ab", "a b", ["unordered", "subset", "superset"]),
        ("a b", "ab", ["in_order", "unordered", "subset", "superset"]),
        ("a x b", "a b", ["in_order", "superset"]),
        ("a b", "a x b", ["subset"]),
        ("a a", "a", ["in_order", "superset"]),
        ("a", "a a", ["subset"]),
        ("ax by", "ab", ["in_order", "superset"]),
        ("a bc d", "a d", ["in_order", "superset"]),
        ("b ab", "a b", ["superset"]),
        ("b a b", "a b", ["in_order", "superset"]),
        ("", "a", ["subset"]),
        ("a", "", ["in_order", "superset"]),
    ],
)
def test_batches_against_batches(actual: str, expected: str, modes: list[str]) -> None:
    assert held(actual, expected) == modes


@pytest.mark.parametrize(
    ("actual", "expected", "modes"),
    [
        ("", "", MODES),
        ("a b", "ab", MODES),
        ("ab", "ba", MODES),
        ("a b", "ba", ["unordered", "subset", "superset"]),
        ("ab c", "bac", MODES),
        ("ab c", "bca", ["unordered", "subset", "superset"]),
        ("ax bc", "acb", ["in_order", "superset"]),
        ("abc", "ca", ["in_order", "superset"]),
        ("a bc", "cab", ["unordered", "subset", "superset"]),
        ("a", "ab", ["subset"]),
    ],
)
def test_batches_against_a_flat_list(actual: str, expected: str, modes: list[str]) -> None:
    assert held_flat(actual, expected) == modes


def test_a_batch_takes_the_pairing_that_leaves_most_for_the_rest() -> None:
    """x fits both, y only the second: taken greedily, x would be used up by the first."""
    fits = {("x", "1"), ("x", "2"), ("y", "1")}
    relation = ByRelation[str, str](lambda actual, expected: (actual, expected) in fits)
    for mode in MODES:
        assert holds(mode, ["xy"], ["12"], relation)
        assert holds_flat(mode, ["xy"], "12", relation)


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(InputError, match=r"mode: must be one of strict, in_order, .* got 'any'"):
        check_match_mode("any")
