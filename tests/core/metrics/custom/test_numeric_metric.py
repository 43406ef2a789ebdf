from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge.reading import read_answer
from odograph.metrics import NumericMetric, Score


def score(reply: str, allowed: Any = (0.0, 1.0)) -> Score:
    async def judge(task: Any, given: Any) -> Any:
        return read_answer(reply, task.output)

    metric = NumericMetric(
        name="warmth", prompt="How warm is {response}?", allowed_values=allowed, judge=judge
    )
    return metric.score(response="x")


def told(value: str) -> str:
    return f'{{"reason": "so", "value": {value}}}'


@pytest.mark.parametrize(
    ("reply", "allowed", "value"),
    [
        (told("0.8"), (0, 1), 0.8),
        (told('"0.8"'), (0, 1), 0.8),
        (told("1"), (0, 1), 1.0),
        (told("5.0"), range(1, 6), 5),
        (told('"8/10"'), (1, 10), 8.0),
        ("There are 3 problems. Score: 7", (1, 10), 7.0),
        ("8 out of 10", (1, 10), 8.0),
    ],
)
def test_a_number_of_the_range_is_the_value(reply: str, allowed: Any, value: float) -> None:
    result = score(reply, allowed)
    assert result.value == value
    assert not isinstance(result.value, bool)


@pytest.mark.parametrize(
    ("reply", "allowed"),
    [
        (told('"high"'), (0, 1)),
        (told("null"), (0, 1)),
        (told('""'), (0, 1)),
        (told("true"), (0, 1)),
        (told("999"), (0, 1)),
        (told("NaN"), (0, 1)),
        (told("5.01"), range(1, 6)),
        (told("2.5"), range(1, 6)),
        ("4.2/10", (1, 5)),
        ("85", (1, 5)),
        ("0", (1, 5)),
        ("Between 4 and 6", (1, 10)),
    ],
)
def test_anything_else_is_no_value(reply: str, allowed: Any) -> None:
    assert score(reply, allowed).fault == "judge"


@pytest.mark.parametrize("allowed", [(1, 0), (0,), (0, float("inf")), (0, 1, 2), range(1), (1, 1)])
def test_the_range_has_a_lowest_and_a_highest(allowed: Any) -> None:
    with pytest.raises(InputError, match="must be a lowest and a highest number"):
        score(told("1"), allowed)


def test_a_range_is_spelled_by_its_ends() -> None:
    metric = NumericMetric(name="n", prompt="{response}", allowed_values=range(1, 6))
    spelled = "NumericMetric(name='n', prompt='{response}', allowed_values=(1, 5), whole=True)"
    assert repr(metric) == spelled
