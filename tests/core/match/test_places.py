from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.match.places import find, has, key_path, parse_place

ORDER = {"items": [{"sku": "a", "n": 1}, {"sku": "b"}], "a.b": 0, "user": {"id": 7}, "none": []}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("city", ("city",)),
        ("$.city", ("city",)),
        ("user.id", ("user", "id")),
        ("items[0].sku", ("items", 0, "sku")),
        ("items[*].sku", ("items", "*", "sku")),
        ("$[0]", (0,)),
        ("*", ("*",)),
        ("['a.b']['c']", ("a.b", "c")),
        ('["it\'s"]', ("it's",)),
        ("$ref", ("$ref",)),
        ("items.0.sku", ("items", "0", "sku")),
    ],
)
def test_a_place_is_read(text: str, place: Any) -> None:
    assert parse_place(text) == place


@given(st.lists(st.text() | st.integers(0, 99), min_size=1))
def test_what_is_written_for_keys_reads_back(keys: list[str | int]) -> None:
    path = "$"
    for key in keys:
        path = key_path(path, key)
    assert parse_place(path) == tuple(keys)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a path must name an argument, got ''"),
        ("$", "a path must name an argument, got '$'"),
        ("a..b", "column 2: must be a path such as items[0].sku"),
        (".a", "column 1: must be a path"),
        ("a[x]", "column 2: must be a path"),
        ("a[-1]", "column 2: must be a path"),
        ("a.", "column 2: must be a path"),
        (r"['\x']", "column 1: must be a quoted key"),
    ],
)
def test_what_is_no_place_is_refused_with_its_column(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_place(text)
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("user.id", {"$.user.id": 7}),
        ("items[1].sku", {"$.items[1].sku": "b"}),
        ("items[*].sku", {"$.items[0].sku": "a", "$.items[1].sku": "b"}),
        ("items[*].n", {"$.items[0].n": 1}),
        ("['a.b']", {"$['a.b']": 0}),
        ("user[*]", {"$.user.id": 7}),
        ("items[2].sku", {}),
        ("items.0.sku", {}),
        ("a.b", {}),
        ("user.id.x", {}),
    ],
)
def test_the_spots_of_a_place_are_found(text: str, found: dict[str, Any]) -> None:
    assert dict(find(ORDER, parse_place(text))) == found
    assert has(ORDER, parse_place(text)) is bool(found)


def test_every_item_of_no_items_is_there_although_nothing_is_found() -> None:
    assert has(ORDER, parse_place("none[*].sku"))
    assert not has(ORDER, parse_place("non[*].sku"))
