from odograph.metrics import ToolSelection
from odograph.trace import AIMessage, InvalidToolCall, ToolCall


def test_only_the_names_count() -> None:
    score = ToolSelection().score(
        user_input=[AIMessage(tool_calls=[ToolCall("a", {"x": 1}), ToolCall("b"), ToolCall("b")])],
        reference_tool_calls=[ToolCall("b", {"y": 2}), ToolCall("a"), ToolCall("c")],
    )
    assert score.value == 2 * 2 / 6


def test_a_call_that_could_not_be_read_selects_nothing() -> None:
    score = ToolSelection().score(
        user_input=[AIMessage(invalid_tool_calls=[InvalidToolCall("a", "{")])],
        reference_tool_calls=[ToolCall("a")],
    )
    assert score.value == 0.0
