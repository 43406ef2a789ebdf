from typing import Any

import pytest
from langchain_core.load import dumpd
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
    message_to_dict,
)
from langchain_core.messages.tool import invalid_tool_call, tool_call_chunk

from odograph import trace
from odograph.errors import InputError
from odograph.trace import Usage
from odograph_langchain import convert_messages, sample_from_messages


def asked(**args: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": "find", "args": args, "id": "1"}])


def only(message: Any) -> Any:
    (converted,) = convert_messages([message])
    return converted


def test_the_four_roles() -> None:
    converted = convert_messages(
        [
            SystemMessage("brief"),
            HumanMessage("hi", name="ann", id="h1"),
            AIMessage("ho"),
            ToolMessage("x", tool_call_id="1", status="error", name="find"),
        ]
    )

    assert converted == (
        trace.SystemMessage("brief"),
        trace.HumanMessage("hi", id="h1", name="ann"),
        trace.AIMessage("ho"),
        trace.ToolMessage("x", name="find", tool_call_id="1", status="error"),
    )


def test_arguments_may_be_any_json_and_are_a_copy() -> None:
    args = {"ids": ["A1"], "range": {"from": 1, "to": None}, "deep": [[1, 2], [3]]}
    converted = only(asked(**args))
    args["ids"].append("later")  # type: ignore[attr-defined]

    assert converted.tool_calls[0].args == {
        "ids": ["A1"],
        "range": {"from": 1, "to": None},
        "deep": [[1, 2], [3]],
    }


def test_an_invalid_call_keeps_its_raw_text() -> None:
    broken = invalid_tool_call(name="find", args='{"x": ', id="1", error="cut")
    converted = only(AIMessage("", invalid_tool_calls=[broken]))

    assert converted.tool_calls == ()
    assert converted.invalid_tool_calls == (trace.InvalidToolCall("find", '{"x": ', "1", "cut"),)


def test_blocks_are_kept_beside_their_text() -> None:
    reasoning = {"type": "reasoning", "reasoning": "r"}
    blocks: list[Any] = [{"type": "text", "text": "a"}, "b", reasoning]
    converted = only(AIMessage(blocks))

    assert converted.content == "ab"
    assert converted.blocks == (
        {"type": "text", "text": "a"},
        {"type": "text", "text": "b"},
        reasoning,
    )


def test_a_result_of_data_blocks_is_its_json() -> None:
    converted = only(ToolMessage([{"type": "json", "json": {"x": 1}}], tool_call_id="1"))

    assert converted.content == '[{"type": "json", "json": {"x": 1}}]'


def test_usage_is_read_and_the_providers_data_kept() -> None:
    message = AIMessage(
        "x",
        usage_metadata={
            "input_tokens": 10,
            "output_tokens": 5,
            "total_tokens": 15,
            "input_token_details": {"cache_read": 4},
        },
        response_metadata={"model_name": "m"},
        additional_kwargs={"tool_calls": ["a second form"], "refusal": None},
    )
    converted = only(message)

    assert converted.usage == Usage(10, 5, cached_tokens=4)
    assert converted.metadata == {
        "response_metadata": {"model_name": "m"},
        "additional_kwargs": {"refusal": None},
    }


def test_chunks_with_one_id_are_one_message() -> None:
    parts = [
        AIMessageChunk(content="Hel", id="r1"),
        AIMessageChunk(content="lo", id="r1"),
        AIMessageChunk(
            content="",
            id="r1",
            tool_call_chunks=[tool_call_chunk(name="get", args='{"ci', id="c1", index=0)],
        ),
        AIMessageChunk(
            content="",
            id="r1",
            tool_call_chunks=[tool_call_chunk(name=None, args='ty": "Oslo"}', id=None, index=0)],
        ),
    ]
    converted = only_of(parts)

    assert converted.content == "Hello"
    assert converted.tool_calls == (trace.ToolCall("get", {"city": "Oslo"}, "c1"),)


def only_of(messages: list[Any]) -> Any:
    (converted,) = convert_messages(messages)
    return converted


def test_a_call_that_was_cut_off_in_a_stream_is_invalid() -> None:
    chunk = tool_call_chunk(name="get", args='{"city": "Ber', id="c1", index=0)
    converted = only(AIMessageChunk(content="", tool_call_chunks=[chunk]))

    assert converted.tool_calls == ()
    assert converted.invalid_tool_calls[0].raw_args == '{"city": "Ber'


def test_chunks_without_ids_are_one_message_up_to_the_last() -> None:
    parts = [
        AIMessageChunk(content="a"),
        AIMessageChunk(content="b", chunk_position="last"),
        AIMessageChunk(content="c"),
    ]

    assert [one.content for one in convert_messages(parts)] == ["ab", "c"]


def test_running_totals_of_a_stream_are_not_added_up() -> None:
    def chunk(output: int) -> AIMessageChunk:
        usage: Any = {"input_tokens": 10, "output_tokens": output, "total_tokens": 10 + output}
        return AIMessageChunk(content="x", id="r", usage_metadata=usage)

    assert only_of([chunk(1), chunk(2), chunk(3)]).usage == Usage(10, 3)


def test_parts_of_usage_are_added_up() -> None:
    first: Any = {"input_tokens": 10, "output_tokens": 1, "total_tokens": 11}
    last: Any = {"input_tokens": 0, "output_tokens": 4, "total_tokens": 4}
    parts = [AIMessageChunk(content="x", id="r", usage_metadata=usage) for usage in (first, last)]

    assert only_of(parts).usage == Usage(10, 5)


def test_the_last_of_two_messages_with_one_id_counts() -> None:
    read = convert_messages(
        [HumanMessage("q", id="1"), AIMessage("draft", id="2"), AIMessage("final", id="2")]
    )

    assert [one.content for one in read] == ["q", "final"]


def test_what_is_removed_is_marked() -> None:
    read = convert_messages(
        [HumanMessage("a", id="1"), HumanMessage("b", id="2"), RemoveMessage("1")]
    )
    assert [(one.content, one.removed) for one in read] == [("a", True), ("b", False)]

    read = convert_messages(
        [HumanMessage("a", id="1"), AIMessage("b"), RemoveMessage("__remove_all__"), AIMessage("c")]
    )
    assert [(one.content, one.removed) for one in read] == [
        ("a", True),
        ("b", True),
        ("c", False),
    ]


def test_free_roles() -> None:
    assert only(ChatMessage(content="x", role="developer")) == trace.SystemMessage("x")
    assert only(ChatMessage(content="x", role="assistant")) == trace.AIMessage("x")
    assert only(ChatMessage(content="x", role="user")) == trace.HumanMessage("x")
    critic = only(ChatMessage(content="x", role="critic"))
    assert (critic.role, critic.name, critic.metadata) == ("user", "critic", {"role": "critic"})
    assert only(FunctionMessage(content="x", name="f")) == trace.ToolMessage("x", name="f")


CALLS = [{"name": "find", "args": {"x": 1}, "id": "1", "type": "tool_call"}]
WIRE = [{"id": "1", "type": "function", "function": {"name": "find", "arguments": '{"x": 1}'}}]


@pytest.mark.parametrize(
    "form",
    [
        asked(x=1),
        {"role": "assistant", "content": None, "tool_calls": WIRE},
        {"role": "assistant", "content": "", "tool_calls": CALLS},
        {"type": "ai", "content": "", "tool_calls": CALLS},
        asked(x=1).model_dump(),
        message_to_dict(asked(x=1)),
        dumpd(asked(x=1)),
    ],
    ids=["message", "wire", "role", "type", "dump", "data", "serialised"],
)
def test_forms_of_a_call(form: Any) -> None:
    assert only(form).tool_calls == (trace.ToolCall("find", {"x": 1}, "1"),)


def test_text_and_pairs() -> None:
    assert convert_messages(["hi", ("ai", "ho"), ("system", "s")]) == (
        trace.HumanMessage("hi"),
        trace.AIMessage("ho"),
        trace.SystemMessage("s"),
    )


def test_a_state_gives_its_messages() -> None:
    assert convert_messages({"messages": [HumanMessage("hi")], "other": 1}) == (
        trace.HumanMessage("hi"),
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"role": "moderator", "content": "x"}, r"\[1\]: role must be one of .*'moderator'"),
        (7, r"\[1\]: must be a message, got 7"),
        (("nobody", "x"), r"\[1\]: role must be one of .*'nobody'"),
        ({"type": "tool", "content": "x"}, r"\[1\]: must be a message \(.*\), got"),
    ],
)
def test_what_is_no_message_is_named_with_its_index(value: Any, text: str) -> None:
    with pytest.raises(InputError, match=text):
        convert_messages([HumanMessage("hi"), value])


