# pyright: reportUnknownVariableType=false
# (the type of LangChain's create_agent is partly unknown)
"""One recorder for much at once: batches, threads, handlers given twice, other tracers around."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langsmith import tracing_context
from langsmith.run_trees import RunTree

from conformance.capture.scene import (
    Words,
    config,
    drawn,
    graph,
    say,
    texts,
    word,
)
from odograph.trace import MultiTurnSample
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel

HI: Any = {"messages": [("user", "hi")]}
NO_WORDS: Any = {"words": []}


def echo() -> Any:
    model = ScriptedChatModel(lambda messages: AIMessage(f"re {messages[-1].text}"))

    def ask(state: Any) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    return graph({"ask": ask, "end": say("end")})


def asks(texts: range) -> list[Any]:
    return [{"messages": [HumanMessage(f"q{n}")]} for n in texts]


def conversations(samples: list[MultiTurnSample]) -> list[list[str]]:
    return sorted(texts(sample) for sample in samples)


EXPECTED = sorted([f"q{n}", f"re q{n}", "end"] for n in range(20))


def test_a_batch() -> None:
    recorder = Recorder()
    echo().batch(asks(range(20)), config(recorder))

    assert conversations(recorder.samples) == EXPECTED
    assert all(len(sample.model_calls) == 1 for sample in recorder.samples)


def test_an_async_batch() -> None:
    recorder = Recorder()
    asyncio.run(echo().abatch(asks(range(20)), config(recorder)))

    assert conversations(recorder.samples) == EXPECTED


def test_threads() -> None:
    recorder = Recorder()
    made = echo()
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(made.invoke, asks(range(20)), [config(recorder)] * 20))

    assert conversations(recorder.samples) == EXPECTED


def test_each_item_of_a_batch_may_bear_its_case() -> None:
    recorder = Recorder()
    configs = [
        config(recorder, metadata={"case_id": f"c{n // 2}", "attempt": n % 2, "tag": n})
        for n in range(4)
    ]
    echo().batch(asks(range(4)), configs)
    found = sorted((one.case_id, one.attempt, one.metadata["tag"]) for one in recorder.samples)

    assert found == [("c0", 0, 0), ("c0", 1, 1), ("c1", 0, 2), ("c1", 1, 3)]


def test_a_handler_given_twice_counts_once() -> None:
    recorder = Recorder()
    echo().invoke(HI, {"callbacks": [recorder, recorder]})
    echo().with_config(callbacks=[recorder]).invoke(HI, config(recorder))

    assert [drawn(one.path) for one in recorder.samples] == [["ask", "end"]] * 2
    assert [len(one.model_calls) for one in recorder.samples] == [1, 1]


def test_a_handler_only_inside_a_node_sees_what_runs_there() -> None:
    recorder = Recorder()
    inner = graph({"s": word("s")}, state=Words)

    def node(state: Any) -> Any:
        return inner.invoke(NO_WORDS, {"callbacks": [recorder]})

    graph({"node": node}, state=Words).invoke(NO_WORDS)

    assert [drawn(one.path) for one in recorder.samples] == [["s"]]


def test_a_handler_given_again_inside_a_node_stays_in_the_tree() -> None:
    recorder = Recorder()
    inner = graph({"s": word("s")}, state=Words)

    def node(state: Any) -> Any:
        return inner.invoke(NO_WORDS, {"callbacks": [recorder]})

    graph({"node": node}, state=Words).invoke(NO_WORDS, config(recorder))

    assert [drawn(one.path) for one in recorder.samples] == [[{"node": ["s"]}]]


def test_under_a_run_tree_of_langsmith() -> None:
    recorder = Recorder()
    with tracing_context(parent=RunTree(name="outside", run_type="chain")):
        echo().invoke(HI, config(recorder))

    assert [texts(one) for one in recorder.samples] == [["hi", "re hi", "end"]]


def test_a_parent_that_the_recorder_does_not_know_makes_a_root() -> None:
    recorder = Recorder()

    def outer(value: Any, config: RunnableConfig) -> Any:
        callbacks: Any = config.get("callbacks")
        callbacks.add_handler(recorder)
        return echo().invoke(HI, {"callbacks": callbacks})

    RunnableLambda(outer).invoke("x")

    assert [texts(one) for one in recorder.samples] == [["hi", "re hi", "end"]]


def test_capturing_needs_no_callbacks() -> None:
    recorder = Recorder()
    with recorder.capturing() as same:
        echo().invoke(HI)
        asyncio.run(echo().ainvoke(HI))
    echo().invoke(HI)

    assert same is recorder
    assert [drawn(one.path) for one in recorder.samples] == [["ask", "end"]] * 2
    assert [len(one.model_calls) for one in recorder.samples] == [1, 1]


def test_capturing_with_the_handler_given_counts_once() -> None:
    recorder = Recorder()
    with recorder.capturing():
        echo().batch(asks(range(3)), config(recorder))

    assert [len(one.model_calls) for one in recorder.samples] == [1, 1, 1]


def test_the_inner_of_two_capturing_recorders_records() -> None:
    outer, inner = Recorder(), Recorder()
    with outer.capturing():
        with inner.capturing():
            echo().invoke(HI)
        echo().invoke(HI)

    assert (len(outer.samples), len(inner.samples)) == (1, 1)


def test_capturing_in_one_thread_leaves_another_alone() -> None:
    recorder = Recorder()
    with recorder.capturing():
        worker = threading.Thread(target=echo().invoke, args=(HI,))
        worker.start()
        worker.join()

    assert recorder.samples == []


def test_samples_are_found_by_the_run_id_given() -> None:
    recorder = Recorder()
    run_id = "01a22e0e-b7e5-7325-9ff6-04ccdffa4387"
    echo().invoke(HI, config(recorder, run_id=run_id))
    echo().invoke(HI, config(recorder))

    assert recorder.sample(run_id).run_id == run_id
    assert recorder.sample() is not recorder.sample(run_id)


@pytest.mark.parametrize("runs", [500])
def test_five_hundred_runs_at_once_and_nothing_left(runs: int) -> None:
    recorder = Recorder()
    model = ScriptedChatModel(lambda messages: AIMessage(f"re {messages[-1].text}"))
    agent: Any = create_agent(model)

    def ask(n: int) -> None:
        agent.invoke({"messages": [HumanMessage(f"q{n}")]}, config(recorder, f"t{n}"))

    async def ask_all(numbers: range) -> None:
        await asyncio.gather(
            *(
                agent.ainvoke({"messages": [HumanMessage(f"q{n}")]}, config(recorder, f"t{n}"))
                for n in numbers
            )
        )

    loop = threading.Thread(target=lambda: asyncio.run(ask_all(range(runs // 2))))
    loop.start()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(runs // 2, runs)))
    loop.join()
    samples = recorder.take()

    assert conversations(samples) == sorted([f"q{n}", f"re q{n}"] for n in range(runs))
    assert {one.thread_id for one in samples} == {f"t{n}" for n in range(runs)}
    assert recorder.samples == []
    assert recorder.collect(unfinished=True) == []


@pytest.mark.parametrize("texts", [("hi", "hi", "hi"), ("hi", "A", "hi")])
def test_a_user_may_write_what_stood_in_the_thread_before(texts: tuple[str, ...]) -> None:
    agent: Any = create_agent(ScriptedChatModel(["A", "hi", "C"]), checkpointer=InMemorySaver())
    recorder = Recorder()
    for text in texts:
        agent.invoke({"messages": text}, config(recorder, "t"))

    answers = ("A", "hi", "C")
    turns = [[message.content for message in one.user_input] for one in recorder.samples]
    assert turns == [list(turn) for turn in zip(texts, answers, strict=True)]
    (whole,) = recorder.collect(by="thread")
    assert [message.content for message in whole.user_input] == [x for t in turns for x in t]
