import pytest

from odograph.errors import InputError
from odograph.judge.agents import RunGrade
from odograph.metrics import TrajectoryAccuracy
from odograph.trace import AIMessage, HumanMessage, MultiTurnSample, ToolCall
from scripted_judge import ScriptedJudge

RUN = MultiTurnSample(
    user_input=[HumanMessage("hi"), AIMessage(tool_calls=[ToolCall("search", {"q": "x"})])]
)


def grading(grade: int) -> ScriptedJudge:
    return ScriptedJudge(RunGrade(reason="a detour", grade=grade))


@pytest.mark.parametrize(("grade", "value"), [(0, 0.0), (1, 0.25), (3, 0.75), (4, 1.0)])
def test_the_value_is_a_quarter_of_the_grade(grade: int, value: float) -> None:
    score = TrajectoryAccuracy(judge=grading(grade)).score(RUN)
    assert (score.value, score.reason) == (value, f"grade {grade} of 4: a detour")


def test_the_judge_sees_run_rubric_and_reference() -> None:
    judge = grading(4)
    sample = MultiTurnSample(user_input=RUN.user_input, reference_tool_calls=[ToolCall("look")])
    TrajectoryAccuracy(rubric="4: good. 0: bad.", judge=judge).score(sample)
    [(name, given)] = judge.asked
    assert name == "rate_trajectory"
    assert given.run == 'User: hi\nAgent calls search({"q": "x"})'
    assert (given.rubric, given.reference) == ("4: good. 0: bad.", "Agent calls look({})")


def test_the_rubric_is_part_of_the_spelling() -> None:
    assert repr(TrajectoryAccuracy()) == "TrajectoryAccuracy()"
    assert repr(TrajectoryAccuracy(rubric="4: good.")) == "TrajectoryAccuracy(rubric='4: good.')"
    with pytest.raises(InputError, match="the rubric must not be empty"):
        TrajectoryAccuracy(rubric=" ")


def test_an_empty_run_is_unscored() -> None:
    assert TrajectoryAccuracy().score(MultiTurnSample(user_input=[])).fault == "data"
