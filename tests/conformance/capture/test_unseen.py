"""Where callbacks see little: cached nodes, the functional API, remote graphs, plain threads."""

import threading
from typing import Any, cast

import pytest
from langchain_core.messages import AIMessage
from langgraph.cache.memory import InMemoryCache
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import entrypoint, task
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import CachePolicy, Command, interrupt

from conformance.capture.scene import (
    RUNS,
    Run,
    Words,
    always,
    captured,
    config,
    drawn,
    graph,
    say,
    texts,
    word,
)
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel

HI: Any = {"messages": [("user", "hi")]}
NO_WORDS: Any = {"words": []}
run_modes = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)


def cached_graph(cached: str, *, state: Any = MessagesState) -> Any:
    builder: Any = StateGraph(state)
    for name in ("a", "b", "c"):
        # what depends on the input would not be found in the cache: messages get new ids
        policy = CachePolicy(key_func=always("same")) if name == cached else None
        builder.add_node(name, say(name.upper()), cache_policy=policy)
    for start, end in ((START, "a"), ("a", "b"), ("b", "c")):
        builder.add_edge(start, end)
    made = builder.compile(cache=InMemoryCache())
    made.invoke(HI)
    return made


@run_modes
def test_a_cached_node_is_a_gap_in_the_path(run: Run) -> None:
    sample = captured(cached_graph("b"), HI, run=run)

    assert drawn(sample.path) == ["a", "c"]
    assert sample.path is not None
    assert list(sample.path.gaps) == [2]
    assert texts(sample) == ["hi", "A", "B", "C"]
    assert [gap.split(" (")[0] for gap in sample.gaps] == [
        "superstep 2 of LangGraph was not seen",
        "message 2: written where callbacks do not see",
    ]


def test_a_cached_first_node_is_a_gap_without_a_thread() -> None:
    sample = captured(cached_graph("a"), HI, thread=None)

    assert drawn(sample.path) == ["b", "c"]
    assert sample.path is not None
    assert list(sample.path.gaps) == [1]


def test_a_cached_last_node_leaves_its_message() -> None:
    sample = captured(cached_graph("c"), HI)

    assert drawn(sample.path) == ["a", "b"]
    assert texts(sample) == ["hi", "A", "B", "C"]
    assert sample.gaps[-1].startswith("message 3: written where callbacks do not see")


def test_a_cached_sibling_leaves_its_message() -> None:
    builder: Any = StateGraph(MessagesState)
    policy = CachePolicy(key_func=always("same"))
    builder.add_node("a", say("A"))
    builder.add_node("s", say("S"), cache_policy=policy)
    builder.add_node("j", say("J"))
    for start, end in ((START, "a"), (START, "s"), (["a", "s"], "j")):
        builder.add_edge(start, end)
    made = builder.compile(cache=InMemoryCache())
    made.invoke(HI)
    sample = captured(made, HI)

    assert drawn(sample.path) == ["a", "j"]
    assert sorted(texts(sample)) == ["A", "J", "S", "hi"]
    assert len(sample.gaps) == 1


def test_the_functional_api() -> None:
    inner = graph({"s1": word("1"), "s2": word("2")}, state=Words)

    @task
    def t(x: int) -> int:
        return x + 1

    @task
    def t2(x: int) -> int:
        return t(x).result() + 1

    @task
    def t3(x: int) -> int:
        inner.invoke(NO_WORDS)
        return x + 1

    @entrypoint()
    def wf(x: int) -> int:
        return t3(t2(t(x).result()).result()).result()

    sample = captured(wf, 1, thread=None)

    assert drawn(sample.path) == [{"wf": ["t", {"t2": ["t"]}, {"t3": ["s1", "s2"]}]}]
    assert sample.status == "completed"
    assert list(sample.gaps) == []


def test_tasks_called_side_by_side_stand_in_the_order_of_the_calls() -> None:
    @task
    def t(x: int) -> int:
        return x

    @task
    def u(x: int) -> int:
        return x

    @entrypoint()
    def wf(x: int) -> int:
        futures = [u(1), t(2), u(3)]
        return sum(one.result() for one in futures)

    assert drawn(captured(wf, 1, thread=None).path) == [{"wf": ["u", "t", "u"]}]


def test_a_functional_pause() -> None:
    @task
    def prepare(x: str) -> str:
        return x.upper()

    @entrypoint(checkpointer=InMemorySaver())
    def wf(x: str) -> str:
        ready = prepare(x).result()
        return f"{ready} {interrupt('go?')}"

    recorder = Recorder()
    flow = cast(Any, wf)
    flow.invoke("a", config(recorder, "t"))
    assert recorder.sample().status == "interrupted"
    flow.invoke(Command(resume="yes"), config(recorder, "t"))
    (sample,) = recorder.samples

    assert drawn(sample.path) == [{"wf x2": ["prepare"]}]
    assert (sample.question, sample.response) == ("a", "A yes")


def test_a_functional_agent_shows_its_models_conversation() -> None:
    model = ScriptedChatModel(["hello"])

    @task
    def ask(text: str) -> str:
        return str(model.invoke(text).content)

    @entrypoint()
    def wf(text: str) -> str:
        return ask(text).result()

    sample = captured(wf, "hi", thread=None)

    assert texts(sample) == ["hi", "hello"]


def test_a_node_whose_messages_are_dicts_as_a_remote_graph_gives_them() -> None:
    dumped: Any = {
        "type": "ai",
        "content": "far away",
        "id": "r1",
        "tool_calls": [],
        "name": "remote",
    }
    sample = captured(graph({"remote": always({"messages": [dumped]}), "b": say("B")}), HI)

    assert texts(sample) == ["hi", "far away", "B"]
    assert sample.user_input[1].id == "r1"


def test_a_plain_thread_inside_a_node_is_not_seen_but_disturbs_nothing() -> None:
    model = ScriptedChatModel(["unseen"])

    def node(state: Any) -> Any:
        worker = threading.Thread(target=model.invoke, args=("q",))
        worker.start()
        worker.join()
        return {"messages": [AIMessage("A")]}

    sample = captured(graph({"node": node}), HI)

    assert texts(sample) == ["hi", "A"]
    assert sample.model_calls == ()
