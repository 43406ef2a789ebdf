import math
from collections import OrderedDict
from datetime import date
from enum import StrEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.match import any_value
from odograph.match.equality import ABSENT, canonical, equal_json
from odograph.trace.values import is_list, is_object


def equal_by_cases(left: Any, right: Any) -> bool:
    """Typed equality of JSON values, case by case."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right or (math.isnan(left) and math.isnan(right))
    if is_list(left) and is_list(right):
        return len(left) == len(right) and all(map(equal_by_cases, left, right))
    if is_object(left) and is_object(right):
        return left.keys() == right.keys() and all(equal_by_cases(left[k], right[k]) for k in left)
    return type(left) is type(right) and bool(left == right)


# few values, of many types, so that equal and nearly equal ones meet often
scalars = st.sampled_from(
    [
        *(None, True, False, 0, 1, 1.0, -0.0, 0.5, "1", "", "bool", "nan", "{", "["),
        *(math.nan, math.inf, 2**53, 2**53 + 1, float(2**53), 2**70, float(2**70)),
    ]
)
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(max_examples=1500)
@given(values, values)
def test_keys_are_equal_exactly_if_values_are(left: Any, right: Any) -> None:
    equal = equal_by_cases(left, right)
    assert (canonical(left) == canonical(right)) is equal
    assert equal_json(left, right) is equal
    assert not equal or hash(canonical(left)) == hash(canonical(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (20, 20.0),
        (0.0, -0.0),
        (math.nan, math.nan),
        ({"a": 1, "b": {"x": 1, "y": 2}}, {"b": {"y": 2, "x": 1}, "a": 1}),
        (2**70, float(2**70)),
    ],
)
def test_equal(left: Any, right: Any) -> None:
    assert equal_json(left, right)
    assert equal_json([left], [right])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (True, 1),
        (False, 0),
        ("1", 1),
        ("None", None),
        ("True", True),
        ("revenue", ["revenue"]),
        ([1, 2], [2, 1]),
        ({"a": None}, {}),
        (2**53, 2**53 + 1),
        (2**53 + 1, float(2**53)),
        ("é", "e\u0301"),
        ([], {}),
        ("", None),
        ('{"a": 1}', {"a": 1}),
        (["bool", True], True),
    ],
)
def test_not_equal(left: Any, right: Any) -> None:
    assert not equal_json(left, right)
    assert not equal_json({"k": left}, {"k": right})


class Color(StrEnum):
    RED = "red"


class Count(int):
    pass


JSON_FORMS: list[Any] = [
    ((1, 2), [1, 2]),
    ({2, 1}, [1, 2]),
    (OrderedDict(a=1), {"a": 1}),
    (date(2024, 5, 20), "2024-05-20"),
    (Color.RED, "red"),
    (Count(3), 3),
    (np.int64(3), 3),
    (np.float64(0.5), 0.5),
    (bytearray(b"ab"), "YWI="),
]


@pytest.mark.parametrize(
    ("value", "plain"),
    JSON_FORMS,
)
def test_other_values_count_by_their_json_form(value: Any, plain: Any) -> None:
    assert equal_json(value, plain)
    assert canonical({"k": [value]}) == canonical({"k": [plain]})


def test_bytes_are_not_the_list_of_their_numbers() -> None:
    assert not equal_json(b"ab", [97, 98])


def test_a_comparator_and_nothing_have_no_key() -> None:
    for value in (any_value, any_value(), ABSENT):
        with pytest.raises(TypeError):
            canonical({"a": [value]})
    with pytest.raises(InputError, match="only values can be compared here"):
        equal_json([1], [any_value])
