"""A grade by rubrics: one set for all samples, or each sample's own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge
from odograph.judge.fields import Fields
from odograph.judge.task import JudgeTask
from odograph.metrics.custom.answers import number_answer
from odograph.metrics.custom.aspect_critic import given_fields
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("RubricsScore",)

_KEY = re.compile(r"(?:score_?)?(-?\d+)(?:_description)?", re.IGNORECASE)


@dataclass(frozen=True, repr=False)
class RubricsScore(JudgedMetric):
    """The grade whose description fits best: a whole number among those described. One call.

    Rubrics map a grade to what it means: `{"score1_description": "wrong", ...}` as in ragas, or
    `{"1": "wrong", "2": "right"}`. The judge sees the question or conversation, the response, the
    reference and the contexts, as far as there are. After ragas' measure of this name.

    Attributes:
        rubrics: of all samples; None takes `rubrics` of each sample, and leaves one without any
            unscored.

    Raises:
        InputError: fewer than two grades, or a key that is none.
    """

    rubrics: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rubrics is not None:
            _grades(self.rubrics)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        rubrics = sample.rubrics if self.rubrics is None else self.rubrics
        if not rubrics:
            return Score.unscored("data", "there are no rubrics")
        given = given_fields(sample)
        if not given.fields:
            return Score.unscored("data", "the sample has nothing to judge")
        grades = _grades(rubrics)
        answer: Any = await judge(_task(grades), given)
        details = {"rubric": grades[answer.value]}
        return Score(answer.value, f"grade {answer.value}: {answer.reason}", details)


def _grades(rubrics: Mapping[str, str]) -> dict[int, str]:
    """Read the grades off the keys, lowest first."""
    found: dict[int, str] = {}
    for key, text in rubrics.items():
        match = _KEY.fullmatch(str(key).strip())
        if match is None or int(match[1]) in found:
            raise InputError.of("a rubric is named by its grade, once", key, place="rubrics")
        found[int(match[1])] = text
    numbers = sorted(found)
    if len(found) < 2 or numbers != list(range(numbers[0], numbers[-1] + 1)):
        rule = "rubrics must describe two grades or more, without a gap"
        raise InputError.of(rule, numbers, place="rubrics")
    return {number: found[number] for number in numbers}


def _task(grades: Mapping[int, str]) -> JudgeTask[Fields, Any]:
    described = "\n".join(f"{number}: {text}" for number, text in grades.items())
    low, high = min(grades), max(grades)
    question = f"Grade the data by these rubrics; give the grade that fits best.\n{described}"
    answer = number_answer(low, high, whole=True)
    return JudgeTask(question, Fields, answer, name="rubrics")
