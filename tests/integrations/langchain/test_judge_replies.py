from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.messages.tool import invalid_tool_call, tool_call

from odograph.judge import JudgeError
from odograph_langchain.judge_replies import (
    RefusedError,
    check_finished,
    cut_answer,
    reply_of,
    text_of,
)

CALL = tool_call(name="Verdicts", args={"a": 1}, id="1")


def test_a_call_goes_before_text() -> None:
    assert reply_of(AIMessage("thinking", tool_calls=[CALL])) == {"a": 1}
    assert reply_of(AIMessage('{"a": 1}')) == '{"a": 1}'


def test_text_is_read_out_of_blocks() -> None:
    blocks: list[Any] = [
        {"type": "reasoning", "reasoning": "hm"},
        {"type": "text", "text": '{"a": 1}'},
    ]
    assert reply_of(AIMessage(blocks)) == '{"a": 1}'


def test_arguments_that_langchain_could_not_read_are_text() -> None:
    broken = invalid_tool_call(name="Verdicts", args="{'a': 1}", id="1", error="x")
    message = AIMessage("", invalid_tool_calls=[broken])
    assert reply_of(message) == "{'a': 1}"
    assert text_of(message) == str(["{'a': 1}"])


@pytest.mark.parametrize("message", [AIMessage(""), AIMessage(" \n"), AIMessage([])])
def test_nothing_is_no_answer(message: AIMessage) -> None:
    with pytest.raises(JudgeError, match="the answer is empty"):
        reply_of(message)


def test_two_calls_are_not_one_answer() -> None:
    with pytest.raises(JudgeError, match="one answer was asked for, got 2"):
        reply_of(AIMessage("", tool_calls=[CALL, {**CALL, "id": "2"}]))


def test_a_refusal_is_told() -> None:
    with pytest.raises(RefusedError, match="refused to answer: no"):
        check_finished(AIMessage("", additional_kwargs={"refusal": "no"}))
    check_finished(AIMessage("", additional_kwargs={"refusal": None}))
    check_finished(AIMessage("", response_metadata={"finish_reason": None}))


def test_only_an_exception_with_a_completion_holds_a_cut_answer() -> None:
    assert cut_answer(ValueError("x")) is None
