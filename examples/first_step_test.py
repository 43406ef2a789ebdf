"""Test what an agent decides first, in plain pytest. Run it: `pytest first_step_test.py`.

The fixture `first_step` comes with Odograph's pytest plugin. No tool runs.
"""
# pyright: reportUnknownVariableType=false
# (the type of LangChain's create_agent is partly unknown)

from collections.abc import Callable
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import BaseMessage

from odograph import ToolCall, TrajectoryMatch
from odograph_langchain.testing import ScriptedChatModel, call
from odograph_langgraph import FirstStep

FirstStepOf = Callable[[Any, Any], FirstStep]


def refund(order_id: str) -> str:
    """Pay an order back."""
    raise AssertionError(f"a test of the first step must not pay {order_id} back")


def decide(messages: list[BaseMessage]) -> Any:
    """Stand in for the model of your agent."""
    words = messages[-1].text.split()
    return call("refund", order_id=words[-1]) if "refund" in words else "How can I help?"


@pytest.fixture
def agent() -> Any:
    return create_agent(ScriptedChatModel(decide), tools=[refund])


def test_a_refund_is_asked_for(agent: Any, first_step: FirstStepOf) -> None:
    step = first_step(agent, "please refund A7")

    assert [one.name for one in step.tool_calls] == ["refund"]
    assert step.tool_calls[0].args == {"order_id": "A7"}


def test_a_greeting_needs_no_tool(agent: Any, first_step: FirstStepOf) -> None:
    step = first_step(agent, "hello")

    assert step.tool_calls == ()
    assert step.text == "How can I help?"


def test_a_metric_explains_a_wrong_first_step(agent: Any, first_step: FirstStepOf) -> None:
    step = first_step(agent, "please refund A7")

    score = TrajectoryMatch().score(
        step.sample, reference_tool_calls=[ToolCall("refund", {"order_id": "B8"})]
    )
    assert not score
    assert "'A7' != 'B8'" in score.reason
