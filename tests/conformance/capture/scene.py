"""What the capture suites share: graphs of few words, ways to run them, paths drawn as text.

A capture adapter passes the suites when, for each scenario, its sample shows what really happened.
"""

import asyncio
import itertools
import operator
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypedDict, cast

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from odograph.trace import Message, MultiTurnSample, NodePath, NodeVisit, ToolMessage
from odograph_langchain import Recorder

Node = Callable[[Any], Any]


class Words(TypedDict):
    """A state without messages."""

    words: Annotated[list[str], operator.add]


def say(text: str) -> Node:
    """A node that says something."""
    return lambda state: {"messages": [AIMessage(text)]}


def say_each(*texts: str) -> Node:
    """A node that says the next text each time."""
    left = iter(texts)

    def node(state: Any) -> Any:
        return say(next(left))(state)

    return node


def word(text: str) -> Node:
    """A node that adds a word."""
    return lambda state: {"words": [text]}


def always(value: Any) -> Node:
    """A node, or the function of a branch, that returns the same each time."""
    return lambda state: value


def graph(
    nodes: dict[str, Any],
    *edges: tuple[str | Sequence[str], str],
    state: Any = MessagesState,
    saver: Any = None,
    **compile_options: Any,
) -> Any:
    """Build a graph; without edges, the nodes run in their order."""
    builder: Any = StateGraph(state)
    for name, node in nodes.items():
        builder.add_node(name, node)
    names = [START, *nodes]
    for start, end in edges or itertools.pairwise(names):
        builder.add_edge(list(start) if isinstance(start, tuple | list) else start, end)
    return builder.compile(checkpointer=saver, **compile_options)


def config(recorder: Recorder, thread: str | None = None, **more: Any) -> RunnableConfig:
    """A config with the recorder, and a thread where one is named."""
    made: RunnableConfig = {"callbacks": [recorder]}
    if thread is not None:
        made["configurable"] = {"thread_id": thread}
    return cast(RunnableConfig, made | more)


Run = Callable[[Any, Any, RunnableConfig], None]


def invoke(runnable: Any, value: Any, config: RunnableConfig) -> None:
    runnable.invoke(value, config)


def ainvoke(runnable: Any, value: Any, config: RunnableConfig) -> None:
    asyncio.run(runnable.ainvoke(value, config))


def stream(mode: str) -> Run:
    def run(runnable: Any, value: Any, config: RunnableConfig) -> None:
        list(runnable.stream(value, config, stream_mode=mode))

    return run


def astream(mode: str) -> Run:
    def run(runnable: Any, value: Any, config: RunnableConfig) -> None:
        async def drain() -> None:
            async for _ in runnable.astream(value, config, stream_mode=mode):
                pass

        asyncio.run(drain())

    return run


RUNS: dict[str, Run] = {"invoke": invoke, "ainvoke": ainvoke}
STREAMS: dict[str, Run] = {
    **{f"stream {mode}": stream(mode) for mode in ("values", "updates", "messages", "debug")},
    **{f"astream {mode}": astream(mode) for mode in ("values", "messages")},
}
SAVERS: dict[str, Callable[[], Any]] = {"no saver": lambda: None, "saver": InMemorySaver}


def captured(
    runnable: Any, value: Any, *, run: Run = invoke, thread: str | None = "t", fails: Any = None
) -> MultiTurnSample:
    """Run once under a new recorder and return the sample."""
    recorder = Recorder()
    try:
        run(runnable, value, config(recorder, thread))
    except BaseException as error:
        if fails is None or not isinstance(error, fails):
            raise
    return recorder.sample()


def drawn(path: NodePath | None) -> list[Any]:
    """Draw a path: `ask x2` is two attempts, `bad !error` a status, a tuple a parallel step."""
    assert path is not None
    steps: list[Any] = []
    for step in path.steps:
        visits = [_drawn_visit(visit) for visit in step]
        steps.append(visits[0] if len(visits) == 1 else tuple(visits))
    return steps


def _drawn_visit(visit: NodeVisit) -> Any:
    label = visit.name
    if visit.attempts > 1:
        label += f" x{visit.attempts}"
    if visit.status != "completed":
        label += f" !{visit.status}"
    inner = [drawn(one) for one in visit.nested]
    return label if not inner else {label: inner[0] if len(inner) == 1 else inner}


def texts(sample: MultiTurnSample) -> list[str]:
    """Texts of the messages."""
    return [message.content for message in sample.user_input]


def roles(messages: Sequence[Message]) -> str:
    """Roles by their first letters: `sua` is system, user, assistant."""
    return "".join(message.role[0] for message in messages)


def calls(sample: MultiTurnSample) -> list[tuple[str, str, int]]:
    """Name, outcome and attempts of each call."""
    return [(one.name, one.outcome, one.attempts) for one in sample.call_records]


def results(sample: MultiTurnSample) -> list[str]:
    """Texts of the tool messages."""
    return [one.content for one in sample.user_input if isinstance(one, ToolMessage)]


def same_ids(sample: MultiTurnSample, state: Sequence[BaseMessage]) -> bool:
    """Whether the sample holds exactly the messages of a state, by id."""
    return [one.id for one in sample.user_input] == [one.id for one in state]
