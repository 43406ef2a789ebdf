"""Threads, errors, callbacks and cancellation around a first step."""

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of LangChain's create_agent and of graph builders are partly unknown)
import asyncio
from typing import Any, TypedDict

import pytest
from langchain.agents.middleware import (
    ModelRequest,
    dynamic_prompt,
)
from langchain_core.callbacks import BaseCallbackHandler, CallbackManager
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda, RunnableParallel
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.prebuilt import ToolNode

from integrations.langgraph.builders import (
    SEARCH,
    WANTED,
    Run,
    agent_of,
    asking,
    graph_of,
    names,
    ran,
    scripted,
    search,
)
from odograph import ToolCall, TrajectoryMatch, trace
from odograph.errors import InputError
from odograph_langchain.testing import ScriptedChatModel
from odograph_langgraph import afirst_step, first_step


async def test_a_thread_is_read_and_left_as_it_was(step: Run) -> None:
    saver = InMemorySaver()
    agent = agent_of(scripted("hello", SEARCH), checkpointer=saver)
    config: Any = {"configurable": {"thread_id": "mine"}}
    agent.invoke({"messages": "hi"}, config)
    before = agent.get_state(config)

    first = await step(agent, "find x", config=config)

    said = [one.content for one in first.sample.user_input]
    assert said == ["hi", "hello", "find x", ""]
    assert agent.get_state(config) == before
    assert len(list(saver.list(config))) == 3


async def test_without_a_thread_nothing_is_written_either(step: Run) -> None:
    saver = InMemorySaver()

    assert names(await step(agent_of(scripted(), checkpointer=saver), "find x")) == WANTED
    assert list(saver.list(None)) == []


async def test_a_run_without_a_model_call_is_an_error(step: Run) -> None:
    with pytest.raises(InputError, match="the run ended without a model call"):
        await step(graph_of(lambda state: {"messages": []}), "x")


async def test_a_tool_before_the_model_does_not_run_and_is_an_error(step: Run) -> None:
    def act(state: Any) -> Any:
        return ToolNode([search]).invoke({"messages": [AIMessage("", tool_calls=[SEARCH])]})

    with pytest.raises(InputError, match=r"no tool may start before the first model call.*search"):
        await step(graph_of(act, asking(scripted())), "x")
    assert ran == []


async def test_what_the_agent_raises_before_its_model_comes_out_as_it_is(step: Run) -> None:
    failure = ZeroDivisionError("mine")

    def fail(state: Any) -> Any:
        raise failure

    with pytest.raises(ZeroDivisionError) as raised:
        await step(graph_of(fail, asking(scripted())), "x")
    assert raised.value is failure


async def test_a_text_for_a_graph_without_messages_is_refused(step: Run) -> None:
    class Question(TypedDict):
        question: str

    def ask(state: Any) -> Any:
        scripted("yes").invoke(state["question"])

    graph: Any = StateGraph(Question)
    graph.add_node("ask", ask)
    graph.add_edge(START, "ask")
    agent = graph.compile()

    with pytest.raises(InputError, match=r"a graph without messages .* takes the state, got 'x'"):
        await step(agent, "x")
    assert (await step(agent, {"question": "x"})).text == "yes"


async def test_the_users_callbacks_see_the_run(step: Run) -> None:
    class Seen(BaseCallbackHandler):
        def on_chat_model_start(self, *args: Any, **kwargs: Any) -> None:
            ran.append("seen")

    manager = CallbackManager([Seen()], inheritable_handlers=[Seen()])
    for callbacks in ([Seen()], manager):
        first = await step(agent_of(scripted()), "x", config={"callbacks": callbacks})
        assert names(first) == WANTED
    assert ran == ["seen", "seen"]
    assert len(manager.inheritable_handlers) == 1


async def test_a_context_reaches_the_agent(step: Run) -> None:
    @dynamic_prompt
    def greet(request: ModelRequest[Any]) -> str:
        return f"Serve {request.runtime.context['name']}."

    class Who(TypedDict):
        name: str

    agent = agent_of(scripted(), middleware=[greet], context_schema=Who)
    first = await step(agent, "x", context={"name": "Ada"})

    assert first.sample.user_input[0].content == "Serve Ada."


async def test_a_thread_bound_to_the_agent_is_its_thread(step: Run) -> None:
    agent = agent_of(scripted("hello", SEARCH), checkpointer=InMemorySaver())
    bound = agent.with_config({"configurable": {"thread_id": "mine"}})
    bound.invoke({"messages": "hi"})

    assert (await step(bound, "find x")).sample.question == "hi"


async def test_siblings_of_a_gather_are_ended() -> None:
    waiting = asyncio.Event()

    async def forever(_: Any) -> None:
        waiting.set()
        await asyncio.Event().wait()

    async def answer(_: Any) -> str:
        await waiting.wait()
        return "first"

    both = RunnableParallel(one=RunnableLambda(forever), two=ScriptedChatModel(answer))
    before = asyncio.all_tasks()

    assert (await afirst_step(both, "x")).text == "first"
    assert asyncio.all_tasks() == before


async def test_first_steps_run_side_by_side() -> None:
    agent = agent_of(ScriptedChatModel(lambda messages: messages[-1].text))

    steps = await asyncio.gather(*(afirst_step(agent, str(number)) for number in range(5)))

    assert [one.text for one in steps] == ["0", "1", "2", "3", "4"]


async def test_a_cancelled_first_step_is_cancelled() -> None:
    async def forever(_: Any) -> str:
        await asyncio.Event().wait()
        return "never"

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(afirst_step(agent_of(ScriptedChatModel(forever)), "x"), 0.05)


def test_a_metric_scores_the_sample_of_a_step() -> None:
    sample = first_step(agent_of(scripted()), "find x").sample
    wanted = ToolCall("search", {"query": "x"})

    assert TrajectoryMatch().score(sample, reference_tool_calls=[wanted])
    assert not TrajectoryMatch().score(sample, reference_tool_calls=[wanted, wanted])


def test_the_sample_of_a_step_is_a_plain_sample() -> None:
    sample = first_step(agent_of(scripted()), "find x").sample

    assert trace.sample_from_dict(trace.sample_to_dict(sample)) == sample
