"""`OnlyAfterApproval` against recorded runs of LangChain's own middleware."""
# pyright: reportUnknownVariableType=false
# (the type of LangChain's create_agent is partly unknown)

from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, interrupt

from odograph import OnlyAfterApproval, Score
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel, call


@tool
def refund(order: str, eur: int = 40) -> str:
    """Pay back."""
    return f"paid {eur}"


@tool
def transfer(eur: int) -> str:
    """Transfer after asking from inside."""
    return f"transferred {eur}" if interrupt("sure?") == "yes" else "cancelled"


EDIT = {"type": "edit", "edited_action": {"name": "refund", "args": {"order": "A", "eur": 9}}}


def judge(*decisions: Any, gated: bool = True, runs: int = 1) -> Score:
    """Record an agent that refunds, with one answer for each pause."""
    script: list[Any] = [call("refund", order="A") for _ in range(runs)]
    gate = [HumanInTheLoopMiddleware(interrupt_on={"refund": True})] if gated else []
    build: Any = create_agent
    agent = build(
        ScriptedChatModel([*script, "done"]),
        tools=[refund],
        middleware=gate,
        checkpointer=InMemorySaver(),
    )
    recorder = Recorder()
    config = {"callbacks": [recorder], "configurable": {"thread_id": "1"}}
    agent.invoke({"messages": "refund A"}, config)
    for decision in decisions:
        agent.invoke(Command(resume={"decisions": [decision]}), config)
    return OnlyAfterApproval("refund").score(recorder.sample())


@pytest.mark.parametrize("decision", [{"type": "approve"}, EDIT])
def test_a_call_that_was_let_through_keeps_the_policy(decision: dict[str, Any]) -> None:
    score = judge(decision)
    assert score
    assert score.details["judged"] == 1


def test_a_call_that_was_refused_never_ran() -> None:
    score = judge({"type": "reject", "message": "no"})
    assert score
    assert score.details["judged"] == 0


def test_a_call_that_still_waits_has_not_run() -> None:
    assert judge().details["judged"] == 0


def test_a_call_without_a_gate_breaks_it() -> None:
    score = judge(gated=False)
    assert score.value is False
    assert "call 1 refund(order='A') in user_input[1]: nobody was asked" in score.reason


def test_the_same_call_again_is_asked_about_again() -> None:
    score = judge({"type": "reject", "message": "no"}, {"type": "approve"}, runs=2)
    assert score
    assert score.details["judged"] == 1


def test_a_question_that_the_tool_asks_from_inside_is_its_own_affair() -> None:
    model = ScriptedChatModel([call("transfer", eur=40), "done"])
    build: Any = create_agent
    agent = build(model, tools=[transfer], checkpointer=InMemorySaver())
    recorder = Recorder()
    config = {"callbacks": [recorder], "configurable": {"thread_id": "1"}}
    agent.invoke({"messages": "transfer 40"}, config)
    agent.invoke(Command(resume="yes"), config)
    assert not OnlyAfterApproval("transfer").score(recorder.sample())
