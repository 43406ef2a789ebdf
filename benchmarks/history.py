"""How long it takes to rebuild a thread of 200 supersteps from its checkpoints.

Run it: `python benchmarks/history.py`; with agentevals installed beside odograph, its extraction
of the same thread is timed in turn.
"""

import operator
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph

from odograph_langgraph import from_thread

STEPS = 200
REPEATS = 15
THREAD: Any = {"configurable": {"thread_id": "t"}, "recursion_limit": 2 * STEPS}


class Words(TypedDict):
    words: Annotated[list[str], operator.add]


def thread_of_words() -> Any:
    """A state that holds no messages."""
    return ran(Words, "words", "word", {"words": []})


def thread_of_messages() -> Any:
    """A conversation that grows by a message a step: each checkpoint holds all before it."""
    return ran(MessagesState, "messages", AIMessage("again"), {"messages": [("user", "hi")]})


def ran(state: Any, key: str, item: Any, given: Any) -> Any:
    before = len(given[key])
    builder: Any = StateGraph(state)

    def a(_: Any) -> Any:
        return {key: [item if isinstance(item, str) else item.model_copy()]}

    def route(values: Any) -> str:
        return "a" if len(values[key]) < STEPS + before else END

    builder.add_node("a", a)
    builder.add_edge(START, "a")
    builder.add_conditional_edges("a", route, ["a", END])
    graph = builder.compile(checkpointer=InMemorySaver())
    graph.invoke(given, THREAD)
    return graph


def ours(graph: Any) -> int:
    (sample,) = from_thread(graph, THREAD)
    return 0 if sample.path is None else len(sample.path)


def listing(graph: Any) -> int:
    return sum(1 for _ in graph.checkpointer.list(THREAD)) - 2


def agentevals(graph: Any) -> int:
    # installed only in an environment of its own
    peer: Any = import_module("agentevals.graph_trajectory.utils")
    found: Any = peer.extract_langgraph_trajectory_from_thread(graph, THREAD)
    return len(found["outputs"]["steps"][0]) - 1


def main() -> None:
    peers: dict[str, Callable[[Any], int]] = {
        "`from_thread`": ours,
        "the checkpointer's list alone": listing,
    }
    if find_spec("agentevals") is not None:
        peers[f"agentevals {version('agentevals')}"] = agentevals
    print(f"Python {sys.version.split()[0]}, langgraph {version('langgraph')}, {STEPS} steps")
    print("| thread | what | median | least |")
    print("|---|---|---|---|")
    for name, build in {"words": thread_of_words, "messages": thread_of_messages}.items():
        graph = build()
        taken: dict[str, list[float]] = {peer: [] for peer in peers}
        for _ in range(REPEATS):  # in turn, so that a busy moment falls on all alike
            for peer, run in peers.items():
                start = time.perf_counter()
                steps = run(graph)
                taken[peer].append((time.perf_counter() - start) * 1000)
                if steps != STEPS:
                    raise SystemExit(f"{peer} found {steps} steps of {STEPS}")
        for peer, times in taken.items():
            print(f"| {name} | {peer} | {statistics.median(times):.1f} ms | {min(times):.1f} ms |")


if __name__ == "__main__":
    main()
