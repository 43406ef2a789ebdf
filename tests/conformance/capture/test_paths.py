"""Which nodes ran: supersteps, loops, fan-out, subgraphs, sends, commands."""

import asyncio
import time
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Command, Send

from conformance.capture.scene import (
    RUNS,
    SAVERS,
    STREAMS,
    Run,
    Words,
    always,
    captured,
    config,
    drawn,
    graph,
    invoke,
    roles,
    say,
    texts,
    word,
)
from odograph.trace import NodePath
from odograph_langchain import Recorder

HI: Any = {"messages": [("user", "hi")]}
NO_WORDS: Any = {"words": []}

run_modes = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
all_modes = pytest.mark.parametrize("run", (RUNS | STREAMS).values(), ids=RUNS | STREAMS)
savers = pytest.mark.parametrize("saver", SAVERS.values(), ids=SAVERS)


@all_modes
@savers
def test_nodes_in_a_row(run: Run, saver: Any) -> None:
    sample = captured(graph({"a": say("A"), "b": say("B")}, saver=saver()), HI, run=run)

    assert drawn(sample.path) == ["a", "b"]
    assert texts(sample) == ["hi", "A", "B"]
    assert roles(sample.user_input) == "uaa"
    assert sample.status == "completed"


@run_modes
def test_a_loop_with_a_branch_function_of_the_same_name(run: Run) -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("a", word("x"))

    def a(state: Words) -> str:
        return "a" if len(state["words"]) < 3 else END

    builder.add_conditional_edges(START, always("a"), ["a"])
    builder.add_conditional_edges("a", a, ["a", END])

    assert drawn(captured(builder.compile(), NO_WORDS, run=run).path) == ["a", "a", "a"]


def test_a_branch_function_is_no_node() -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("a", word("x"))
    builder.add_node("b", word("y"))

    def route(state: Words) -> str:
        return "b"

    builder.add_edge(START, "a")
    builder.add_conditional_edges("a", route, ["b"])

    assert drawn(captured(builder.compile(), NO_WORDS).path) == ["a", "b"]


@run_modes
def test_a_parallel_step_is_ordered_by_writes_not_by_time(run: Run) -> None:
    def slow(state: Any) -> Any:
        time.sleep(0.02)
        return say("a")(state)

    nodes = {"z": say("z"), "a": slow, "join": say("joined")}
    made = graph(nodes, (START, "z"), (START, "a"), (("z", "a"), "join"))
    sample = captured(made, HI, run=run)

    assert drawn(sample.path) == [("a", "z"), "join"]
    assert sample.path is not None
    assert sample.path.nodes == [{"a", "z"}, "join"]
    assert texts(sample) == ["hi", "a", "z", "joined"]


@run_modes
@savers
def test_a_subgraph_of_its_nodes_name_is_nested_and_is_no_turn(run: Run, saver: Any) -> None:
    inner = graph({"s1": say("one"), "s2": say("two")}, name="sub")
    recorder = Recorder()
    made = graph({"sub": inner, "post": say("end")}, saver=saver())
    run(made, HI, config(recorder, "t"))

    assert drawn(recorder.sample().path) == [{"sub": ["s1", "s2"]}, "post"]
    assert texts(recorder.sample()) == ["hi", "one", "two", "end"]
    assert len(recorder.samples) == 1


@pytest.mark.parametrize("hand_over", [True, False], ids=["config", "context"])
@savers
def test_a_graph_called_twice_in_a_node_is_two_graphs(hand_over: bool, saver: Any) -> None:
    inner = graph({"s1": word("1"), "s2": word("2")}, state=Words)

    def c(state: Words, config: RunnableConfig) -> Any:
        for _ in range(2):
            inner.invoke(NO_WORDS, config if hand_over else None)
        return {"words": ["c"]}

    made = graph({"c": c, "post": word("p")}, state=Words, saver=saver())

    assert drawn(captured(made, NO_WORDS).path) == [{"c": [["s1", "s2"], ["s1", "s2"]]}, "post"]


def test_an_inner_graph_with_a_thread_of_its_own_stays_inside() -> None:
    inner = graph({"s1": word("1"), "s2": word("2")}, state=Words, saver=InMemorySaver())

    def c(state: Words) -> Any:
        return inner.invoke(NO_WORDS, {"configurable": {"thread_id": "own"}})

    recorder = Recorder()
    made = graph({"c": c}, state=Words, saver=InMemorySaver())
    invoke(made, NO_WORDS, config(recorder, "outer"))

    assert [drawn(sample.path) for sample in recorder.samples] == [[{"c": ["s1", "s2"]}]]


@run_modes
def test_sends_beside_an_edge_and_into_a_subgraph(run: Run) -> None:
    inner = graph({"s": word("s")}, state=Words)
    builder: Any = StateGraph(Words)
    for name in ("gen", "p", "w", "red"):
        builder.add_node(name, word(name))
    builder.add_node("sub", inner)
    builder.add_edge(START, "gen")
    builder.add_edge("gen", "p")
    sends = [Send("w", NO_WORDS), Send("sub", NO_WORDS), Send("w", NO_WORDS)]
    builder.add_conditional_edges("gen", always(sends), ["w", "sub"])
    builder.add_edge(["p", "w", "sub"], "red")
    sample = captured(builder.compile(), NO_WORDS, run=run)

    assert drawn(sample.path) == ["gen", ("p", "w", {"sub": ["s"]}, "w"), "red"]


