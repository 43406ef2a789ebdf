# pyright: reportUnknownVariableType=false
# (the type of LangChain's create_agent is partly unknown)
import asyncio
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    ToolCall,
    ToolMessage,
)
from langchain_core.messages.tool import invalid_tool_call
from langchain_core.prompts import ChatPromptTemplate
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from pydantic import BaseModel

from odograph.errors import InputError
from odograph_langchain.testing import ScriptedChatModel, call


class Weather(BaseModel):
    city: str
    degrees: int


def search(query: str) -> str:
    """Search the pages."""
    return f"found {query}"


def message(model: ScriptedChatModel, text: str = "hi") -> AIMessage:
    return model.invoke(text)


def fields(answer: BaseMessage) -> dict[str, Any]:
    """What a stream and an answer must agree on: all but the ids that LangChain gives."""
    assert isinstance(answer, AIMessage)
    kept = ("content", "tool_calls", "invalid_tool_calls", "usage_metadata", "response_metadata")
    return {name: getattr(answer, name) for name in (*kept, "additional_kwargs", "name")}


def test_plays_its_items_in_turn() -> None:
    model = ScriptedChatModel([call("search", query="x"), "done"])

    assert message(model).tool_calls == [call("search", query="x")]
    assert message(model).content == "done"


def test_a_list_of_calls_is_one_parallel_batch() -> None:
    model = ScriptedChatModel([[call("search", query="a"), call("search", query="b")]])

    assert [one["args"]["query"] for one in message(model).tool_calls] == ["a", "b"]


def test_an_exception_is_raised_and_the_script_goes_on() -> None:
    model = ScriptedChatModel([TimeoutError("slow"), "done"])

    with pytest.raises(TimeoutError, match="slow"):
        message(model)
    assert message(model).content == "done"


def test_a_function_of_the_messages_answers() -> None:
    model = ScriptedChatModel(script=lambda messages: f"you said {messages[-1].text}")

    assert [message(model, text).content for text in ("a", "b")] == ["you said a", "you said b"]


def test_an_item_may_be_a_function_of_the_messages() -> None:
    model = ScriptedChatModel([lambda messages: call("search", query=messages[-1].text)])

    assert message(model, "cats").tool_calls[0]["args"] == {"query": "cats"}


async def test_an_async_function_is_awaited_in_an_async_call() -> None:
    async def answer(messages: list[BaseMessage]) -> str:
        await asyncio.sleep(0)
        return "awaited"

    model = ScriptedChatModel(answer)

    assert (await model.ainvoke("hi")).content == "awaited"
    assert [chunk.text async for chunk in model.astream("hi")] == ["awaited", ""]
    with pytest.raises(InputError, match="needs an async call"):
        message(model)


def test_a_used_up_script_says_how_many_items_it_had_and_which_call_this_is() -> None:
    model = ScriptedChatModel(["only"])
    message(model)

    with pytest.raises(InputError, match="it has 1 item, and this is call 2"):
        message(model)


@pytest.mark.parametrize("item", [3, None, [], ["text"], Weather])
def test_an_item_that_cannot_be_played_is_refused_at_once(item: Any) -> None:
    with pytest.raises(InputError, match=r"script\[1\]: an item must be text"):
        ScriptedChatModel(["fine", item])


def test_a_function_that_returns_no_item_is_told_so() -> None:
    with pytest.raises(InputError, match=r"an item must be text.* got 3"):
        message(ScriptedChatModel(lambda _: 3))


def test_a_text_is_no_script() -> None:
    with pytest.raises(InputError, match="a script must be a list of items or a function"):
        ScriptedChatModel("hello")


def test_a_repeated_call_in_a_conversation_gets_an_id_of_its_own() -> None:
    model = ScriptedChatModel(lambda _: [call("search", query="x"), call("search", query="x")])
    first = message(model)
    second = model.invoke([HumanMessage("hi"), first])

    ids = [one["id"] for answer in (first, second) for one in answer.tool_calls]
    assert len(set(ids)) == 4
    assert ids == [f"{call('search', query='x')['id']}{end}" for end in ("", "_2", "_3", "_4")]


