from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.trace import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    MultiTurnSample,
    SystemMessage,
    ToolCall,
    ToolMessage,
)


def test_each_kind_has_the_role_of_openai_format() -> None:
    kinds = [SystemMessage, HumanMessage, AIMessage, ToolMessage]
    assert [kind.role for kind in kinds] == ["system", "user", "assistant", "tool"]


def test_code_written_for_ragas_needs_only_another_import() -> None:
    sample = MultiTurnSample(
        user_input=[
            HumanMessage(content="Weather in New York?", metadata=None),  # type: ignore[arg-type] # ragas allows None
            AIMessage(
                content="One moment.",
                tool_calls=[ToolCall(name="weather_check", args={"location": "New York"})],
            ),
            ToolMessage(content="75 F"),
            AIMessage(content="75 degrees.", tool_calls=None),  # type: ignore[arg-type] # likewise
        ],
        reference_tool_calls=[ToolCall(name="weather_check", args={"location": "New York"})],
        reference="the weather",
        reference_topics=["weather"],
        rubrics={"score1_description": "wrong"},
    )
    assert sample.user_input[0] == HumanMessage("Weather in New York?")
    assert sample.user_input[3] == AIMessage("75 degrees.")
    assert sample.call_records[0].result == "75 F"


def test_messages_are_values() -> None:
    message = AIMessage("hi", tool_calls=[ToolCall("f")])
    assert message == AIMessage("hi", tool_calls=(ToolCall("f", {}),))
    assert isinstance(message.tool_calls, tuple)
    with pytest.raises(FrozenInstanceError):
        message.content = "ho"  # type: ignore[misc] # that it is refused is what is tested


def test_arguments_may_be_any_json() -> None:
    args = {"ids": ["A1", "B2"], "range": {"from": 1, "to": None}, "deep": [[1, 2], [3]]}
    assert ToolCall("find", args).args == args


def wrong(build: Any, *positional: Any, **named: Any) -> str:
    with pytest.raises(InputError) as caught:
        build(*positional, **named)
    return str(caught.value)


def test_wrong_types_are_refused() -> None:
    assert wrong(ToolCall, 5) == "the name of a tool call must be text, got 5"
    assert wrong(ToolCall, "f", "{}") == "the arguments of f must be a mapping, got '{}'"
    assert "content must be text" in wrong(HumanMessage, ["a block"])
    assert wrong(HumanMessage, "hi", metadata=3) == "metadata must be a mapping, got 3"
    assert wrong(HumanMessage, "hi", blocks=3) == "blocks must be a list, got 3"
    assert wrong(AIMessage, tool_calls="f") == "tool_calls must be a list, got 'f'"
    assert "must hold ToolCall values" in wrong(AIMessage, tool_calls=[{"name": "f"}])
    assert "InvalidToolCall values" in wrong(AIMessage, invalid_tool_calls=[ToolCall("f")])


def test_an_invalid_call_keeps_its_text() -> None:
    (call,) = AIMessage(invalid_tool_calls=[InvalidToolCall(None, '{"a')]).invalid_tool_calls
    assert (call.name, call.raw_args) == (None, '{"a')