def test_each_send_is_a_visit() -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("plan", word("p"))
    builder.add_node("worker", word("w"))
    builder.add_node("join", word("j"))
    builder.add_edge(START, "plan")
    sends = [Send("worker", {"n": str(n)}) for n in range(3)]
    builder.add_conditional_edges("plan", always(sends), ["worker"])
    builder.add_edge("worker", "join")
    sample = captured(builder.compile(checkpointer=InMemorySaver()), NO_WORDS)

    assert drawn(sample.path) == ["plan", ("worker", "worker", "worker"), "join"]


@run_modes
def test_messages_of_sends_stand_in_write_order(run: Run) -> None:
    def worker(state: Any) -> Any:
        time.sleep(state["wait"])
        return say(f"w{state['n']}")(state)

    builder: Any = StateGraph(MessagesState)
    builder.add_node("gen", say("gen"))
    builder.add_node("w", worker)
    builder.add_node("zfast", say("zfast"))
    builder.add_edge(START, "gen")
    builder.add_edge("gen", "zfast")
    sends = [Send("w", {"n": 1, "wait": 0.02}), Send("w", {"n": 0, "wait": 0})]
    builder.add_conditional_edges("gen", always(sends), ["w"])
    sample = captured(builder.compile(), HI, run=run)

    assert texts(sample) == ["hi", "gen", "zfast", "w1", "w0"]


@run_modes
def test_a_command_goes_to_a_node(run: Run) -> None:
    def c(state: Any) -> Command[str]:
        return Command(goto="fin", update=say("c")(state))

    made = graph({"c": c, "fin": say("f")}, (START, "c"))
    sample = captured(made, HI, run=run)

    assert drawn(sample.path) == ["c", "fin"]
    assert texts(sample) == ["hi", "c", "f"]


@run_modes
@savers
def test_a_hand_over_to_the_parent_is_no_failure(run: Run, saver: Any) -> None:
    def up(state: Any) -> Command[str]:
        return Command(goto="other", graph=Command.PARENT, update=say("up")(state))

    child = graph({"pre": say("pre"), "up": up})
    made = graph({"child": child, "other": say("o")}, (START, "child"), saver=saver())
    sample = captured(made, HI, run=run)

    assert drawn(sample.path) == [{"child !bubbled": ["pre", "up !bubbled"]}, "other"]
    assert texts(sample) == ["hi", "up", "o"]
    assert (sample.status, sample.error) == ("completed", None)


@run_modes
def test_three_levels(run: Run) -> None:
    lowest = graph({"s1": say("1"), "s2": say("2")}, name="l3")
    middle = graph({"l3": lowest}, name="l2")
    sample = captured(graph({"l2": middle}), HI, run=run)

    assert drawn(sample.path) == [{"l2": [{"l3": ["s1", "s2"]}]}]
    assert texts(sample) == ["hi", "1", "2"]


def test_the_steps_of_a_chain_that_is_a_node_are_no_nodes() -> None:
    step: Any = RunnableLambda(word("x"), name="lc")
    chain = step | RunnableLambda(always({"words": ["y"]}), name="lc")

    assert drawn(captured(graph({"lc": chain}, state=Words), NO_WORDS).path) == ["lc"]


def test_parallel_subgraphs() -> None:
    def team(name: str) -> Any:
        return graph({f"{name}1": word(name)}, state=Words)

    made = graph({"A": team("a"), "B": team("b")}, (START, "A"), (START, "B"), state=Words)

    assert drawn(captured(made, NO_WORDS).path) == [({"A": ["a1"]}, {"B": ["b1"]})]


def test_a_deferred_node_is_a_later_step() -> None:
    builder: Any = StateGraph(Words)
    for name in ("a", "b", "b2"):
        builder.add_node(name, word(name))
    builder.add_node("last", word("l"), defer=True)
    builder.add_edge(START, "a")
    builder.add_edge(START, "b")
    builder.add_edge("b", "b2")
    builder.add_edge("a", "last")
    builder.add_edge("b2", "last")

    assert drawn(captured(builder.compile(), NO_WORDS).path) == [("a", "b"), "b2", "last"]


def test_a_graph_inside_a_chain_gives_its_path_and_messages() -> None:
    prepare: Any = RunnableLambda(always(HI))
    made = prepare | graph({"a": say("A")})
    sample = captured(made, "hi")

    assert drawn(sample.path) == ["a"]
    assert texts(sample) == ["hi", "A"]


def test_links_do_not_depend_on_context_set_in_callbacks() -> None:
    child: Any = RunnableLambda(always(1), name="child")

    def node(name: str) -> Any:
        async def run(state: Words, config: RunnableConfig) -> Any:
            await child.ainvoke(1, config)
            return {"words": [name]}

        return run

    made = graph({"a": node("a"), "b": node("b")}, (START, "a"), (START, "b"), state=Words)
    recorder = Recorder()

    async def main() -> None:
        await asyncio.gather(*(made.ainvoke(NO_WORDS, config(recorder)) for _ in range(4)))

    asyncio.run(main())

    assert [sample.path for sample in recorder.samples] == [NodePath.of([{"a", "b"}])] * 4


def test_two_hundred_steps() -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("a", word("x"))
    builder.add_edge(START, "a")

    def again(state: Words) -> str:
        return "a" if len(state["words"]) < 200 else END

    builder.add_conditional_edges("a", again, ["a", END])
    recorder = Recorder()
    invoke(builder.compile(), NO_WORDS, config(recorder, recursion_limit=300))

    assert drawn(recorder.sample().path) == ["a"] * 200
