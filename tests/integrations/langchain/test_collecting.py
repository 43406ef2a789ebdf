# pyright: reportUnknownVariableType=false
# (the type of LangChain's create_agent is partly unknown)
import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver

from odograph import evaluate
from odograph.errors import InputError
from odograph.evaluation import reliability
from odograph.metrics import StringPresence, ToolCallF1
from odograph.trace import (
    AIMessage,
    HumanMessage,
    Message,
    MultiTurnSample,
    Sample,
    SingleTurnSample,
    ToolCall,
    ToolMessage,
)
from odograph_langchain import Recorder, acollect, collect
from odograph_langchain.collecting import inputs_of
from odograph_langchain.testing import ScriptedChatModel, call


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def script(messages: list[BaseMessage]) -> Any:
    """Answer sums by the tool; fail on the question that asks for it."""
    if messages[-1].type == "tool":
        return f"It is {messages[-1].text}."
    if "break" in messages[-1].text:
        raise RuntimeError("no quota left")
    return call("add", a=2, b=2)


def agent(**given: Any) -> Any:
    return create_agent(ScriptedChatModel(script), tools=[add], **given)


def shout(text: str) -> str:
    return text.upper()


def messages_of(run: Sample) -> Sequence[Message]:
    assert isinstance(run, MultiTurnSample)
    return run.user_input


SUM = SingleTurnSample(
    case_id="sum",
    user_input="2 + 2?",
    reference="4",
    reference_tool_calls=[ToolCall("add", {"a": 2, "b": 2})],
)
BREAK = SingleTurnSample(case_id="break", user_input="break", reference="4")


def test_an_agent_runs_over_cases_and_every_attempt_is_recorded() -> None:
    runs = collect([SUM], agent(), repeats=3)

    assert [(run.case_id, run.attempt, run.status) for run in runs] == [
        ("sum", attempt, "completed") for attempt in range(3)
    ]
    result = evaluate(runs, [ToolCallF1(), StringPresence()])
    assert [score.value for score in result.scores("ToolCallF1()")] == [1.0, 1.0, 1.0]
    assert [score.value for score in result.scores("StringPresence()")] == [True] * 3
    assert len(runs[0].model_calls) == 2


def test_a_crash_is_a_failed_attempt_with_what_was_recorded_before() -> None:
    runs = collect([SUM, BREAK], agent(), repeats=2)

    crashed = runs[2]
    assert (crashed.case_id, crashed.attempt, crashed.status) == ("break", 0, "error")
    assert crashed.error == "RuntimeError: no quota left"
    assert crashed.question == "break"
    assert len(crashed.model_calls) == 1
    told = reliability(evaluate(runs, [StringPresence()]), samples=runs)
    assert told.rate.value == 0.5
    assert (told.rate.scored, told.rate.total) == (4, 4)


async def test_async_code_runs_it_by_ainvoke() -> None:
    runs = await acollect([SUM], agent(), repeats=2)
    assert [run.status for run in runs] == ["completed", "completed"]


def test_no_attempt_remembers_another() -> None:
    remembering = agent(checkpointer=InMemorySaver())
    runs = collect([SUM], remembering, repeats=3, config={"configurable": {"thread_id": "same"}})
    assert {len(messages_of(run)) for run in runs} == {4}
    assert len({run.thread_id for run in runs}) == 3


def test_a_function_may_run_the_agent_as_it_likes() -> None:
    graph = agent()

    def twice(inputs: Any, config: RunnableConfig) -> None:
        first = graph.invoke(inputs, config)
        graph.invoke({"messages": [*first["messages"], ("user", "and again?")]}, config)

    (run,) = collect([SUM], twice)
    assert run.case_id == "sum"
    assert run.status == "completed"


def test_an_async_function_is_awaited_also_from_sync_code() -> None:
    async def ask(inputs: Any, config: RunnableConfig) -> None:
        await agent().ainvoke(inputs, config)

    (run,) = collect([SUM], ask)
    assert run.status == "completed"


def test_an_error_outside_of_the_run_fails_the_attempt_too() -> None:
    def ask(inputs: Any, config: RunnableConfig) -> None:
        agent().invoke(inputs, config)
        raise ValueError("the answer could not be stored")

    (run,) = collect([SUM], ask)
    assert (run.status, run.error) == ("error", "ValueError: the answer could not be stored")
    assert len(run.model_calls) == 2


def test_an_agent_that_hands_on_no_callbacks_is_told() -> None:
    def silent(inputs: Any, config: RunnableConfig) -> None:
        return None

    (run,) = collect([SUM], silent)
    assert run.status == "error"
    assert run.error is not None
    assert "the agent must hand on the config's callbacks" in run.error


def test_a_slow_attempt_has_failed() -> None:
    async def slow(inputs: Any) -> Any:
        await asyncio.sleep(60)

    (run,) = asyncio.run(acollect([SUM], RunnableLambda(slow), timeout=0.2))
    assert (run.status, run.error) == ("error", "TimeoutError: no answer within 0.2 s")


def test_the_config_and_its_callbacks_are_kept() -> None:
    mine = Recorder()
    runs = collect([SUM], agent(), config={"callbacks": [mine], "metadata": {"model": "nova"}})
    assert len(mine.samples) == 1
    assert runs[0].metadata["model"] == "nova"


def test_the_input_is_made_of_the_case() -> None:
    asked = MultiTurnSample(
        user_input=[
            HumanMessage("hi"),
            AIMessage("", tool_calls=[ToolCall("add", {"a": 1, "b": 2}, "c1")]),
            ToolMessage("3", tool_call_id="c1"),
            HumanMessage("thanks"),
        ]
    )
    (run,) = collect([asked], agent())
    assert [message.role for message in messages_of(run)[:4]] == [
        "user", "assistant", "tool", "user"
    ]  # fmt: skip
    assert inputs_of(SUM) == {"messages": [{"role": "user", "content": "2 + 2?"}]}
    (shouted,) = collect([SUM], RunnableLambda(shout), inputs=lambda case: case.question)
    assert shouted.status == "completed"


def test_what_cannot_run_is_refused() -> None:
    nothing: Any = 5
    with pytest.raises(InputError, match="the agent must have invoke, or be a function, got 5"):
        collect([SUM], nothing)
