"""The first step of an agent: what its model decides before any tool runs."""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.callbacks import BaseCallbackManager
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.pregel import Pregel

from odograph.errors import InputError
from odograph.trace import AIMessage, InvalidToolCall, MultiTurnSample, ToolCall
from odograph.trace.values import is_list
from odograph_langchain.convert import convert_messages
from odograph_langgraph.stop import FirstDecision, RunStoppedError
from odograph_langgraph.thread import ThreadReader

__all__ = ("FirstStep", "afirst_step", "first_step")


@dataclass(frozen=True, slots=True)
class FirstStep:
    """What a model decided first.

    Attributes:
        message: the answer of the model: calls, text, or both.
        sample: the messages that the model saw and its answer, for any metric, e.g.
            `TrajectoryMatch().score(step.sample, reference_tool_calls=[...])`.
    """

    message: AIMessage
    sample: MultiTurnSample = field(repr=False)

    @property
    def tool_calls(self) -> Sequence[ToolCall]:
        """The calls that the model asked for."""
        return self.message.tool_calls

    @property
    def invalid_tool_calls(self) -> Sequence[InvalidToolCall]:
        """The calls whose arguments could not be read."""
        return self.message.invalid_tool_calls

    @property
    def text(self) -> str:
        """The text of the answer."""
        return self.message.content


def first_step(
    agent: Runnable[Any, Any],
    input: Any,  # noqa: A002 - the name that LangChain's invoke gives it
    *,
    config: RunnableConfig | None = None,
    context: Any = None,
) -> FirstStep:
    """Run an agent up to and including its first model decision, and run no tool.

    The run is the agent's own, with its prompt, middleware, retries and fallbacks; it ends when
    the first model call ends. Calls that middleware makes for itself (a summary, a choice of
    tools) do not count. Nodes and retrievers before that call run for real, and so does a plain
    Python node beside it. A later step is reached by giving the messages up to it.

    Threads of a checkpointer are read and never written: with a `thread_id` in `config` the agent
    goes on from that thread and leaves it as it was, without one the thread is new. A node cache
    is not used.

    Args:
        agent: a compiled graph, or any runnable with a model in it.
        input: for a graph with `messages` in its state a text, a list of messages or a state; else
            what the agent itself takes.
        config: settings of the run; its callbacks see it up to the decision.
        context: the run's context, where the agent has a context schema.

    Raises:
        InputError: what cannot be invoked; or the run ended without a model call, or was about to
            start a tool before one.
        Exception: what the agent raised before its first decision.
    """
    run = _Run(agent, input, config, context)
    try:
        run.agent.invoke(run.input, run.config, **run.options)
    except BaseException as error:
        run.check(error)
    return run.step()


async def afirst_step(
    agent: Runnable[Any, Any],
    input: Any,  # noqa: A002 - the name that LangChain's ainvoke gives it
    *,
    config: RunnableConfig | None = None,
    context: Any = None,
) -> FirstStep:
    """Do what `first_step` does, with `ainvoke`. No task of the run is left running."""
    run = _Run(agent, input, config, context)
    try:
        await run.agent.ainvoke(run.input, run.config, **run.options)
    except BaseException as error:
        run.check(error)
    finally:
        await run.cancel()
    return run.step()


class _Run:
    """A run that is to end at its first decision."""

    def __init__(
        self, agent: Runnable[Any, Any], given: Any, config: RunnableConfig | None, context: Any
    ) -> None:
        if not callable(getattr(agent, "invoke", None)):
            rule = "agent must be a compiled graph or another runnable"
            raise InputError.of(rule, agent, place="first_step")
        self.handler = FirstDecision()
        self.agent, self.input = agent, given
        if _is_graph(agent):
            self.agent, self.input = _detached(agent), _state(agent, given)
        bound = getattr(agent, "config", None)
        self.config = _watched(config or {}, bound or {}, self.handler)
        self.options = {} if context is None else {"context": context}

    def check(self, error: BaseException) -> None:
        """Raise what is not our own doing; after the decision, what it led to is."""
        ended = self.handler.decision is not None or self.handler.error is not None
        leaving = isinstance(error, KeyboardInterrupt | SystemExit | asyncio.CancelledError)
        if not isinstance(error, RunStoppedError) and (leaving or not ended):
            raise error

    async def cancel(self) -> None:
        """End the tasks that the run has started and does not wait for (`asyncio.gather`)."""
        loop, own = asyncio.get_running_loop(), asyncio.current_task()
        left = [
            task
            for task in self.handler.tasks
            if task is not own and not task.done() and task.get_loop() is loop
        ]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def step(self) -> FirstStep:
        if self.handler.error is not None:
            raise self.handler.error
        if self.handler.decision is None:
            raise InputError("the run ended without a model call", place="first_step")
        seen, answer = self.handler.decision
        message = convert_messages([answer])[0]
        if not isinstance(message, AIMessage):
            raise InputError.of("the answer of a model must be an AI message", message)
        return FirstStep(message, MultiTurnSample(user_input=(*convert_messages(seen), message)))


def _detached(graph: Any) -> Any:
    """Copy a graph so that its run neither writes to threads nor skips nodes from a cache."""
    update: dict[str, Any] = {"cache": None}
    saver: Any = graph.checkpointer
    if isinstance(saver, BaseCheckpointSaver):
        update["checkpointer"] = ThreadReader(graph.checkpointer)
    return graph.copy(update)


def _state(graph: Any, given: Any) -> Any:
    """Put a text or a list of messages into a state, where the graph's state has messages."""
    if isinstance(given, str) or is_list(given):
        if "messages" in graph.channels:
            return {"messages": [("user", given)] if isinstance(given, str) else given}
        # a state that is a single value, and an entrypoint's input, may be anything
        if _is_state_graph(graph) and "__root__" not in graph.channels:
            raise InputError.of("a graph without messages in its state takes the state", given)
    return given


def _is_graph(agent: Any) -> bool:
    return isinstance(agent, Pregel)


def _is_state_graph(graph: Any) -> bool:
    return isinstance(graph, CompiledStateGraph)


def _watched(given: Any, bound: Any, handler: FirstDecision) -> Any:
    """Add the handler to a config, and a thread of its own where none is named or bound."""
    callbacks = given.get("callbacks")
    if isinstance(callbacks, BaseCallbackManager):
        callbacks = callbacks.copy()
        callbacks.add_handler(handler)
    else:
        callbacks = [*(callbacks or ()), handler]
    settings: dict[str, Any]
    settings = {**(bound.get("configurable") or {}), **(given.get("configurable") or {})}
    settings.setdefault("thread_id", str(uuid.uuid4()))
    return {**given, "callbacks": callbacks, "configurable": settings}
