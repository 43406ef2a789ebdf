"""What capturing costs: a run under the recorder beside the same run under other handlers.

    python benchmarks/capture.py

Prints microseconds per event over the run without a handler, of the medians of many runs. The
nodes do nothing, so the share of the run is far above that of a real one.
"""

import asyncio
import gc
import operator
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypedDict
from uuid import uuid4

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tracers.base import BaseTracer
from langgraph.graph import START, MessagesState, StateGraph

from odograph_langchain import Recorder

REPEATS = 60
WARM_UP = 3
NODES = 10


class Idle(BaseCallbackHandler):
    """Does nothing, on the run's own thread."""

    run_inline = True


class Tracer(BaseTracer):
    """LangChain's own tracer, without a place to send runs to."""

    def _persist_run(self, run: Any) -> None:
        pass


class Words(TypedDict):
    words: Annotated[list[str], operator.add]


def node(update: Any) -> Callable[[Any], Any]:
    """A node that returns the same each time."""

    def run(state: Any) -> Any:
        del state
        return update

    return run


def ten_nodes() -> tuple[Any, Any]:
    """A graph of ten nodes in a row."""
    builder: Any = StateGraph(Words)
    names = [f"n{n}" for n in range(NODES)]
    for name in names:
        builder.add_node(name, node({"words": ["x"]}))
    for start, end in zip([START, *names], names, strict=False):
        builder.add_edge(start, end)
    return builder.compile(), {"words": []}


def long_history() -> tuple[Any, Any]:
    """Ten nodes that each get a state of 2,000 messages."""
    builder: Any = StateGraph(MessagesState)
    names = [f"n{n}" for n in range(NODES)]
    for name in names:
        builder.add_node(name, node({"messages": [AIMessage("x")]}))
    for start, end in zip([START, *names], names, strict=False):
        builder.add_edge(start, end)
    history = [HumanMessage(f"message {n}", id=str(n)) for n in range(2000)]
    return builder.compile(), {"messages": history}


def run_once(graph: Any, value: Any, handlers: list[Any], *, sync: bool) -> float:
    """Seconds of one run."""
    config = {"callbacks": handlers}
    if sync:
        started = time.perf_counter()
        graph.invoke(value, config)
        return time.perf_counter() - started

    async def timed() -> float:
        started = time.perf_counter()
        await graph.ainvoke(value, config)
        return time.perf_counter() - started

    return asyncio.run(timed())


Make = Callable[[], list[Any]]


def measure(graph: Any, value: Any, makes: Sequence[Make], *, sync: bool) -> list[float]:
    """Median seconds of a run under each set of handlers; they take turns, in changing order."""
    taken: list[list[float]] = [[] for _ in makes]
    order = list(range(len(makes)))
    gc.disable()
    for repeat in range(REPEATS + WARM_UP):
        random.shuffle(order)
        for at in order:
            seconds = run_once(graph, value, makes[at](), sync=sync)
            if repeat >= WARM_UP:
                taken[at].append(seconds)
        gc.collect()
    gc.enable()
    return [statistics.median(one) for one in taken]


def alone(messages: int, events: int = 5000) -> tuple[float, float]:
    """Microseconds of a start and of an end inside the recorder, apart from LangChain."""
    recorder = Recorder()
    state = {"messages": [HumanMessage("x")] * messages}
    metadata = {"thread_id": "t", "langgraph_step": 1, "langgraph_node": "a"}
    root = uuid4()
    recorder.on_chain_start(None, {}, run_id=root, name="root")
    given = [{"run_id": uuid4(), "parent_run_id": root} for _ in range(events)]
    gc.disable()
    began = time.perf_counter()
    for one in given:
        recorder.on_chain_start(None, state, tags=["graph:step:1"], metadata=metadata, **one)
    middle = time.perf_counter()
    for one in given:
        recorder.on_chain_end({}, **one)
    ended = time.perf_counter()
    gc.enable()
    return 1e6 * (middle - began) / events, 1e6 * (ended - middle) / events


def derivation(graph: Any, value: Any) -> float:
    """Milliseconds that making the sample takes, after the run."""
    taken: list[float] = []
    for _ in range(10):
        recorder = Recorder()
        graph.invoke(value, {"callbacks": [recorder]})
        started = time.perf_counter()
        recorder.sample()
        taken.append(time.perf_counter() - started)
    return 1000 * statistics.median(taken)


def main() -> None:
    """Print the table."""
    events = 2 * (NODES + 1)
    handlers: dict[str, Make] = {
        "none": list,
        "no-op, inline": lambda: [Idle()],
        "Recorder": lambda: [Recorder()],
        "BaseTracer": lambda: [Tracer()],
    }
    print(f"{'graph':<26} {'mode':<6} {'handler':<14} {'us/event':>9} {'of run':>7}")
    for name, made in {"10 nodes": ten_nodes, "10 nodes, 2,000 messages": long_history}.items():
        graph, value = made()
        for mode in ("sync", "async"):
            medians = measure(graph, value, list(handlers.values()), sync=mode == "sync")
            for handler, seconds in zip(handlers, medians, strict=True):
                added = seconds - medians[0]
                each, share = 1e6 * added / events, 100 * added / medians[0]
                print(f"{name:<26} {mode:<6} {handler:<14} {each:>9.1f} {share:>6.1f}%")
        print(f"{name:<26} making the sample: {derivation(graph, value):.2f} ms")
    for messages in (0, 50, 2000):
        start, end = alone(messages)
        print(
            f"recorder alone, state of {messages} messages: {start:.1f} us start, {end:.1f} us end"
        )


if __name__ == "__main__":
    main()
