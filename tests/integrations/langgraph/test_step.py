"""What a first step gives back."""

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of LangChain's create_agent and of graph builders are partly unknown)
from typing import Any

import pytest
from langchain_core.language_models.fake import FakeListLLM
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.messages.tool import invalid_tool_call
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableLambda

from integrations.langgraph.builders import (
    SEARCH,
    WANTED,
    Run,
    agent_of,
    names,
    ran,
    scripted,
)
from odograph_langchain.testing import ScriptedChatModel


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
