from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.metrics import Score, StepEfficiency
from odograph.trace import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    Message,
    MultiTurnSample,
    ToolCall,
    ToolMessage,
)


def run(*calls: tuple[str, str], said: str = "", **status: Any) -> MultiTurnSample:
    """A run that makes these calls of `ask`, by question and answer, and then says something."""
    messages: list[Message] = [HumanMessage("hello there")]
    for number, (question, answer) in enumerate(calls):
        call = ToolCall("ask", {"q": question}, str(number))
        messages += [
            AIMessage(tool_calls=[call]),
            ToolMessage(answer, tool_call_id=str(number), **status),
        ]
    messages += [AIMessage(said)] if said else []
    return MultiTurnSample(user_input=messages)


def score(*calls: tuple[str, str], said: str = "", **status: Any) -> Score:
    return StepEfficiency().score(run(*calls, said=said, **status))


def test_calls_whose_results_are_used_are_of_use() -> None:
    assert score(("a", "Paris"), ("b", "Lyon"), said="From Paris to Lyon.").value == 1.0


def test_a_repeat_that_is_told_the_same_is_waste() -> None:
    result = score(("a", "Paris"), ("a", "Paris"), said="Paris")
    assert result.value == 0.5
    assert result.reason == '1 call of 2 of use\nrepeated: ask({"q": "a"})'


def test_asking_again_is_no_waste_where_the_answer_changed_or_was_an_error() -> None:
    assert score(("a", "pending"), ("a", "finished"), said="pending, then finished").value == 1.0
    assert score(("a", "busy"), ("a", "busy"), said="busy", status="error").value == 1.0


def test_a_result_that_nobody_used_is_waste() -> None:
    result = score(("a", "Paris"), ("b", "Lyon"), said="It is Paris.")
    assert result.value == 0.5
    assert result.details["unused"] == [1]
    assert (
        StepEfficiency(unused=False)
        .score(run(("a", "Paris"), ("b", "Lyon"), said="It is Paris."))
        .value
        == 1.0
    )


def test_a_result_used_in_a_later_call_is_used() -> None:
    assert score(("a", "id 4711"), ("4711", "Ann"), said="Hello Ann").value == 1.0


def test_what_cannot_be_told_is_no_waste() -> None:
    assert score(("a", "Paris")).value == 1.0  # nothing was said after it
    assert score(("a", "ok"), said="Done.").value == 1.0  # the result told nothing
    assert score(("there", "hello there"), said="Done.").value == 1.0  # nor anything new


def test_a_loop_is_told() -> None:
    result = score(*[("a", "x"), ("b", "y")] * 3, said="done")
    assert result.details["loop"] == [0, 2, 3]
    assert "loop: ask > ask, 3 times from call 1" in result.reason
    assert result.value == 2 / 6


def test_equal_arguments_are_equal_by_value() -> None:
    messages: list[Message] = [
        AIMessage(tool_calls=[ToolCall("f", {"x": 1, "y": [2]}, "1")]),
        ToolMessage("ok", tool_call_id="1"),
        AIMessage(tool_calls=[ToolCall("f", {"y": [2], "x": 1.0}, "2")]),
        ToolMessage("ok", tool_call_id="2"),
        AIMessage(tool_calls=[ToolCall("f", {"y": [2], "x": True}, "3")]),
        ToolMessage("ok", tool_call_id="3"),
    ]
    assert StepEfficiency().score(MultiTurnSample(user_input=messages)).value == 2 / 3


def test_unreadable_calls_are_calls() -> None:
    messages = [AIMessage(invalid_tool_calls=[InvalidToolCall(None, "{")])]
    assert StepEfficiency().score(MultiTurnSample(user_input=messages)).value == 1.0


def test_a_run_without_calls_is_unscored() -> None:
    assert score(said="hello").reason == "no call was made"


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["Rome", "Oslo"])), min_size=1))
def test_it_is_within_its_range_and_the_first_call_is_never_a_repeat(
    calls: list[tuple[str, str]],
) -> None:
    result = score(*calls, said="Rome, Oslo")
    assert result.value == len(set(calls)) / len(calls)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_loop_needs_three_rounds(length: int) -> None:
    row = [(letter, letter) for letter in "abc"[:length]]
    assert score(*row * 2, said="x").details["loop"] is None
    assert score(*row * 3, said="x").details["loop"] == [0, length, 3]
