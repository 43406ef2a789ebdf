from typing import Any

import pytest

from odograph.errors import InputError
from odograph.match.trajectory import (
    Turn,
    calls_are_known,
    check_tools,
    reference_of,
    turns_of,
)
from odograph.trace import (
    AIMessage,
    CallRecord,
    HumanMessage,
    InvalidToolCall,
    Message,
    MultiTurnSample,
    SingleTurnSample,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

USER, SYSTEM = HumanMessage("q"), SystemMessage("be kind")


def asks(*names: str) -> AIMessage:
    return AIMessage(tool_calls=[ToolCall(name, id=name) for name in names])


def written(turns: Any) -> list[Any]:
    """Turns as lists of batches, these as the names of their calls joined."""
    return [["".join(call.name or "?" for call in batch) for batch in t.batches] for t in turns]


def run(*messages: Message, **more: Any) -> MultiTurnSample:
    return MultiTurnSample(user_input=messages, **more)


def test_a_batch_is_the_calls_of_one_message() -> None:
    (turn,) = turns_of(run(USER, asks("a", "b"), ToolMessage("r"), AIMessage("done")), "requested")
    assert written([turn]) == [["ab", ""]]
    assert turn.roles == ["user", "assistant", "tool", "assistant"]


def test_a_human_message_begins_a_turn_unless_it_continues_one() -> None:
    sample = run(SYSTEM, USER, USER, asks("a"), USER, asks("b"), asks("c"))
    assert written(turns_of(sample, "requested")) == [["a"], ["b", "c"]]
    assert [turn.roles for turn in turns_of(sample, "requested")] == [
        ["system", "user", "user", "assistant"],
        ["user", "assistant", "assistant"],
    ]


def test_a_run_that_begins_with_the_model_has_a_turn_before_the_first_user() -> None:
    assert written(turns_of(run(asks("a"), USER, asks("b")), "requested")) == [["a"], ["b"]]


def test_which_calls_count() -> None:
    answers = ToolMessage("r", tool_call_id="a"), ToolMessage("e", tool_call_id="b", status="error")
    sample = run(USER, asks("a", "b", "c"), *answers)
    assert written(turns_of(sample, "requested")) == [["abc"]]
    assert written(turns_of(sample, "executed")) == [["ab"]]
    assert written(turns_of(sample, "succeeded")) == [["a"]]


def test_an_invalid_call_is_a_call() -> None:
    broken = AIMessage(invalid_tool_calls=[InvalidToolCall("x", "{"), InvalidToolCall(None, "")])
    assert written(turns_of(run(USER, broken), "requested")) == [["x?"]]
    assert written(turns_of(run(USER, broken), "executed")) == [[""]]


def recorded(name: str, message: int | None) -> CallRecord:
    return CallRecord(ToolCall(name), "executed", message=message)


def test_a_call_from_code_stands_where_it_was_recorded() -> None:
    records = [recorded("x", None), recorded("a", 1), recorded("y", None), recorded("b", 3)]
    sample = run(USER, asks("a"), USER, asks("b"), calls=records)
    assert written(turns_of(sample, "requested")) == [["x", "a", "y"], ["b"]]


def test_a_record_of_a_message_that_asks_nothing_is_a_call_from_code() -> None:
    records = [recorded("a", 0), recorded("b", 7), recorded("c", -1)]
    assert written(turns_of(run(USER, asks("z"), calls=records), "requested")) == [
        ["a", "b", "c", ""]
    ]


def test_where_only_calls_were_recorded_the_roles_are_unknown() -> None:
    calls = [recorded("a", None)]
    for sample in (SingleTurnSample(user_input="q", calls=calls), run(calls=calls)):
        (turn,) = turns_of(sample, "requested")
        assert turn.roles is None
        assert written([turn]) == [["a"]]
    assert turns_of(run(), "requested") == [Turn([], [])]


def test_calls_are_known_from_messages_or_records() -> None:
    assert calls_are_known(run())
    assert calls_are_known(SingleTurnSample(calls=[]))
    assert not calls_are_known(SingleTurnSample(user_input="q", response="a"))


def test_a_reference_may_be_messages_calls_or_calls_by_turn() -> None:
    a, b = ToolCall("a"), ToolCall("b")
    messages = reference_of(run(reference_trajectory=[USER, asks("a", "b")]))
    flat = reference_of(run(reference_tool_calls=[a, b]))
    by_turn = reference_of(run(reference_tool_calls=[[a], [b], []]))
    assert messages is not None
    assert flat is not None
    assert by_turn is not None
    assert (messages.by_turn, flat.by_turn, by_turn.by_turn) == (True, False, True)
    assert written(messages.turns) == [["ab"]]
    assert written(flat.turns) == [["a", "b"]]
    assert written(by_turn.turns) == [["a"], ["b"], []]
    assert [turn.flat for turn in (messages.turns[0], flat.turns[0])] == [False, True]
    assert by_turn.calls == [a, b]


def test_no_expected_calls_are_none_in_every_turn() -> None:
    reference = reference_of(run(reference_tool_calls=[]))
    assert reference is not None
    assert (reference.by_turn, reference.calls) == (True, [])
    assert reference.turns[0].flat


def test_of_two_references_one_is_chosen() -> None:
    sample = run(reference_trajectory=[asks("a")], reference_tool_calls=[ToolCall("b")])
    messages, calls = reference_of(sample), reference_of(sample, messages_first=False)
    assert messages is not None
    assert calls is not None
    assert (written(messages.turns), written(calls.turns)) == ([["a"]], [["b"]])
    assert reference_of(run()) is None


def test_both_sides_can_be_restricted_to_some_tools() -> None:
    sample = run(USER, asks("a", "b"), asks("b"), reference_tool_calls=[ToolCall("a")] * 2)
    assert written(turns_of(sample, "requested", tools=["a"])) == [["a", ""]]
    reference = reference_of(sample, tools=["b"])
    assert reference is not None
    assert reference.calls == []


def test_turns_joined_are_one() -> None:
    known, unknown = Turn(["user"], [["a"]]), Turn(None, [["b"]])  # type: ignore[list-item] # names will do
    assert Turn.joined([known, known]) == Turn(["user", "user"], [["a"], ["a"]])  # type: ignore[list-item] # likewise
    assert Turn.joined([known, unknown]).roles is None


@pytest.mark.parametrize(
    ("tools", "says"),
    [
        ("search", "tools: must be a list of names of tools, or None, got 'search'"),
        ([], "tools: must be a list of names of tools, or None, got []"),
        (["a", 5], "tools[1]: must be a tool's name, got 5"),
    ],
)
def test_tools_that_say_nothing_are_refused(tools: Any, says: str) -> None:
    with pytest.raises(InputError) as caught:
        check_tools(tools)
    assert str(caught.value) == says
