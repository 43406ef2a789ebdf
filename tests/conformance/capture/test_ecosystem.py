# pyright: reportUnknownVariableType=false, reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false
# (the packages are optional, and their types partly unknown)
"""Agents of several agents, and a checkpointer that writes: where the packages are installed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, interrupt

from conformance.capture.scene import calls, config, drawn, graph, say, texts
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel, call

HI: Any = {"messages": [("user", "hi")]}


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def worker(name: str, script: Any, tools: Any = ()) -> Any:
    return create_agent(ScriptedChatModel(script), list(tools), name=name)


@pytest.mark.filterwarnings("ignore")  # the package is built on names that LangGraph has renamed
def test_a_supervisor() -> None:
    supervisor = pytest.importorskip("langgraph_supervisor")
    adder = worker("adder", [call("add", a=1, b=2), "three"], [add])
    boss = ScriptedChatModel([call("transfer_to_adder"), "it is three"])
    made = supervisor.create_supervisor([adder], model=boss).compile()
    recorder = Recorder()
    made.invoke(HI, config(recorder))
    sample = recorder.sample()

    path = drawn(sample.path)
    assert [next(iter(step)) if isinstance(step, dict) else step for step in path] == [
        "supervisor !bubbled",
        "adder",
        "supervisor",
    ]
    assert path[1] == {"adder": ["model", "tools", "model"]}
    assert (sample.response, sample.status) == ("it is three", "completed")
    names = [one.name for one in sample.call_records]
    assert names == ["transfer_to_adder", "add", "transfer_back_to_supervisor"]
    assert [one.node for one in sample.call_records][1] == "adder/tools"


@pytest.mark.filterwarnings("ignore")  # the package is built on names that LangGraph has renamed
def test_a_swarm_of_two_turns() -> None:
    swarm = pytest.importorskip("langgraph_swarm")
    to_bob = swarm.create_handoff_tool(agent_name="bob")
    alice = worker("alice", [call("transfer_to_bob")], [to_bob])
    bob = worker("bob", ["bob here", "still bob"])
    made = swarm.create_swarm([alice, bob], default_active_agent="alice").compile(
        checkpointer=InMemorySaver()
    )
    recorder = Recorder()
    for text in ("hi", "and?"):
        made.invoke({"messages": [("user", text)]}, config(recorder, "t"))
    first, second = recorder.samples

    assert drawn(first.path) == [
        {"alice !bubbled": ["model", "tools !bubbled"]},
        {"bob": ["model"]},
    ]
    assert drawn(second.path) == [{"bob": ["model"]}]
    assert (first.question, first.response) == ("hi", "bob here")
    assert (second.question, second.response) == ("and?", "still bob")
    assert calls(first) == [("transfer_to_bob", "executed", 1)]


@pytest.mark.filterwarnings("ignore")  # deprecations inside the package
def test_a_deep_agent_with_a_subagent() -> None:
    deep = pytest.importorskip("deepagents")
    helper = {
        "name": "helper",
        "description": "helps",
        "system_prompt": "help",
        "tools": [add],
        "model": ScriptedChatModel([call("add", a=1, b=2), "three"]),
    }
    script: Any = [call("task", description="add", subagent_type="helper"), "it is three"]
    made = deep.create_deep_agent(ScriptedChatModel(script), subagents=[helper])
    recorder = Recorder()
    made.invoke(HI, config(recorder))
    sample = recorder.sample()

    assert sample.response == "it is three"
    assert [one.name for one in sample.call_records] == ["task", "add"]
    assert [one.node for one in sample.call_records] == ["tools", "tools/tools"]
    inner = [visit for visit in sample.path.visits() if visit.nested] if sample.path else []
    assert [visit.name for visit in inner] == ["tools"]


def ask(state: Any) -> Any:
    return say(interrupt("go?"))(state)


def pausing(saver: Any) -> Any:
    return graph({"pre": say("pre"), "ask": ask}, saver=saver)


def test_a_pause_kept_in_sqlite(tmp_path: Path) -> None:
    sqlite = pytest.importorskip("langgraph.checkpoint.sqlite")
    recorder = Recorder()
    with sqlite.SqliteSaver.from_conn_string(str(tmp_path / "c.db")) as saver:
        pausing(saver).invoke({"messages": [HumanMessage("hi")]}, config(recorder, "t"))
    with sqlite.SqliteSaver.from_conn_string(str(tmp_path / "c.db")) as saver:
        pausing(saver).invoke(Command(resume="yes"), config(recorder, "t"))
    (sample,) = recorder.samples

    assert drawn(sample.path) == ["pre", "ask x2"]
    assert texts(sample) == ["hi", "pre", "yes"]


def test_a_pause_kept_in_async_sqlite(tmp_path: Path) -> None:
    pytest.importorskip("aiosqlite")
    sqlite = pytest.importorskip("langgraph.checkpoint.sqlite.aio")
    recorder = Recorder()

    async def main() -> None:
        async with sqlite.AsyncSqliteSaver.from_conn_string(str(tmp_path / "c.db")) as saver:
            await pausing(saver).ainvoke(HI, config(recorder, "t"))
            await pausing(saver).ainvoke(Command(resume="yes"), config(recorder, "t"))

    asyncio.run(main())
    (sample,) = recorder.samples

    assert drawn(sample.path) == ["pre", "ask x2"]
    assert texts(sample) == ["hi", "pre", "yes"]


@pytest.mark.filterwarnings("ignore:.*experimental")
def test_the_third_version_of_events() -> None:
    made = worker("a", [call("add", a=1, b=2), "three"], [add])
    recorder = Recorder()

    async def main() -> None:
        stream = await made.astream_events(HI, config(recorder), version="v3")
        async for _ in stream:
            pass

    asyncio.run(main())
    sample = recorder.sample()

    assert drawn(sample.path) == ["model", "tools", "model"]
    assert texts(sample) == ["hi", "", "3", "three"]
    assert calls(sample) == [("add", "executed", 1)]
