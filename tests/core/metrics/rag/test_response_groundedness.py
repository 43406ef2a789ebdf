import pytest

from odograph.judge.answers import Grade
from odograph.metrics import ResponseGroundedness
from scripted_judge import ScriptedJudge


def graded(grade: int) -> ScriptedJudge:
    return ScriptedJudge(Grade(reason="so", grade=grade))


@pytest.mark.parametrize(("grade", "value"), [(0, 0.0), (1, 0.5), (2, 1.0)])
def test_by_hand(grade: int, value: float) -> None:
    result = ResponseGroundedness(judge=graded(grade)).score(response="a", retrieved_contexts=["a"])
    assert (result.value, result.reason) == (value, "so")


def test_a_grade_beyond_the_scale_is_no_grade() -> None:
    result = ResponseGroundedness(judge=graded(3)).score(response="a", retrieved_contexts=["c"])
    assert (result.fault, result.reason) == ("judge", "grade must be 0, 1 or 2, got 3")


def test_known_cases_are_not_asked() -> None:
    metric = ResponseGroundedness(judge=ScriptedJudge())
    assert metric.score(response="a", retrieved_contexts=[""]).value == 0.0
    assert metric.score(response="", retrieved_contexts=["c"]).fault == "agent"


def test_by_words_a_letter_of_the_context_is_no_support() -> None:
    result = ResponseGroundedness().score(response="a", retrieved_contexts=["a bridge"])
    assert result.value == 0.0
