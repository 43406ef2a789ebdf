from dataclasses import dataclass
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.trace import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    SystemMessage,
    ToolCall,
    ToolMessage,
    call_from_openai,
    from_openai,
    message_from_openai,
)


def wire(name: str | None, arguments: Any, call_id: str = "c") -> dict[str, Any]:
    return {
        "id": call_id,
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }


def calls_in(message: dict[str, Any]) -> Any:
    read = message_from_openai(message)
    assert isinstance(read, AIMessage)
    return [*read.tool_calls, *read.invalid_tool_calls]


def test_every_role_is_read() -> None:
    roles = ["system", "developer", "user", "assistant", "tool", "function"]
    kinds = [type(message_from_openai({"role": role, "content": "x"})) for role in roles]
    assert kinds == [
        SystemMessage,
        SystemMessage,
        HumanMessage,
        AIMessage,
        ToolMessage,
        ToolMessage,
    ]


@pytest.mark.parametrize("arguments", ['{"city": "Oslo"}', {"city": "Oslo"}])
def test_wire_text_is_parsed(arguments: Any) -> None:
    assert call_from_openai(wire("f", arguments)) == ToolCall("f", {"city": "Oslo"}, "c")


@pytest.mark.parametrize("arguments", ["", "  ", None, "{}", {}])
def test_nothing_and_empty_text_are_no_arguments(arguments: Any) -> None:
    assert call_from_openai(wire("handoff", arguments)) == ToolCall("handoff", {}, "c")


def test_a_text_inside_the_arguments_stays_text() -> None:
    call = call_from_openai({"name": "f", "args": {"filter": '{"a": 1}'}})
    assert call == ToolCall("f", {"filter": '{"a": 1}'})


@pytest.mark.parametrize("key", ["args", "arguments", "kwargs", "input"])
def test_plain_calls_are_read(key: str) -> None:
    args = {"ids": ["A1"], "range": {"from": 1, "to": None}, "deep": [[1, 2], [3]]}
    assert call_from_openai({"name": "find", key: args}) == ToolCall("find", args)


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        ('{"city": "Ber', "not JSON"),
        ("[1, 2]", "not a JSON object but list"),
        ("null", "not a JSON object but NoneType"),
        ('{"n": ' + "9" * 5000 + "}", "not JSON"),
        ("[" * 10**5, "not JSON"),
    ],
)
def test_what_cannot_be_read_is_an_invalid_call_with_its_text(raw: str, error: str) -> None:
    message = {"role": "assistant", "content": "", "tool_calls": [wire("get_weather", raw)]}
    (call,) = calls_in(message)
    assert isinstance(call, InvalidToolCall)
    assert (call.name, call.raw_args, call.id) == ("get_weather", raw, "c")
    assert error in str(call.error)


def test_a_call_without_a_name_is_invalid() -> None:
    (call,) = calls_in({"role": "assistant", "tool_calls": [wire(None, '{"x": 1}')]})
    assert call == InvalidToolCall(None, '{"x": 1}', "c", "the call has no name")


def test_the_older_function_call_is_read() -> None:
    message = {"role": "assistant", "function_call": {"name": "delete_db", "arguments": "{}"}}
    assert calls_in(message) == [ToolCall("delete_db")]


def test_a_custom_tool_takes_free_text() -> None:
    call = {"id": "1", "type": "custom", "custom": {"name": "run", "input": "ls"}}
    assert call_from_openai(call) == ToolCall("run", {"input": "ls"}, "1")


def test_messages_as_langchain_writes_them_keep_their_calls() -> None:
    fields: dict[str, Any] = {
        "content": "",
        "type": "ai",
        "tool_calls": [{"name": "f", "args": {"x": 1}, "id": "1", "type": "tool_call"}],
        "invalid_tool_calls": [{"name": "g", "args": "{", "id": "2", "error": None}],
    }
    calls = [ToolCall("f", {"x": 1}, "1"), InvalidToolCall("g", "{", "2")]
    assert calls_in(fields) == calls
    assert calls_in({"type": "ai", "data": fields}) == calls
    envelope = {"lc": 1, "type": "constructor", "id": ["langchain", "AIMessage"], "kwargs": fields}
    assert calls_in(envelope) == calls


