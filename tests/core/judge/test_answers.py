from typing import Any

import pytest
from pydantic import ValidationError

from odograph.judge import (
    ENTITIES,
    QUESTIONS_ANSWERED,
    RATE_ACCURACY,
    RATE_GROUNDEDNESS,
    RATE_RELEVANCY,
    JudgeError,
)
from odograph.judge.answers import (
    AnswerPair,
    EntityLists,
    EntityTexts,
    Grade,
    Questions,
    QuestionsWanted,
    TextEntities,
)
from odograph.judge.evidence import Evidence

PAIR = AnswerPair(question="q", answer="a", reference="r")
EVIDENCE = Evidence(question="q", answer="a", contexts=["c"])


@pytest.mark.parametrize(
    ("task", "given", "allowed"),
    [
        (RATE_RELEVANCY, PAIR, {0, 1, 2, 3, 4}),
        (RATE_ACCURACY, PAIR, {0, 2, 4}),
        (RATE_GROUNDEDNESS, EVIDENCE, {0, 1, 2}),
    ],
)
def test_a_grade_is_one_of_its_scale(task: Any, given: Any, allowed: set[int]) -> None:
    for grade in range(5):
        answer = Grade(reason="", grade=grade)
        if grade in allowed:
            assert task.checked(given, answer) == answer
        else:
            with pytest.raises(JudgeError, match="grade must be"):
                task.checked(given, answer)


@pytest.mark.parametrize("grade", [-1, 5, 2.5, True, "high", None])
def test_other_grades_are_none(grade: Any) -> None:
    with pytest.raises(ValidationError):
        Grade(reason="", grade=grade)


def test_as_many_questions_as_wanted() -> None:
    wanted = QuestionsWanted(answer="a", number=2)
    with pytest.raises(JudgeError, match="2 questions were asked for, got 1"):
        QUESTIONS_ANSWERED.checked(wanted, Questions(questions=["q"], noncommittal=False))


def test_the_entities_of_each_text() -> None:
    answer = EntityLists(texts=[TextEntities(index=0, entities=[])])
    with pytest.raises(JudgeError, match="missing: 1"):
        ENTITIES.checked(EntityTexts(texts=["a", "b"]), answer)
