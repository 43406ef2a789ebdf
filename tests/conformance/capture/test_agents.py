# pyright: reportUnknownVariableType=false
# (the type of LangChain's create_agent is partly unknown)
"""Agents: parallel tools, middleware, people, structured output."""

from collections.abc import Callable
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import (
    HumanInTheLoopMiddleware,
    ModelRetryMiddleware,
    SummarizationMiddleware,
    ToolCallLimitMiddleware,
    ToolRetryMiddleware,
    wrap_tool_call,
)
from langchain.agents.structured_output import ToolStrategy
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import MessagesState
from langgraph.types import Command
from pydantic import BaseModel

from conformance.capture.scene import (
    RUNS,
    SAVERS,
    STREAMS,
    Run,
    always,
    calls,
    captured,
    config,
    drawn,
    graph,
    invoke,
    roles,
    same_ids,
    texts,
)
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel, call

HI: Any = {"messages": [("user", "hi")]}
run_modes = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
all_modes = pytest.mark.parametrize("run", (RUNS | STREAMS).values(), ids=RUNS | STREAMS)
savers = pytest.mark.parametrize("saver", SAVERS.values(), ids=SAVERS)


def agent(script: Any, tools: Any = (), **options: Any) -> Any:
    return create_agent(ScriptedChatModel(script), list(tools), **options)


def f(x: int) -> str:
    """Return x as text."""
    return str(x)


@all_modes
@savers
def test_two_parallel_calls(run: Run, saver: Callable[[], Any]) -> None:
    made = agent(
        [[call("f", x=1), call("f", x=2)], "done"],
        [f],
        system_prompt="be brief",
        checkpointer=saver(),
    )
    sample = captured(made, HI, run=run)

    assert drawn(sample.path) == ["model", ("tools", "tools"), "model"]
    assert texts(sample) == ["be brief", "hi", "", "1", "2", "done"]
    assert calls(sample) == [("f", "executed", 1), ("f", "executed", 1)]
    assert [(one.message, one.node, one.result) for one in sample.call_records] == [
        (2, "tools", "1"),
        (2, "tools", "2"),
    ]
    assert [one.node for one in sample.model_calls] == ["model", "model"]
    assert [one.tools for one in sample.model_calls] == [("f",), ("f",)]
    assert all(one.usage is not None for one in sample.model_calls)
    assert list(sample.gaps) == []


def test_a_short_circuit_of_middleware_ran_no_tool() -> None:
    @wrap_tool_call
    def cached(request: Any, handler: Any) -> Any:
        return ToolMessage("from a cache", tool_call_id=request.tool_call["id"])

    sample = captured(agent([call("f", x=1), "done"], [f], middleware=[cached]), HI)

    assert calls(sample) == [("f", "executed", 0)]
    assert sample.call_records[0].result == "from a cache"
    assert "no run of the tool was seen" in sample.gaps[0]


@run_modes
def test_a_summary_keeps_what_it_took_out(run: Run) -> None:
    summarize = SummarizationMiddleware(
        ScriptedChatModel(lambda messages: "so far"), trigger=("messages", 4), keep=("messages", 1)
    )
    made = agent([call("f", x=1), call("f", x=2), "done"], [f], middleware=[summarize])
    sample = captured(made, HI, run=run)
    standing = [one for one in sample.user_input if not one.removed]

    assert sample.question == "hi"
    assert sample.user_input[0].removed
    assert calls(sample) == [("f", "executed", 1), ("f", "executed", 1)]
    assert any("so far" in one.content for one in standing)
    assert sample.response == "done"
    assert [one.internal for one in sample.model_calls].count(True) >= 1
    assert [one.internal for one in sample.model_calls].count(False) == 3


def refund(x: int) -> str:
    """Refund."""
    return f"refunded {x}"


DECISIONS: dict[str, tuple[dict[str, Any], str, int, Any]] = {
    "approve": ({"type": "approve"}, "executed", 1, None),
    "edit": (
        {"type": "edit", "edited_action": {"name": "refund", "args": {"x": 99}}},
        "executed",
        1,
        {"x": 99},
    ),
    "reject": ({"type": "reject", "message": "no way"}, "denied", 0, None),
}


@run_modes
@pytest.mark.parametrize("decision", DECISIONS)
def test_a_person_decides(run: Run, decision: str) -> None:
    answer, outcome, attempts, run_args = DECISIONS[decision]
    middleware = HumanInTheLoopMiddleware(interrupt_on={"refund": True})
    made = agent(
        [call("refund", x=1), "done"],
        [refund],
        middleware=[middleware],
        checkpointer=InMemorySaver(),
    )
    recorder = Recorder()
    run(made, HI, config(recorder, "t"))
    assert recorder.sample().status == "interrupted"
    assert recorder.sample().call_records[0].outcome == "unanswered"
    run(made, Command(resume={"decisions": [answer]}), config(recorder, "t"))
    (sample,) = recorder.samples
    (record,) = sample.call_records

    assert (record.outcome, record.attempts, record.run_args) == (outcome, attempts, run_args)
    assert record.call("requested") == record.requested
    assert getattr(record.requested, "args", None) == {"x": 1}
    assert sample.status == "completed"
    assert len(sample.interrupts) == 1


