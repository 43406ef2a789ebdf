# pyright: reportUnknownVariableType=false
# (the type of LangChain's create_agent is partly unknown)
"""Calls: every outcome, reused ids, tools run by hand, arguments changed in place."""

import time
from typing import Any
from uuid import uuid4

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.messages.tool import invalid_tool_call
from langchain_core.tools import ToolException, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import ToolNode
from langgraph.types import Command

from conformance.capture.scene import (
    RUNS,
    Run,
    calls,
    captured,
    config,
    graph,
    invoke,
    results,
)
from odograph.trace import AIMessage as OurAIMessage
from odograph.trace import InvalidToolCall, ToolCall
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel, call

HI: Any = {"messages": [("user", "hi")]}
run_modes = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)


def agent(script: Any, tools: Any = ()) -> Any:
    return create_agent(ScriptedChatModel(script), list(tools))


def f(x: int) -> str:
    """Return x as text."""
    return str(x)


@tool
def touchy(x: int) -> str:
    """Fail in the way asked for."""
    if x == 1:
        raise ToolException("not today")
    raise ValueError("broken")


@tool
def gentle(x: int) -> str:
    """Fail, and say so."""
    raise ToolException("not today")


gentle.handle_tool_error = True


@tool
def mover(x: int) -> Command[Any]:
    """Answer by a command."""
    return Command(update={"messages": [ToolMessage("moved", tool_call_id="call-mover")]})


def asking(name: str, args: dict[str, Any], call_id: str | None = None) -> Any:
    wanted = {"name": name, "args": args, "id": call_id or f"call-{name}"}
    return {"messages": [HumanMessage("hi"), AIMessage("", tool_calls=[wanted])]}


OUTCOMES: list[tuple[str, dict[str, Any], str, int]] = [
    ("f", {"x": 1}, "executed", 1),
    ("f", {"x": "many"}, "rejected", 0),
    ("f", {}, "rejected", 0),
    ("nothing", {"x": 1}, "rejected", 0),
    ("touchy", {"x": 1}, "errored", 1),
    ("touchy", {"x": 2}, "errored", 1),
    ("gentle", {"x": 1}, "errored", 1),
    ("mover", {"x": 1}, "executed", 1),
]


@run_modes
@pytest.mark.parametrize(("name", "args", "outcome", "attempts"), OUTCOMES)
def test_each_outcome(
    run: Run, name: str, args: dict[str, Any], outcome: str, attempts: int
) -> None:
    node = ToolNode([f, touchy, gentle, mover], handle_tool_errors=True)
    sample = captured(graph({"tools": node}), asking(name, args), run=run)

    assert calls(sample) == [(name, outcome, attempts)]
    assert sample.call_records[0].result == results(sample)[0]


def test_a_tool_node_that_raises_leaves_a_failed_call() -> None:
    node = ToolNode([touchy])
    sample = captured(graph({"tools": node}), asking("touchy", {"x": 2}), fails=ValueError)
    (record,) = sample.call_records

    assert (record.outcome, record.result) == ("errored", None)
    assert record.error == "ValueError: broken"
    assert sample.error == "ValueError: broken"


def test_a_call_with_unreadable_arguments_is_rejected_and_unanswered() -> None:
    broken = AIMessage(
        "", invalid_tool_calls=[invalid_tool_call(name="f", args='{"x": ', id="1", error=None)]
    )
    sample = captured(agent([broken], [f]), HI)
    (record,) = sample.call_records

    assert isinstance(record.requested, InvalidToolCall)
    assert record.requested.raw_args == '{"x": '
    assert (record.outcome, record.result) == ("rejected", None)


def test_results_are_paired_by_id_in_the_order_of_the_calls() -> None:
    @tool
    def slow(x: str) -> str:
        """Be slow."""
        time.sleep(0.03)
        return "S"

    @tool
    def fast(x: str) -> str:
        """Be fast."""
        return "F"

    asked = AIMessage(
        "",
        tool_calls=[
            {"name": "slow", "args": {"x": "1"}, "id": "A"},
            {"name": "fast", "args": {"x": "2"}, "id": "B"},
        ],
    )
    sample = captured(graph({"tools": ToolNode([slow, fast])}), {"messages": [asked]})

    assert [(one.name, one.requested.id, one.result) for one in sample.call_records] == [
        ("slow", "A", "S"),
        ("fast", "B", "F"),
    ]


