"""First steps of every shape of agent and graph; no tool runs in any."""

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of LangChain's create_agent and of graph builders are partly unknown)
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import (
    AgentMiddleware,
    LLMToolSelectorMiddleware,
    ModelRetryMiddleware,
    SummarizationMiddleware,
    ToolRetryMiddleware,
)
from langchain_core.caches import InMemoryCache
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableParallel
from langgraph.cache.memory import InMemoryCache as NodeCache
from langgraph.func import entrypoint, task
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import CachePolicy, RetryPolicy

from integrations.langgraph.builders import (
    SEARCH,
    WANTED,
    Run,
    agent_of,
    asking,
    graph_of,
    names,
    one_key,
    ran,
    run_sync,
    scripted,
    search,
)
from odograph.errors import InputError
from odograph_langchain.testing import ScriptedChatModel, call


class Noted(AgentMiddleware[Any, Any, Any]):
    """Middleware that would act after the model."""

    def before_model(self, state: Any, runtime: Any) -> Any:
        ran.append("before")

    def after_model(self, state: Any, runtime: Any) -> Any:
        ran.append("after")


@pytest.mark.parametrize("more", [ToolRetryMiddleware(), ModelRetryMiddleware(max_retries=2)])
async def test_middleware_before_the_model_runs_and_none_after_it(step: Run, more: Any) -> None:
    model = scripted()
    first = await step(agent_of(model, middleware=[Noted(), more]), "find x")

    assert names(first) == WANTED
    assert ran == ["before"]
    assert len(model.calls) == 1


async def test_a_failed_call_that_middleware_retries_is_no_decision(step: Run) -> None:
    retry = ModelRetryMiddleware(max_retries=1, initial_delay=0, jitter=False)
    first = await step(agent_of(scripted(TimeoutError(), SEARCH), middleware=[retry]), "find x")

    assert names(first) == WANTED


async def test_calls_that_middleware_makes_for_itself_do_not_count(step: Run) -> None:
    summary = SummarizationMiddleware(
        scripted("in short"), trigger=("messages", 2), keep=("messages", 1)
    )
    chosen = LLMToolSelectorMiddleware(model=scripted({"tools": ["search"]}))
    agent = agent_of(scripted(), middleware=[summary, chosen])

    first = await step(agent, [HumanMessage("a"), AIMessage("b"), HumanMessage("find x")])

    assert names(first) == WANTED


async def test_fallbacks_and_retries_of_the_model_are_the_agents_own(step: Run) -> None:
    broken = scripted(TimeoutError())
    again = scripted(TimeoutError(), SEARCH)

    saved: Any = broken.with_fallbacks([scripted()])
    retried = again.with_retry(wait_exponential_jitter=False)

    assert names(await step(agent_of(saved), "find x")) == WANTED
    assert names(await step(graph_of(asking(retried)), "find x")) == WANTED


async def test_a_node_with_a_retry_policy_is_not_run_again(step: Run) -> None:
    model = scripted(ValueError(), SEARCH, "never")
    policy = RetryPolicy(initial_interval=0, jitter=False, retry_on=Exception)

    first = await step(graph_of(asking(model), retry_policy=policy), "find x")

    assert names(first) == WANTED
    assert len(model.calls) == 2


@pytest.mark.parametrize("parallel", [False, True])
async def test_an_error_handler_of_a_node_does_not_run(step: Run, parallel: bool) -> None:
    def handle(state: Any) -> Any:
        ran.append("handler")

    model = scripted(SEARCH, SEARCH)
    nodes = [asking(model)] * (2 if parallel else 1)
    agent = graph_of(*nodes, parallel=parallel, error_handler=handle)

    assert names(await step(agent, "find x")) == WANTED
    assert ran == []


async def test_a_node_that_handles_errors_does_not_take_the_stop_for_one(step: Run) -> None:
    def ask(state: Any) -> Any:
        try:
            scripted().invoke(state["messages"])
        except Exception:
            ran.append("alarm")

    assert names(await step(graph_of(ask), "find x")) == WANTED
    assert ran == []


