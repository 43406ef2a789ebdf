"""How runs fail: retries, error handlers, exceptions, limits, cancellation, closed streams."""

import asyncio
import time
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import GraphRecursionError, NodeTimeoutError
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import RetryPolicy

from conformance.capture.scene import (
    RUNS,
    Run,
    Words,
    always,
    captured,
    config,
    drawn,
    graph,
    invoke,
    say,
    texts,
    word,
)
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel

HI: Any = {"messages": [("user", "hi")]}
NO_WORDS: Any = {"words": []}

run_modes = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)


def broken(state: Any) -> Any:
    raise ValueError("disk full")


@run_modes
def test_a_node_that_raises_ends_the_path_and_the_run(run: Run) -> None:
    sample = captured(graph({"a": say("A"), "bad": broken}), HI, run=run, fails=ValueError)

    assert drawn(sample.path) == ["a", "bad !error"]
    assert (sample.status, sample.error) == ("error", "ValueError: disk full")
    assert texts(sample) == ["hi", "A"]


@run_modes
def test_retries_are_attempts_of_one_visit(run: Run) -> None:
    model: Any = ScriptedChatModel(["first", "second", "third"])

    def flaky(state: Any) -> Any:
        answer = model.invoke(state["messages"])
        if answer.content != "third":
            raise ConnectionError(answer.content)
        return {"messages": [answer]}

    builder: Any = StateGraph(MessagesState)
    policy = RetryPolicy(initial_interval=0, max_attempts=3, jitter=False)
    builder.add_node("fl", flaky, retry_policy=policy)
    builder.add_edge(START, "fl")
    sample = captured(builder.compile(), HI, run=run)

    assert drawn(sample.path) == ["fl x3"]
    assert texts(sample) == ["hi", "third"]
    usages = [one.usage.output_tokens for one in sample.model_calls if one.usage]
    assert usages == [1, 1, 1]  # what the lost attempts took was paid for
    assert sample.status == "completed"


def test_a_retried_subgraph_shows_its_last_attempt() -> None:
    failures = iter([True, False])

    def fragile(state: Any) -> Any:
        if next(failures):
            raise ConnectionError("again")
        return {"words": ["ok"]}

    inner = graph({"x": word("x"), "y": fragile}, state=Words)
    builder: Any = StateGraph(Words)
    builder.add_node("sub", inner, retry_policy=RetryPolicy(initial_interval=0, jitter=False))
    builder.add_edge(START, "sub")

    assert drawn(captured(builder.compile(), NO_WORDS).path) == [{"sub x2": ["x", "y"]}]


@run_modes
def test_an_error_handler_is_a_step_after_its_node(run: Run) -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("eb", broken, error_handler=word("handled"))
    builder.add_edge(START, "eb")
    sample = captured(builder.compile(), NO_WORDS, run=run)

    assert drawn(sample.path) == ["eb !error", "__error_handler__eb"]
    assert sample.status == "completed"


def test_the_recursion_limit() -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("a", word("x"))
    builder.add_edge(START, "a")
    builder.add_conditional_edges("a", always("a"), ["a", END])
    recorder = Recorder()
    with pytest.raises(GraphRecursionError):
        invoke(builder.compile(), NO_WORDS, config(recorder, recursion_limit=3))
    sample = recorder.sample()

    assert drawn(sample.path) == ["a", "a", "a"]
    assert sample.status == "error"
    assert (sample.error or "").startswith("GraphRecursionError: ")


def test_an_exception_that_only_bears_the_name_of_a_pause_is_an_error() -> None:
    class GraphInterrupt(Exception):
        pass

    def bad(state: Any) -> Any:
        raise GraphInterrupt("disk full")

    made = graph({"bad": bad}, state=Words, saver=InMemorySaver())
    sample = captured(made, NO_WORDS, fails=GraphInterrupt)

    assert (sample.status, sample.error) == ("error", "GraphInterrupt: disk full")
    assert drawn(sample.path) == ["bad !error"]


def test_a_node_timeout() -> None:
    async def slow(state: Any) -> Any:
        await asyncio.sleep(5)

    builder: Any = StateGraph(Words)
    builder.add_node("slow", slow, timeout=0.02)
    builder.add_edge(START, "slow")
    sample = captured(builder.compile(), NO_WORDS, run=RUNS["ainvoke"], fails=NodeTimeoutError)

    assert drawn(sample.path) == ["slow !cancelled"]
    assert sample.status == "error"
    assert (sample.error or "").startswith("NodeTimeoutError")