def test_arguments_changed_in_place_by_a_tool_are_told_as_asked() -> None:
    @tool
    def greedy(items: list[str]) -> str:
        """Empty the list."""
        items.clear()
        return "all"

    def run_tools(state: Any) -> Any:
        (wanted,) = state["messages"][-1].tool_calls
        wanted["args"]["items"].append("sneaked in")
        return {"messages": [greedy.invoke(wanted)]}

    model = ScriptedChatModel([call("greedy", items=["a", "b"])])

    def ask(state: Any) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    sample = captured(graph({"ask": ask, "act": run_tools}), HI)
    (record,) = sample.call_records

    assert getattr(record.requested, "args", None) == {"items": ["a", "b"]}
    assert record.run_args == {"items": ["a", "b", "sneaked in"]}
    asked = sample.user_input[1]
    assert isinstance(asked, OurAIMessage)
    assert asked.tool_calls[0].args == {"items": ["a", "b"]}


def test_tools_run_by_hand_without_the_calls_id_are_joined_by_arguments() -> None:
    @tool
    def add(x: int) -> int:
        """Add one."""
        return x + 1

    model = ScriptedChatModel([[call("add", x=1), call("add", x=2)]])

    def ask(state: Any) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    def act(state: Any) -> Any:
        wanted = list(reversed(state["messages"][-1].tool_calls))
        answers = [(one["id"], add.invoke(one["args"])) for one in wanted]
        return {"messages": [ToolMessage(str(text), tool_call_id=i) for i, text in answers]}

    sample = captured(graph({"ask": ask, "act": act}), HI)

    assert calls(sample) == [("add", "executed", 1), ("add", "executed", 1)]
    assert [one.result for one in sample.call_records] == ["2", "3"]
    assert list(sample.gaps) == []


def test_a_tool_called_from_code_is_a_call_that_no_message_asked_for() -> None:
    @tool
    def look(x: int) -> str:
        """Look."""
        return f"saw {x}"

    def node(state: Any) -> Any:
        return {"messages": [AIMessage(look.invoke({"x": 1}))]}

    (record,) = captured(graph({"node": node}), HI).call_records

    assert (record.name, record.outcome, record.message) == ("look", "executed", None)
    assert (record.result, record.node) == ("saw 1", "node")


def test_an_id_used_in_two_turns_names_two_calls() -> None:
    one = {"name": "f", "args": {"x": 1}, "id": "same"}
    two = {"name": "f", "args": {"x": 2}, "id": "same"}
    script = [
        AIMessage("", tool_calls=[one]),
        AIMessage("", tool_calls=[two]),
        "done",
    ]
    sample = captured(agent(script, [f]), HI)

    assert [(one.message, one.result) for one in sample.call_records] == [(1, "1"), (3, "2")]


def test_an_id_used_twice_in_one_message_names_two_calls() -> None:
    wanted = [{"name": "f", "args": {"x": x}, "id": "d"} for x in (1, 2)]
    sample = captured(
        graph({"tools": ToolNode([f])}), {"messages": [AIMessage("", tool_calls=wanted)]}
    )

    assert calls(sample) == [("f", "executed", 1), ("f", "executed", 1)]
    assert [one.result for one in sample.call_records] == ["1", "2"]


def test_a_tool_that_tells_the_calls_id_only_with_its_result() -> None:
    recorder = Recorder()
    runs = {name: uuid4() for name in ("root", "r1", "r2")}
    recorder.on_chain_start(None, {}, run_id=runs["root"], name="root")
    for run, x in (("r1", 1), ("r2", 2)):
        recorder.on_tool_start(
            {"name": "f"},
            str(x),
            run_id=runs[run],
            parent_run_id=runs["root"],
            inputs={"x": x},
        )
    for run, call_id, text in (("r2", "c2", "two"), ("r1", "c1", "one")):
        recorder.on_tool_end(ToolMessage(text, tool_call_id=call_id), run_id=runs[run])
    recorder.on_chain_end({}, run_id=runs["root"])
    records = recorder.sample().call_records

    assert [(one.requested, one.result) for one in records] == [
        (ToolCall("f", {"x": 1}, "c1"), "one"),
        (ToolCall("f", {"x": 2}, "c2"), "two"),
    ]


def test_an_id_used_in_two_turns_of_a_thread() -> None:
    script: Any = [
        AIMessage("", tool_calls=[{"name": "f", "args": {"x": 1}, "id": "same"}]),
        "one",
        AIMessage("", tool_calls=[{"name": "f", "args": {"x": 2}, "id": "same"}]),
        "two",
    ]
    made = create_agent(ScriptedChatModel(script), [f], checkpointer=InMemorySaver())
    recorder = Recorder()
    for text in ("q1", "q2"):
        invoke(made, {"messages": [("user", text)]}, config(recorder, "t"))
    (whole,) = recorder.collect(by="thread")

    assert [(one.message, one.result) for one in whole.call_records] == [(1, "1"), (5, "2")]
    assert [[one.result for one in turn.call_records] for turn in recorder.samples] == [
        ["1"],
        ["2"],
    ]
