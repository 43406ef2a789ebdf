from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge.reading import read_answer
from odograph.metrics import RubricsScore
from odograph.trace import SingleTurnSample

RUBRICS = {
    "score3_description": "right",
    "score1_description": "wrong",
    "score2_description": "partly right",
}


def grading(value: str, seen: list[Any] | None = None) -> Any:
    async def judge(task: Any, given: Any) -> Any:
        if seen is not None:
            seen.append(task.instruction)
        return read_answer(f'{{"reason": "so", "value": {value}}}', task.output)

    return judge


def test_the_value_is_a_grade_of_the_rubrics() -> None:
    seen: list[Any] = []
    score = RubricsScore(rubrics=RUBRICS, judge=grading("2", seen)).score(response="x")
    assert (score.value, score.reason) == (2, "grade 2: so")
    assert score.details["rubric"] == "partly right"
    assert seen[0].endswith("1: wrong\n2: partly right\n3: right")


@pytest.mark.parametrize("value", ["0", "4", "2.5", "null", "true", '"high"'])
def test_anything_else_is_no_grade(value: str) -> None:
    score = RubricsScore(rubrics=RUBRICS, judge=grading(value)).score(response="x")
    assert score.fault == "judge"


def test_each_sample_may_bring_its_own() -> None:
    metric = RubricsScore(judge=grading("0"))
    own = SingleTurnSample(response="x", rubrics={"0": "bad", "1": "good"})
    assert metric.score(own).value == 0
    assert metric.score(response="x").reason == "there are no rubrics"


def test_a_metric_keeps_no_rubrics_of_a_sample() -> None:
    seen: list[Any] = []
    metric = RubricsScore(judge=grading("1", seen))
    for _ in range(2):
        metric.score(response="x", rubrics={"0": "bad", "1": "good"})
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    "rubrics",
    [{"1": "a"}, {"1": "a", "3": "b"}, {"one": "a", "two": "b"}, {"1": "a", "score1": "b"}],
)
def test_rubrics_describe_grades_without_a_gap(rubrics: dict[str, str]) -> None:
    with pytest.raises(InputError, match=r"^rubrics: "):
        RubricsScore(rubrics=rubrics)
