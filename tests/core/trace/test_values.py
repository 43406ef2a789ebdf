import json
import math
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from pydantic import BaseModel

from core.trace.any_sample import json_values
from odograph.trace.values import as_json, dump_line, is_sequence, load_line


@settings(max_examples=500)
@given(json_values)
def test_a_line_is_read_as_it_was_written(value: Any) -> None:
    line = dump_line(value)
    assert "\n" not in line
    assert repr(load_line(line)) == repr(value)


@pytest.mark.parametrize(
    "value",
    [
        {"$float": "nan"},
        {"$float": "x"},
        {"$escaped": []},
        {"$escaped": [["$float", "nan"]]},
        {"a": {"$float": math.inf}},
        "$float",
        "a NaN in a text",
        2**200,
        -0.0,
        "cut \ud83d off",
    ],
)
def test_data_that_looks_like_our_marks_stays_data(value: Any) -> None:
    assert repr(load_line(dump_line(value))) == repr(value)


def test_nan_is_kept_in_strict_json() -> None:
    line = dump_line([math.nan, math.inf])
    assert line == '[{"$float": "nan"}, {"$float": "inf"}]'
    assert repr(load_line(line)) == "[nan, inf]"


@pytest.mark.parametrize("text", ['{"$float": "abc"}', '{"$float": 5}', '{"$escaped": [1]}'])
def test_another_programs_object_is_left_alone(text: str) -> None:
    assert load_line(text) == json.loads(text)


class Color(Enum):
    RED = "red"


class Name(str):
    __slots__ = ()


@dataclass
class Point:
    x: int


class Order(BaseModel):
    day: date


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ((1, 2), [1, 2]),
        ({3, 1, 2}, [1, 2, 3]),
        ({1: "a"}, {"1": "a"}),
        (date(2024, 5, 20), "2024-05-20"),
        (b"ab", "YWI="),
        (bytearray(b"ab"), "YWI="),
        (Color.RED, "red"),
        (Name("x"), "x"),
        (Point(1), {"x": 1}),
        (Order(day=date(2024, 5, 20)), {"day": "2024-05-20"}),
        (np.int64(3), 3),
        (np.float32(0.5), 0.5),
        (complex(1, 2), "(1+2j)"),
    ],
)
def test_any_value_has_a_json_form(value: Any, plain: Any) -> None:
    assert repr(as_json([value])) == repr([plain])


def test_text_and_bytes_are_no_sequences_of_items() -> None:
    assert [is_sequence(one) for one in ("ab", b"ab", bytearray(b"ab"))] == [False] * 3
    assert is_sequence([1])


def test_what_is_no_json_value_is_refused() -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        dump_line({"a": object()})