def test_the_clients_own_objects_are_read() -> None:
    @dataclass
    class ChatCompletionMessage:
        data: dict[str, Any]

        def model_dump(self, *, exclude_none: bool) -> dict[str, Any]:
            return {k: v for k, v in self.data.items() if v is not None or not exclude_none}

    message: Any = ChatCompletionMessage(
        {"role": "assistant", "content": None, "refusal": None, "tool_calls": [wire("f", "{}")]}
    )
    assert from_openai([message]).user_input == (AIMessage(tool_calls=[ToolCall("f", {}, "c")]),)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ([{"type": "text", "text": "a"}, {"type": "video", "url": "u"}, "b"], "ab"),
        ([{"type": "image"}], ""),
    ],
)
def test_content_may_be_null_or_blocks(content: Any, text: str) -> None:
    message = message_from_openai({"role": "user", "content": content})
    assert message.content == text
    assert len(message.blocks) == len(content or ())


@pytest.mark.parametrize("content", [{"a": 1}, [{"a": 1}], 5])
def test_a_result_may_be_any_json(content: Any) -> None:
    assert message_from_openai({"role": "tool", "content": content}).content in (
        '{"a": 1}',
        '[{"a": 1}]',
        "5",
    )


def test_what_the_format_adds_is_kept_as_metadata() -> None:
    message = message_from_openai({"role": "assistant", "content": "x", "refusal": "no"})
    assert message.metadata == {"refusal": "no"}


def test_failures_are_told_by_status_or_by_the_text() -> None:
    results: list[dict[str, Any]] = [
        {"role": "tool", "content": "Error: no seat"},
        {"role": "tool", "content": "ok", "status": "error"},
        {"role": "tool", "content": "ok"},
    ]
    read = from_openai(results, failed=lambda text: text.startswith("Error")).user_input
    assert [getattr(one, "status", None) for one in read] == ["error", "error", "success"]


def test_what_does_not_fit_is_told_and_the_rest_is_read() -> None:
    messages: list[dict[str, Any]] = [
        {"role": "tool", "tool_call_id": "gone", "content": "42"},
        {"role": "assistant", "tool_calls": [wire("f", "{")]},
    ]
    sample = from_openai(messages, gaps=["seen before"])
    assert len(sample.user_input) == 2
    assert sample.gaps == (
        "seen before",
        "message 0: a result for the unknown call id 'gone'",
        "message 1: f has unreadable arguments: '{'",
    )


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ({"role": "tool", "tool_call_id": "gone"}, "message 0: a result for the unknown call id"),
        ({"role": "assistant", "tool_calls": [wire("f", "{")]}, "message 0: f has unreadable"),
        ({"role": "assistant", "tool_calls": [wire("f", "")]}, "[0]: no result answers the call"),
    ],
)
def test_strict_makes_errors_of_it(message: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        from_openai([message], strict=True)
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize(
    ("messages", "says"),
    [
        ([{"role": "user"}, {"role": "moderator"}], "[1]: role must be one of system, developer"),
        ([{"role": "user"}, {"role": "moderator"}], "got 'moderator'"),
        ([5], "[0]: a message must be an object, got 5"),
        (None, "a conversation must be a list of messages, got None"),
        ("hi", "a conversation must be a list of messages, got 'hi'"),
        ([{"role": "assistant", "tool_calls": 5}], "[0].tool_calls: must be a list of calls"),
        ([{"role": "assistant", "tool_calls": ["f"]}], "[0].tool_calls[0]: a tool call must be"),
        ([{"role": "user", "content": 5}], "[0]: content must be text, null or a list of blocks"),
    ],
)
def test_what_is_no_conversation_is_refused_with_its_place(messages: Any, says: str) -> None:
    with pytest.raises(InputError) as caught:
        from_openai(messages)
    assert says in str(caught.value)
