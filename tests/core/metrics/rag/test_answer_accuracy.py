import pytest

from odograph.judge.answers import Grade
from odograph.metrics import AnswerAccuracy
from scripted_judge import ScriptedJudge

ASKED = {"user_input": "q", "response": "x", "reference": "y"}


def grades(*values: int) -> ScriptedJudge:
    return ScriptedJudge(*(Grade(reason="so", grade=value) for value in values))


@pytest.mark.parametrize(("there", "back", "value"), [(4, 4, 1.0), (4, 2, 0.75), (0, 0, 0.0)])
def test_by_hand(there: int, back: int, value: float) -> None:
    judge = grades(there, back)
    assert AnswerAccuracy(judge=judge).score(**ASKED).value == value
    sides = [(one.answer, one.reference) for _, one in judge.asked]
    assert sides == [("x", "y"), ("y", "x")]


def test_a_grade_off_the_scale_is_no_grade() -> None:
    result = AnswerAccuracy(judge=grades(4, 3)).score(**ASKED)
    assert (result.fault, result.reason) == ("judge", "grade must be 0, 2 or 4, got 3")
    assert result.details["judge"]["calls"] == 2


def test_known_cases_are_not_asked() -> None:
    metric = AnswerAccuracy(judge=ScriptedJudge())
    assert metric.score(**{**ASKED, "response": " "}).value == 0.0
    assert metric.score(**{**ASKED, "reference": " "}).fault == "data"


def test_by_words() -> None:
    fields = {"user_input": "q", "reference": "It is steel. It is red."}
    assert AnswerAccuracy().score(response="It is steel. It is red.", **fields).value == 1.0
    assert AnswerAccuracy().score(response="It is steel.", **fields).value == 0.75
    assert AnswerAccuracy().score(response="It is stone.", **fields).value == 0.0
