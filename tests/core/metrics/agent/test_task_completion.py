from odograph.judge.agents import RunGrade
from odograph.metrics import TaskCompletion
from odograph.trace import AIMessage, HumanMessage, MultiTurnSample
from scripted_judge import ScriptedJudge

RUN = MultiTurnSample(user_input=[HumanMessage("Book a table."), AIMessage("Booked.")])


def grading(grade: int) -> ScriptedJudge:
    return ScriptedJudge(RunGrade(reason="no time was given", grade=grade))


def test_the_task_is_what_the_user_asks() -> None:
    judge = grading(2)
    score = TaskCompletion(judge=judge).score(RUN)
    assert (score.value, score.reason) == (0.5, "grade 2 of 4: no time was given")
    assert judge.asked[0][0] == "rate_completion"
    assert judge.asked[0][1].reference == ""


def test_or_what_is_given() -> None:
    judge = grading(4)
    assert TaskCompletion(task="Book at noon.", judge=judge).score(RUN).value == 1.0
    assert judge.asked[0][1].reference == "Book at noon."


def test_an_empty_run_is_unscored() -> None:
    assert TaskCompletion().score(MultiTurnSample(user_input=[])).fault == "data"