async def test_a_node_that_catches_everything_cannot_go_on(step: Run) -> None:
    model = scripted(SEARCH, "second")

    def ask(state: Any) -> Any:
        try:
            model.invoke(state["messages"])
        except BaseException:
            ran.append("caught")
        return {"messages": [("ai", "made up")]}

    first = await step(graph_of(ask, asking(model), ToolNode([search])), "find x")

    assert names(first) == WANTED
    assert ran == ["caught"]
    assert len(model.calls) == 1


async def test_a_wrapped_stop_is_still_the_first_decision(step: Run) -> None:
    def ask(state: Any) -> Any:
        try:
            scripted().invoke(state["messages"])
        except BaseException as error:
            raise RuntimeError("wrapped") from error

    assert names(await step(graph_of(ask), "find x")) == WANTED


async def test_a_tool_in_the_models_own_node_does_not_run(step: Run) -> None:
    model = scripted()
    tools = ToolNode([search])

    def ask_and_act(state: Any) -> Any:
        answer = model.invoke(state["messages"])
        return tools.invoke({"messages": [answer]})

    assert names(await step(graph_of(ask_and_act), "find x")) == WANTED
    assert ran == []


async def test_a_supervisor_decides_before_its_agents(step: Run) -> None:
    worker = agent_of(scripted())

    def delegate(question: str) -> str:
        """Ask the worker."""
        answer: str = worker.invoke({"messages": question})["messages"][-1].text
        return answer

    boss: Any = create_agent(scripted(call("delegate", question="x")), tools=[delegate])

    assert [one.name for one in (await step(boss, "find x")).tool_calls] == ["delegate"]


async def test_an_agent_in_a_graph_is_reached(step: Run) -> None:
    first = await step(graph_of(agent_of(scripted()), asking(scripted("after"))), "find x")

    assert names(first) == WANTED


async def test_of_parallel_models_one_decides_and_no_tool_runs(step: Run) -> None:
    one, two = agent_of(scripted(SEARCH, SEARCH)), agent_of(scripted(SEARCH, SEARCH))

    assert names(await step(graph_of(one, two, parallel=True), "find x")) == WANTED
    assert names(await step(RunnableParallel(one=one, two=two), {"messages": "x"})) == WANTED
    assert ran == []


async def test_a_streaming_model_decides_at_the_end_of_its_stream(step: Run) -> None:
    def ask(state: Any) -> Any:
        chunks = list(scripted("all of it").stream(state["messages"]))
        return {"messages": [chunks[0]]}

    assert (await step(graph_of(ask), "x")).text == "all of it"


async def test_an_entrypoint_with_tasks(step: Run) -> None:
    model = scripted()

    @task
    async def ask(question: str) -> Any:
        return await model.ainvoke(question)

    @task
    def ask_now(question: str) -> Any:
        return model.invoke(question)

    @entrypoint()
    def flow(question: str) -> Any:
        ask_now(question).result()
        ran.append("went on")

    @entrypoint()
    async def aflow(question: str) -> Any:
        await ask(question)
        ran.append("went on")

    assert names(await step(flow if step is run_sync else aflow, "find x")) == WANTED
    assert ran == []


async def test_an_answer_from_the_models_cache_counts(step: Run) -> None:
    model = ScriptedChatModel([SEARCH], cache=InMemoryCache())
    agent = agent_of(model)

    assert names(await step(agent, [HumanMessage("x", id="1")])) == WANTED
    assert names(await step(agent, [HumanMessage("x", id="1")])) == WANTED
    assert len(model.calls) == 1


async def test_a_node_whose_answer_is_cached_is_asked_anew(step: Run) -> None:
    model = scripted(SEARCH, SEARCH)
    graph: Any = StateGraph(MessagesState)
    graph.add_node("ask", asking(model), cache_policy=CachePolicy(key_func=one_key))
    graph.add_edge(START, "ask")
    agent = graph.compile(cache=NodeCache())
    agent.invoke({"messages": "find x"})

    assert names(await step(agent, "find x")) == WANTED


async def test_a_graph_that_is_not_compiled_is_refused_and_named(step: Run) -> None:
    with pytest.raises(InputError, match=r"first_step: agent must be a compiled graph .*StateG"):
        await step(StateGraph(MessagesState), "find x")