class Weather(BaseModel):
    """The weather."""

    degrees: int


@run_modes
def test_structured_output_is_no_tool(run: Run) -> None:
    made = agent(
        [call("f", x=1), call("Weather", degrees="hot"), Weather(degrees=20)],
        [f],
        response_format=ToolStrategy(Weather),
    )
    sample = captured(made, HI, run=run)

    assert drawn(sample.path) == ["model", "tools", "model", "model"]
    assert calls(sample) == [("f", "executed", 1)]
    assert [gap for gap in sample.gaps if "Weather is the form of the answer" in gap] == list(
        sample.gaps
    )


@run_modes
def test_retries_of_a_tool_are_attempts_of_one_call(run: Run) -> None:
    failures = iter([True, True, False])

    @tool
    def flaky(x: int) -> str:
        """Fail twice."""
        if next(failures):
            raise ConnectionError("down")
        return "up"

    retry = ToolRetryMiddleware(max_retries=2, initial_delay=0, jitter=False)
    sample = captured(agent([call("flaky", x=1), "done"], [flaky], middleware=[retry]), HI, run=run)

    assert calls(sample) == [("flaky", "executed", 3)]
    assert sample.call_records[0].result == "up"


def test_a_retried_model_is_two_model_calls() -> None:
    retry = ModelRetryMiddleware(max_retries=1, initial_delay=0, jitter=False)
    sample = captured(agent([ConnectionError("down"), "done"], middleware=[retry]), HI)

    assert [one.error for one in sample.model_calls] == ["ConnectionError: down", None]
    assert texts(sample) == ["hi", "done"]
    assert sample.status == "completed"


def test_a_call_beyond_a_limit_is_rejected() -> None:
    limit = ToolCallLimitMiddleware(run_limit=1, exit_behavior="continue")
    script = [call("f", x=1), call("f", x=2), "done"]
    sample = captured(agent(script, [f], middleware=[limit]), HI)

    assert calls(sample) == [("f", "executed", 1), ("f", "rejected", 0)]


def test_an_agent_as_a_tool_is_nested_and_its_calls_are_told() -> None:
    helper = agent([call("f", x=7), "seven"], [f], name="helper")

    @tool
    def ask_helper(question: str) -> str:
        """Ask the helper."""
        return str(helper.invoke({"messages": [("user", question)]})["messages"][-1].content)

    sample = captured(agent([call("ask_helper", question="?"), "done"], [ask_helper]), HI)

    inner = ["model", "tools", "model"]
    assert drawn(sample.path) == ["model", {"tools": inner}, "model"]
    assert texts(sample) == ["hi", "", "seven", "done"]
    assert [(one.name, one.node, one.message) for one in sample.call_records] == [
        ("ask_helper", "tools", 1),
        ("f", "tools/tools", None),
    ]


def test_the_messages_of_a_run_are_those_of_its_state() -> None:
    made = agent([[call("f", x=1), call("f", x=2)], "done"], [f])
    recorder = Recorder()
    out = made.invoke(HI, config(recorder))

    assert same_ids(recorder.sample(), out["messages"])
    assert roles(recorder.sample().user_input) == "uatta"


def test_a_history_with_calls_that_was_given_holds_no_calls_of_this_run() -> None:
    given = [
        HumanMessage("first"),
        AIMessage("", tool_calls=[{"name": "f", "args": {"x": 1}, "id": "old"}]),
        ToolMessage("1", tool_call_id="old"),
        AIMessage("one"),
        HumanMessage("second"),
    ]
    sample = captured(agent([call("f", x=2), "two"], [f]), {"messages": given})

    assert [getattr(one.requested, "args", None) for one in sample.call_records] == [{"x": 2}]
    assert roles(sample.user_input) == "uatauata"


def test_middleware_hooks_are_nodes() -> None:
    class Hook(HumanInTheLoopMiddleware):
        pass

    sample = captured(agent(["done"], middleware=[Hook(interrupt_on={})]), HI)

    assert drawn(sample.path) == ["model", "Hook.after_model"]


def test_messages_state_is_the_usual_state() -> None:
    sample = captured(graph({"a": always({})}, state=MessagesState), HI)

    assert texts(sample) == ["hi"]


def test_a_bare_invocation_of_an_agent_without_thread() -> None:
    recorder = Recorder()
    invoke(agent(["done"]), HI, config(recorder))

    assert recorder.sample().thread_id is None
