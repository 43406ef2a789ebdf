from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge.reading import read_answer
from odograph.metrics import RankingMetric, Score


def score(value: str, allowed: Any = ("a", "b", "c")) -> Score:
    async def judge(task: Any, given: Any) -> Any:
        return read_answer(f'{{"reason": "so", "value": {value}}}', task.output)

    metric = RankingMetric(name="r", prompt="Rank {response}", allowed_values=allowed, judge=judge)
    return metric.score(response="x")


def test_the_value_is_the_items_best_first() -> None:
    assert score('["c", "a", "b"]').value == ("c", "a", "b")


def test_a_number_asks_for_that_many_items() -> None:
    assert score('["x", "y"]', 2).value == ("x", "y")


@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        ('["a", "b"]', ("a", "b", "c")),
        ('["a", "b", "b"]', ("a", "b", "c")),
        ('["a", "b", "d"]', ("a", "b", "c")),
        ('["a", "b", "c", "d"]', ("a", "b", "c")),
        ('"a, b, c"', ("a", "b", "c")),
        ('["x"]', 2),
        ('["x", "x"]', 2),
    ],
)
def test_anything_else_is_no_value(value: str, allowed: Any) -> None:
    assert score(value, allowed).fault == "judge"


@pytest.mark.parametrize("allowed", [1, 0, ["a"], ["a", "a"], []])
def test_there_are_two_different_items_or_more(allowed: Any) -> None:
    with pytest.raises(InputError, match="must be two different items, or more"):
        score("[]", allowed)
