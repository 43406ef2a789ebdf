from typing import Any

import pytest

from odograph.judge.agents import GoalVerdict
from odograph.metrics import AgentGoalAccuracyWithoutReference, AgentGoalAccuracyWithReference
from odograph.trace import AIMessage, HumanMessage, MultiTurnSample, ToolCall, ToolMessage
from scripted_judge import ScriptedJudge

BOOKING = MultiTurnSample(
    user_input=[
        HumanMessage("Book a table for two at noon."),
        AIMessage(tool_calls=[ToolCall("book", {"people": 2, "at": "12:00"}, "1")]),
        ToolMessage("no table free", tool_call_id="1", name="book"),
        AIMessage("Done, your table is booked!"),
    ],
    reference="A table for two is booked at noon.",
)


def deciding(verdict: Any) -> ScriptedJudge:
    return ScriptedJudge(GoalVerdict(goal="a table", outcome="no table was free", verdict=verdict))


@pytest.mark.parametrize(
    ("verdict", "value", "undetermined"),
    [("yes", True, 0), ("no", False, 0), ("undetermined", False, 1)],
)
@pytest.mark.parametrize(
    "metric", [AgentGoalAccuracyWithReference, AgentGoalAccuracyWithoutReference]
)
def test_the_value_is_the_verdict(
    metric: Any, verdict: str, value: bool, undetermined: int
) -> None:
    score = metric(judge=deciding(verdict)).score(BOOKING)
    assert score.value is value
    assert score.details["undetermined"] == undetermined
    assert score.reason.endswith("outcome: no table was free")


def test_the_judge_sees_what_the_tools_answered() -> None:
    judge = deciding("no")
    AgentGoalAccuracyWithReference(judge=judge).score(BOOKING)
    [(name, given)] = judge.asked
    assert name == "goal_against_reference"
    assert "Tool book: no table free" in given.run
    assert given.reference == "A table for two is booked at noon."


def test_without_reference_the_reference_is_not_shown() -> None:
    judge = deciding("yes")
    AgentGoalAccuracyWithoutReference(judge=judge).score(BOOKING)
    [(name, given)] = judge.asked
    assert (name, given.reference) == ("goal_of_the_user", "")


def test_they_bear_names_of_their_own() -> None:
    spelled = {repr(AgentGoalAccuracyWithReference()), repr(AgentGoalAccuracyWithoutReference())}
    assert len(spelled) == 2


def test_what_is_missing_is_told() -> None:
    plain = MultiTurnSample(user_input=BOOKING.user_input)
    assert AgentGoalAccuracyWithReference().score(plain).fault == "data"
    assert AgentGoalAccuracyWithoutReference().score(MultiTurnSample(user_input=[])).fault == "data"


def test_words_cannot_judge_goals() -> None:
    score = AgentGoalAccuracyWithReference().score(BOOKING)
    assert score.fault == "judge"
    assert "the lexical judge cannot answer such a task: give a model" in score.reason
