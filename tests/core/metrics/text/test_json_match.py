from typing import Any

import pytest

from odograph import InputError, Score, approx, parse_metric
from odograph.metrics import JsonMatch


def match(response: str, reference: str, **parameters: Any) -> Score:
    return JsonMatch(**parameters).score(response=response, reference=reference)


@pytest.mark.parametrize(
    ("response", "reference"),
    [
        ('{"a": 1, "b": [2]}', '{"b": [2], "a": 1.0}'),
        ('```json\n{"a": 1}\n```', '{"a": 1}'),
        ("[1, 2]", "[1, 2]"),
        ('"x"', '"x"'),
        ("null", " null "),
    ],
)
def test_equal_values_match_whatever_they_are_written_like(response: str, reference: str) -> None:
    assert match(response, reference)


@pytest.mark.parametrize(
    ("response", "reference", "told"),
    [
        ('{"a": 1}', '{"a": "1"}', "$.a: 1 != '1'"),
        ('{"a": true}', '{"a": 1}', "$.a: True != 1"),
        ("[1, 2]", "[2, 1]", "$[0]: 1 != 2"),
        ('{"a": 1, "b": null}', '{"a": 1}', "$.b: unexpected None"),
        ("{}", '{"a": 1}', "$.a: missing, expected 1"),
        ("[]", "{}", "$: [] != {}"),
        ("The answer is 4.", "4", "the response is not JSON"),
        ('{"a": NaN}', '{"a": 1}', "NaN is no JSON value"),
        ("", "{}", "the response is not JSON"),
    ],
)
def test_what_differs_is_told(response: str, reference: str, told: str) -> None:
    score = match(response, reference)
    assert score.value is False
    assert told in score.reason


def test_modes_are_those_of_arguments() -> None:
    assert match('{"a": 1, "b": 2}', '{"a": 1}', mode="superset")
    assert match('{"a": 1}', '{"a": 1, "b": 2}', mode="subset")
    assert not match('{"a": 1}', '{"a": 1, "b": 2}', mode="superset")


def test_some_places_may_be_compared_alone_or_in_another_way() -> None:
    reference = '{"price": 10, "items": [{"sku": "a", "note": "x"}]}'
    response = '{"price": 10.04, "items": [{"sku": "a", "note": "y"}]}'

    assert match(response, reference, compare=["items[*].sku"])
    assert not match(response, reference, compare={"price": approx(0.01)})  # the note differs
    assert match(response, reference, mode="ignore", compare={"price": approx(0.1)})


def test_a_place_that_the_reference_lacks_would_always_pass() -> None:
    with pytest.raises(InputError, match=r"compare: the reference has no such path, got 'pirce'"):
        match('{"price": 1}', '{"price": 1}', compare=["pirce"])


def test_a_reference_that_is_no_json_is_the_data_s_fault() -> None:
    assert match("{}", "four").fault == "data"


def test_deep_nesting_is_no_crash() -> None:
    assert match("[" * 100_000, "[]").value is False


def test_the_spelling_parses_back() -> None:
    metric = JsonMatch("superset", {"price": approx(0.01)})
    assert parse_metric(repr(metric)) == metric
