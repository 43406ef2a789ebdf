import pytest

from odograph.errors import InputError
from odograph.trace import AIMessage, HumanMessage, InvalidToolCall, ToolCall, ToolMessage
from odograph.trace.conversation import sample_from_conversation

CALL = ToolCall("look", {"x": 1}, "1")


def test_a_whole_conversation_has_no_gaps() -> None:
    messages = [HumanMessage("q"), AIMessage(tool_calls=[CALL]), ToolMessage("a", tool_call_id="1")]
    sample = sample_from_conversation(messages, strict=True, case_id="c")

    assert (sample.case_id, list(sample.gaps)) == ("c", [])
    assert list(sample.user_input) == messages


def test_gaps_name_the_message() -> None:
    broken = InvalidToolCall("look", '{"x": ')
    messages = [ToolMessage("a", tool_call_id="gone"), AIMessage(invalid_tool_calls=[broken])]
    sample = sample_from_conversation(messages, gaps=["a gap of before"])

    assert list(sample.gaps) == [
        "a gap of before",
        "message 0: a result for the unknown call id 'gone'",
        "message 1: look has unreadable arguments: '{\"x\": '",
    ]


def test_an_unanswered_call_is_refused_only_when_strict() -> None:
    messages = [AIMessage(tool_calls=[CALL])]

    assert list(sample_from_conversation(messages).gaps) == []
    with pytest.raises(InputError, match=r"\[0\]: no result answers the call, got 'look'"):
        sample_from_conversation(messages, strict=True)