@pytest.mark.parametrize("value", ["hi", HumanMessage("hi"), 7, {"no": "messages"}])
def test_what_is_no_list_is_refused(value: Any) -> None:
    with pytest.raises(InputError, match="must be a list of messages"):
        convert_messages(value)


def test_a_sample_tells_what_does_not_fit() -> None:
    sample = sample_from_messages(
        [ToolMessage("42", tool_call_id="gone"), AIMessage("It is 42.")], case_id="c"
    )

    assert (sample.case_id, sample.call_records) == ("c", ())
    assert list(sample.gaps) == ["message 0: a result for the unknown call id 'gone'"]


def test_strict_refuses_what_does_not_fit() -> None:
    with pytest.raises(InputError, match="message 0: a result for the unknown call id 'gone'"):
        sample_from_messages([ToolMessage("42", tool_call_id="gone")], strict=True)
    with pytest.raises(InputError, match=r"\[0\]: no result answers the call"):
        sample_from_messages([asked(x=1)], strict=True)


def test_two_results_follow_one_message_with_two_calls() -> None:
    wanted = [{"name": "f", "args": {"d": d}, "id": i} for d, i in (("a", "1"), ("b", "2"))]
    messages = [
        HumanMessage("q"),
        AIMessage("", tool_calls=wanted),
        HumanMessage("wait"),
        ToolMessage("rb", tool_call_id="2"),
        ToolMessage("ra", tool_call_id="1"),
    ]
    sample = sample_from_messages(messages, strict=True)

    assert [one.result for one in sample.call_records] == ["ra", "rb"]
    assert len(sample.user_input) == 5


def test_a_sample_of_unconverted_messages_is_refused_with_the_way_out() -> None:
    messages: Any = [HumanMessage("q")]
    with pytest.raises(
        InputError, match=r"user_input\[0\]: must be a Message of Odo.*convert_messages"
    ):
        trace.MultiTurnSample(user_input=messages)
