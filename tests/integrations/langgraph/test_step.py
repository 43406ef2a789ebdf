# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of LangChain's create_agent and of graph builders are partly unknown)
import asyncio
import gc
import threading
from collections.abc import Callable
from typing import Any, TypedDict

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import (
    AgentMiddleware,
    LLMToolSelectorMiddleware,
    ModelRequest,
    ModelRetryMiddleware,
    SummarizationMiddleware,
    ToolRetryMiddleware,
    dynamic_prompt,
)
from langchain_core.caches import InMemoryCache
from langchain_core.callbacks import BaseCallbackHandler, CallbackManager
from langchain_core.language_models.fake import FakeListLLM
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.messages.tool import invalid_tool_call
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import Runnable, RunnableLambda, RunnableParallel
from langgraph.cache.memory import InMemoryCache as NodeCache
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import entrypoint, task
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import CachePolicy, RetryPolicy

from odograph import ToolCall, TrajectoryMatch, trace
from odograph.errors import InputError
from odograph_langchain.testing import ScriptedChatModel, call
from odograph_langgraph import FirstStep, afirst_step, first_step

Node = Callable[[Any], Any] | Runnable[Any, Any]
Run = Callable[..., Any]

ran: list[str] = []
"""What the agents of a test did beside asking their model."""


def search(query: str) -> str:
    """Search the pages."""
    ran.append(f"search {query}")
    return f"found {query}"


def pools() -> set[str]:
    """The threads of pools, but for those that the event loop keeps until it closes."""
    return {one.name for one in threading.enumerate() if one.name.startswith("ThreadPool")}


@pytest.fixture(autouse=True)
async def _nothing_is_left_behind(caplog: pytest.LogCaptureFixture) -> Any:
    """No thread of a pool, no task, and no exception that asyncio has to complain of."""
    ran.clear()
    before = pools()
    yield
    assert pools() <= before
    assert asyncio.all_tasks() == {asyncio.current_task()}
    gc.collect()
    assert [one.getMessage() for one in caplog.records if one.name == "asyncio"] == []


async def run_sync(*args: Any, **options: Any) -> FirstStep:
    return first_step(*args, **options)


@pytest.fixture(params=[run_sync, afirst_step], ids=["sync", "async"])
def step(request: pytest.FixtureRequest) -> Run:
    run: Run = request.param
    return run


SEARCH = call("search", query="x")


def scripted(*items: Any) -> ScriptedChatModel:
    return ScriptedChatModel(items or (SEARCH, "done"))


def agent_of(model: Any, **options: Any) -> Any:
    return create_agent(model, tools=[search], **options)


def names(step: FirstStep) -> list[tuple[str, Any]]:
    return [(one.name, one.args) for one in step.tool_calls]


WANTED: list[tuple[str, Any]] = [("search", {"query": "x"})]


def asking(model: Runnable[Any, Any]) -> Node:
    def ask(state: Any) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    return ask


def one_key(state: Any) -> str:
    return "key"


def graph_of(*nodes: Node, parallel: bool = False, **options: Any) -> Any:
    """Compile a graph of nodes in a row, or side by side."""
    graph: Any = StateGraph(MessagesState)
    previous = START
    for number, node in enumerate(nodes):
        name = f"node_{number}"
        graph.add_node(name, node, **options)
        graph.add_edge(START if parallel else previous, name)
        previous = name
    return graph.compile()


async def test_returns_the_calls_and_runs_no_tool(step: Run) -> None:
    first = await step(agent_of(scripted()), "find x")

    assert names(first) == WANTED
    assert first.text == ""
    assert first.message.usage is not None
    assert ran == []


async def test_returns_the_answer_of_an_agent_that_calls_nothing(step: Run) -> None:
    first = await step(agent_of(scripted("just so")), "why")

    assert first.text == "just so"
    assert first.tool_calls == ()


async def test_the_sample_holds_what_the_model_saw_and_its_answer(step: Run) -> None:
    first = await step(agent_of(scripted(), system_prompt="Be brief."), "find x")

    said = [(one.role, one.content) for one in first.sample.user_input]
    assert said == [("system", "Be brief."), ("user", "find x"), ("assistant", "")]
    assert [one.outcome for one in first.sample.call_records] == ["unanswered"]


async def test_a_malformed_call_is_told_apart(step: Run) -> None:
    bad = invalid_tool_call(name="search", args='{"query', id="1", error="cut")
    first = await step(agent_of(scripted(AIMessage("", invalid_tool_calls=[bad]))), "x")

    assert first.tool_calls == ()
    assert [one.raw_args for one in first.invalid_tool_calls] == ['{"query']


@pytest.mark.parametrize(
    "given",
    ["find x", [HumanMessage("find x")], [("user", "find x")], {"messages": "find x"}],
)
async def test_input_is_text_or_messages_or_a_state(step: Run, given: Any) -> None:
    first = await step(agent_of(scripted()), given)

    assert first.sample.question == "find x"


async def test_a_later_step_is_reached_by_giving_the_messages_up_to_it(step: Run) -> None:
    asked = AIMessage("", tool_calls=[SEARCH])
    answer = ToolMessage("found x", tool_call_id=SEARCH["id"])
    model = ScriptedChatModel(lambda messages: f"read: {messages[-1].text}")

    first = await step(agent_of(model), ["find x", asked, answer])

    assert first.text == "read: found x"


async def test_a_model_or_chain_of_its_own_is_run_too(step: Run) -> None:
    prompt = ChatPromptTemplate.from_template("find {word}")

    bare = await step(scripted("a"), "hi")
    after: Any = RunnableLambda(ran.append)
    chain = await step(prompt | scripted() | after, {"word": "x"})
    text = await step(FakeListLLM(responses=["plain"]), "hi")

    assert (bare.text, names(chain), text.text) == ("a", WANTED, "plain")
    assert chain.sample.question == "find x"
    assert text.sample.question == "hi"
    assert ran == []


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