def test_an_id_given_by_hand_stays() -> None:
    asked = ToolCall(name="search", args={}, id="mine", type="tool_call")
    model = ScriptedChatModel([asked, asked])
    first = message(model)

    assert model.invoke([first]).tool_calls[0]["id"] == "mine"


def test_a_message_is_played_as_it_is_and_not_changed() -> None:
    given = AIMessage(
        "hm",
        name="bob",
        response_metadata={"model_name": "big"},
        usage_metadata={"input_tokens": 7, "output_tokens": 1, "total_tokens": 8},
    )
    played = message(ScriptedChatModel([given]))

    assert fields(played) == fields(given)
    assert given.id is None


def test_usage_is_counted_in_words_and_the_model_is_named() -> None:
    answer = message(ScriptedChatModel(["one two three"], model_name="m"), "four words are here")

    assert answer.usage_metadata == {"input_tokens": 4, "output_tokens": 3, "total_tokens": 7}
    assert answer.response_metadata == {"model_name": "m"}


def test_usage_can_be_kept_silent() -> None:
    assert message(ScriptedChatModel(["x"], report_usage=False)).usage_metadata is None


STREAMED = [
    "words,  and\nspace at the end ",
    "",
    [call("search", query="a b"), call("search", query="ü", page=2)],
    AIMessage("both", tool_calls=[call("search", query="x")], additional_kwargs={"k": "v"}),
    AIMessage([{"type": "text", "text": "a block"}]),
    AIMessage("", invalid_tool_calls=[invalid_tool_call(name="s", args="no json", id="1")]),
]


@pytest.mark.parametrize("item", STREAMED)
async def test_the_sum_of_a_stream_is_what_invoke_returns(item: Any) -> None:
    model = ScriptedChatModel(lambda _: item)
    asynchronous = [chunk async for chunk in model.astream("hi")]
    chunks = list(model.stream("hi"))
    total = chunks[0]
    for chunk in chunks[1:]:
        total += chunk

    assert asynchronous[0].content == chunks[0].content
    assert len(asynchronous) == len(chunks) > 1
    assert fields(total) == fields(message(model))


def test_a_stream_comes_in_words_and_pieces_of_arguments() -> None:
    words = list(ScriptedChatModel(["two words"]).stream("hi"))
    asked = list(ScriptedChatModel([call("search", query="x")]).stream("hi"))

    assert [chunk.text for chunk in words] == ["two", " words", ""]
    pieces = [part["args"] for chunk in asked for part in chunk.tool_call_chunks]
    assert len(pieces) == 2
    assert "".join(filter(None, pieces)) == '{"query": "x"}'
    assert [chunk.usage_metadata is not None for chunk in words] == [False, False, True]


def test_bindings_share_the_position_and_record_what_was_offered() -> None:
    model = ScriptedChatModel(["one", "two", "three"])
    bound = model.bind_tools([search], tool_choice="any")

    assert [one.invoke("hi").text for one in (model, bound, model)] == ["one", "two", "three"]
    assert model.offered == [(), ("search",), ()]
    assert [messages[0].text for messages in model.calls] == ["hi", "hi", "hi"]


@pytest.mark.parametrize("item", [Weather(city="Bonn", degrees=3), {"city": "Bonn", "degrees": 3}])
def test_structured_output_through_a_tool_call(item: Any) -> None:
    model = ScriptedChatModel([item, item]).with_structured_output(Weather)

    assert model.invoke("hi") == Weather(city="Bonn", degrees=3)


def test_structured_output_without_a_schema_is_json_text() -> None:
    assert message(ScriptedChatModel([{"city": "Bonn"}])).content == '{"city": "Bonn"}'


def test_structured_output_that_fits_no_offered_tool_is_an_error() -> None:
    model = ScriptedChatModel([{"town": "Bonn"}]).with_structured_output(Weather)

    with pytest.raises(InputError, match="must fit one of the offered tools, it fits none"):
        model.invoke("hi")