class Hanging(ScriptedChatModel):
    """A model that never answers."""

    async def _agenerate(self, *args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(60)


def test_a_cancelled_run() -> None:
    model: BaseChatModel = Hanging(script=[])

    async def ask(state: Any, config: RunnableConfig) -> Any:
        return {"messages": [await model.ainvoke(state["messages"], config)]}

    recorder = Recorder()

    async def main() -> None:
        made = graph({"a": say("A"), "ask": ask})
        task = asyncio.create_task(made.ainvoke(HI, config(recorder)))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    sample = recorder.sample()

    assert sample.status == "cancelled"
    assert drawn(sample.path) == ["a", "ask !cancelled"]
    assert texts(sample) == ["hi", "A"]
    assert [(one.usage, one.latency) for one in sample.model_calls] == [(None, None)]


def test_a_bare_cancelled_model_never_ends_and_is_told_as_open() -> None:
    model = Hanging(script=[])
    recorder = Recorder()

    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(model.ainvoke("hi", config(recorder)), 0.02)

    asyncio.run(main())

    assert recorder.samples == []
    (sample,) = recorder.collect(unfinished=True)
    assert (sample.status, sample.question) == ("cancelled", "hi")
    assert "had not ended" in sample.gaps[0]


def test_a_stream_that_is_closed_early() -> None:
    recorder = Recorder()
    made = graph({"a": say("A"), "b": say("B")})
    chunks = made.stream(HI, config(recorder))
    next(chunks)
    chunks.close()

    assert recorder.sample().status == "cancelled"
    assert drawn(recorder.sample().path)[0] == "a"


def test_a_straggler_of_a_run_joins_its_sample() -> None:
    model = ScriptedChatModel(["late"])
    recorder = Recorder()
    late: list[asyncio.Task[Any]] = []

    async def start(state: Any, config: RunnableConfig) -> Any:
        async def speak() -> None:
            await asyncio.sleep(0.03)
            await model.ainvoke("q", config)

        late.append(asyncio.create_task(speak()))
        return {"words": ["started"]}

    async def main() -> None:
        await graph({"start": start}, state=Words).ainvoke(NO_WORDS, config(recorder))
        assert recorder.sample().model_calls == ()
        await asyncio.gather(*late)

    asyncio.run(main())

    assert len(recorder.samples) == 1
    assert [one.node for one in recorder.sample().model_calls] == ["start"]


def test_model_retries_and_fallbacks_stay_in_one_sample() -> None:
    broken_model = ScriptedChatModel([ConnectionError("down")])
    chain = broken_model.with_fallbacks([ScriptedChatModel(["up"])])
    sample = captured(chain, "hi", thread=None)

    assert [one.error for one in sample.model_calls] == ["ConnectionError: down", None]
    assert (sample.question, sample.response, sample.status) == ("hi", "up", "completed")

    retried = ScriptedChatModel([ConnectionError("down"), "up"]).with_retry(
        wait_exponential_jitter=False, stop_after_attempt=2
    )
    sample = captured(retried, "hi", thread=None)
    assert [one.error for one in sample.model_calls] == ["ConnectionError: down", None]


def test_fallbacks_of_a_root_are_one_root() -> None:
    recorder = Recorder()
    chain = ScriptedChatModel([ConnectionError("down")]).with_fallbacks([ScriptedChatModel(["up"])])
    chain.invoke("hi", {"callbacks": [recorder]})
    asyncio.run(_afallback(recorder))

    assert [sample.response for sample in recorder.samples] == ["up", "up"]


async def _afallback(recorder: Recorder) -> None:
    chain = ScriptedChatModel([ConnectionError("down")]).with_fallbacks([ScriptedChatModel(["up"])])
    await chain.ainvoke("hi", {"callbacks": [recorder]})


def test_a_fault_of_the_recorder_is_told_and_does_not_reach_the_run() -> None:
    class Unprintable(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no text")

    def odd(state: Any) -> Any:
        try:
            graph({"x": raise_it}, state=Words).invoke(NO_WORDS)
        except Unprintable:
            return {"words": ["went on"]}

    def raise_it(state: Any) -> Any:
        raise Unprintable

    recorder = Recorder()
    out = graph({"odd": odd}, state=Words).invoke(NO_WORDS, config(recorder))

    assert out == {"words": ["went on"]}
    assert "the recorder failed: RuntimeError: no text" in recorder.sample().gaps


def test_a_model_that_fails_in_a_node() -> None:
    model = ScriptedChatModel([TimeoutError("slow")])

    def ask(state: Any) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    sample = captured(graph({"ask": ask}), HI, fails=TimeoutError)

    assert [(one.node, one.error) for one in sample.model_calls] == [("ask", "TimeoutError: slow")]
    assert sample.error == "TimeoutError: slow"


def test_a_crash_is_gone_on_with() -> None:
    failures = iter([True, False])

    def fragile(state: Any) -> Any:
        if next(failures):
            raise ConnectionError("again")
        return {"messages": [AIMessage("ok")]}

    recorder = Recorder()
    made = graph({"a": say("A"), "f": fragile}, saver=InMemorySaver())
    with pytest.raises(ConnectionError):
        made.invoke({"messages": [HumanMessage("hi")]}, config(recorder, "t"))
    assert recorder.sample().status == "error"
    made.invoke(None, config(recorder, "t"))

    assert len(recorder.samples) == 1
    assert drawn(recorder.sample().path) == ["a", "f x2"]
    assert texts(recorder.sample()) == ["hi", "A", "ok"]
    assert recorder.sample().status == "completed"


def test_a_slow_thread_does_not_confuse_latencies() -> None:
    def slow(state: Any) -> Any:
        time.sleep(0.02)
        return ScriptedChatModel(["x"]).invoke("q") and {"words": ["x"]}

    sample = captured(graph({"slow": slow}, state=Words), NO_WORDS)

    (call,) = sample.model_calls
    assert call.latency is not None
    assert 0 <= call.latency < 0.02
