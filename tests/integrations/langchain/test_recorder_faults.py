"""A fault inside the recorder, forced at every hook, never reaches the run and is told."""
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of create_agent and of graph builders are partly unknown)

from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.language_models.fake import FakeListLLM
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import interrupt

from odograph_langchain import Recorder, recorder
from odograph_langchain.spans import SpanStore
from odograph_langchain.testing import ScriptedChatModel, call


class Pages(BaseRetriever):
    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        if query == "fail":
            raise LookupError("no pages")
        return [Document("a page")]


def look(query: str) -> str:
    """Look."""
    if query == "pause":
        interrupt("go on?")
    return Pages().invoke(query)[0].page_content


def agent_run(query: str = "x") -> Any:
    def run(config: RunnableConfig) -> Any:
        agent: Any = create_agent(
            ScriptedChatModel([call("look", query=query), "done"]),
            tools=[look],
            checkpointer=InMemorySaver(),
        )
        state = agent.invoke({"messages": "go"}, {**config, "configurable": {"thread_id": "t"}})
        return [message.text for message in state["messages"]]

    return run


def text_run(config: RunnableConfig) -> Any:
    return FakeListLLM(responses=["done"]).invoke("go", config)


def stream_run(config: RunnableConfig) -> Any:
    return [chunk.text for chunk in ScriptedChatModel(["done so"]).stream("go", config)]


def failing_run(runnable: Any) -> Any:
    def run(config: RunnableConfig) -> None:
        with pytest.raises(LookupError):
            runnable.invoke("fail", config)

    return run


def failing_agent_run(config: RunnableConfig) -> None:
    with pytest.raises(LookupError):
        agent_run("fail")(config)


FAILING_MODEL = ScriptedChatModel(lambda messages: LookupError("no model"))

# the hook, a run in which it is called, and the part of the recorder that is broken
FORCED: dict[str, tuple[Any, str]] = {
    "on_chain_start": (agent_run(), "start"),
    "on_chat_model_start": (agent_run(), "start"),
    "on_llm_start": (text_run, "start"),
    "on_tool_start": (agent_run(), "start"),
    "on_retriever_start": (agent_run(), "start"),
    "on_llm_new_token": (stream_run, "stream"),
    "on_chain_end": (agent_run(), "end"),
    "on_llm_end": (agent_run(), "end"),
    "on_tool_end": (agent_run(), "end"),
    "on_retriever_end": (agent_run(), "end"),
    "on_chain_error": (failing_agent_run, "fail"),
    "on_llm_error": (failing_run(FAILING_MODEL), "fail"),
    "on_tool_error": (failing_agent_run, "fail"),
    "on_retriever_error": (failing_run(Pages()), "fail"),
    "on_interrupt": (agent_run("pause"), "pause"),
}


@pytest.fixture
def _forced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the part of the store that the hook calls, once it is called by that hook."""
    hook: str = request.param
    part = FORCED[hook][1]
    whole: Any = getattr(SpanStore, part)
    inner: Any = getattr(Recorder, hook).__wrapped__
    inside: list[bool] = []

    def broken(*args: Any, **given: Any) -> Any:
        if inside:
            inside.clear()
            raise ZeroDivisionError("forced")
        return whole(*args, **given)

    def hooked(self: Recorder, *args: Any, **given: Any) -> None:
        inside.append(True)
        try:
            inner(self, *args, **given)
        finally:
            inside.clear()

    hooked.__name__ = inner.__name__
    monkeypatch.setattr(SpanStore, part, broken)
    guarded = recorder._guarded(hooked)  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(Recorder, hook, guarded)


def test_every_hook_is_forced() -> None:
    hooks = {name for name in vars(Recorder) if name.startswith("on_")}
    assert hooks == set(FORCED)


@pytest.mark.parametrize(("_forced", "hook"), [(h, h) for h in FORCED], indirect=["_forced"])
@pytest.mark.usefixtures("_forced")
def test_a_fault_at_a_hook_is_told_and_does_not_reach_the_run(hook: str) -> None:
    run = FORCED[hook][0]
    undisturbed = run({})

    watching = Recorder()
    assert run({"callbacks": [watching]}) == undisturbed

    told = [gap for sample in watching.samples for gap in sample.gaps]
    assert "the recorder failed: ZeroDivisionError: forced" in told