@pytest.mark.parametrize("profile", [None, {"structured_output": True}])
@pytest.mark.parametrize("item", [Weather(city="Bonn", degrees=3), {"city": "Bonn", "degrees": 3}])
def test_structured_output_of_an_agent_by_tool_and_by_provider(item: Any, profile: Any) -> None:
    model = ScriptedChatModel([call("search", query="Bonn"), item], profile=profile)
    agent: Any = create_agent(model, tools=[search], response_format=Weather)

    answer = agent.invoke({"messages": "hi"})

    assert answer["structured_response"] == Weather(city="Bonn", degrees=3)


async def test_an_agent_runs_on_it() -> None:
    agent: Any = create_agent(
        ScriptedChatModel([call("search", query="x"), "done"] * 2), tools=[search]
    )

    for answer in (agent.invoke({"messages": "hi"}), await agent.ainvoke({"messages": "hi"})):
        assert [one.text for one in answer["messages"]] == ["hi", "", "found x", "done"]


def test_an_agent_streams_its_messages() -> None:
    agent: Any = create_agent(
        ScriptedChatModel([call("search", query="x"), "all done"]), tools=[search]
    )

    parts = [one for one, _ in agent.stream({"messages": "hi"}, stream_mode="messages")]

    assert [one.text for one in parts if isinstance(one, ToolMessage)] == ["found x"]
    texts = [one.text for one in parts if isinstance(one, AIMessageChunk) and one.text]
    assert texts == ["all", " done"]


def test_a_graph_of_ones_own_runs_on_it() -> None:
    model = ScriptedChatModel([call("search", query="x"), "done"])
    bound = model.bind_tools([search])

    def ask(state: MessagesState) -> Any:
        return {"messages": [bound.invoke(state["messages"])]}

    def more(state: MessagesState) -> str:
        last = state["messages"][-1]
        return "tools" if isinstance(last, AIMessage) and last.tool_calls else END

    graph: Any = StateGraph(MessagesState)
    graph.add_node("ask", ask)
    graph.add_node("tools", ToolNode([search]))
    graph.add_edge(START, "ask")
    graph.add_conditional_edges("ask", more)
    graph.add_edge("tools", "ask")

    assert graph.compile().invoke({"messages": "hi"})["messages"][-1].text == "done"


def test_in_a_chain_with_retry_and_fallbacks() -> None:
    prompt = ChatPromptTemplate.from_template("say {word}")
    retried = ScriptedChatModel([TimeoutError(), "second try"])
    broken = ScriptedChatModel([TimeoutError()])

    chain = prompt | retried.with_retry(wait_exponential_jitter=False)
    saved = broken.bind_tools([search]).with_fallbacks([ScriptedChatModel(["saved"])])

    assert chain.invoke({"word": "hi"}).text == "second try"
    assert saved.invoke("hi").text == "saved"


def test_a_fallback_model_can_bind_tools_in_an_agent() -> None:
    spare = ScriptedChatModel([call("search", query="x"), "done"])
    model: Any = ScriptedChatModel(lambda _: TimeoutError()).with_fallbacks([spare])
    agent: Any = create_agent(model, tools=[search])

    assert agent.invoke({"messages": "hi"})["messages"][-1].text == "done"
    assert spare.offered == [("search",), ("search",)]


def test_each_item_is_played_once_when_threads_call() -> None:
    words = [f"word {number}" for number in range(50)]
    model = ScriptedChatModel(words)

    answers = model.batch(["hi"] * 50, config={"max_concurrency": 8})

    assert sorted(answer.text for answer in answers) == sorted(words)


async def test_a_function_serves_conversations_side_by_side() -> None:
    model = ScriptedChatModel(lambda messages: messages[-1].text.upper())

    answers = await model.abatch(["a", "b", "c"])

    assert [answer.text for answer in answers] == ["A", "B", "C"]
