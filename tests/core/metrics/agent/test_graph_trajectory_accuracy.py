import pytest

from odograph.errors import InputError
from odograph.judge.agents import RunGrade
from odograph.metrics import GraphTrajectoryAccuracy
from odograph.trace import HumanMessage, MultiTurnSample, NodePath
from scripted_judge import ScriptedJudge


def grading(grade: int) -> ScriptedJudge:
    return ScriptedJudge(RunGrade(reason="so", grade=grade))


def run(*nodes: str, reference: list[str] | None = None) -> MultiTurnSample:
    return MultiTurnSample(
        user_input=[HumanMessage("hi")], path=NodePath.of(nodes), reference_path=reference
    )


def test_the_judge_sees_the_path_the_conversation_and_the_reference() -> None:
    judge = grading(3)
    score = GraphTrajectoryAccuracy(judge=judge).score(run("plan", "act", reference=["act"]))
    assert score.value == 0.75
    [(_, given)] = judge.asked
    assert given.run == "Nodes visited:\n1. plan\n2. act\n\nUser: hi"
    assert given.reference == "1. act"


def test_without_a_reference_there_is_none() -> None:
    judge = grading(4)
    assert GraphTrajectoryAccuracy(judge=judge).score(run("plan")).value == 1.0
    assert judge.asked[0][1].reference == ""


def test_a_run_without_a_path_is_unscored() -> None:
    assert GraphTrajectoryAccuracy().score(run()).reason == "the path is empty"
    pathless = MultiTurnSample(user_input=[HumanMessage("hi")])
    assert GraphTrajectoryAccuracy().score(pathless).fault == "data"


def test_the_rubric_must_say_something() -> None:
    with pytest.raises(InputError, match="the rubric must not be empty"):
        GraphTrajectoryAccuracy(rubric="")
