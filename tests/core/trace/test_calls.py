from typing import Any

from odograph.trace import (
    AIMessage,
    CallRecord,
    HumanMessage,
    InvalidToolCall,
    ToolCall,
    ToolMessage,
    join_calls,
)
from odograph.trace.calls import answer_indices


def asks(*calls: ToolCall) -> AIMessage:
    return AIMessage(tool_calls=calls)


def call(name: str, call_id: str | None = None, **args: Any) -> ToolCall:
    return ToolCall(name, args, call_id)


def answer(text: str, call_id: str | None = None, **more: Any) -> ToolMessage:
    return ToolMessage(text, tool_call_id=call_id, **more)


def results(*messages: Any) -> list[tuple[str, str | None]]:
    return [(record.name, record.result) for record in join_calls(messages)[0]]


def test_two_results_follow_one_message_with_two_calls() -> None:
    messages = asks(call("f", "1"), call("g", "2")), answer("rf", "1"), answer("rg", "2")
    assert results(*messages) == [("f", "rf"), ("g", "rg")]


def test_results_may_come_in_another_order() -> None:
    messages = asks(call("f", "1"), call("g", "2")), answer("rg", "2"), answer("rf", "1")
    assert results(*messages) == [("f", "rf"), ("g", "rg")]
    assert answer_indices(messages) == (2, 1)


def test_a_user_may_write_between_call_and_result() -> None:
    messages = [
        asks(call("pay", "1", eur=40)),
        HumanMessage("wait, is it 40?"),
        HumanMessage("ok go"),
        answer("paid", "1"),
        AIMessage("Done."),
    ]
    assert results(*messages) == [("pay", "paid")]


def test_a_call_without_result_is_unanswered_which_is_not_an_empty_result() -> None:
    records, orphans = join_calls([asks(call("a", "1"), call("b", "2")), answer("", "1")])
    assert [(one.outcome, one.result) for one in records] == [
        ("executed", ""),
        ("unanswered", None),
    ]
    assert [one.ran for one in records] == [True, False]
    assert orphans == ()


def test_a_result_whose_call_is_gone_is_an_orphan_and_invents_no_call() -> None:
    assert join_calls([answer("42", "gone"), AIMessage("It is 42.")]) == ((), (0,))


def test_a_result_before_its_call_is_an_orphan() -> None:
    assert join_calls([answer("x", "1"), asks(call("f", "1"))])[1] == (0,)


def test_an_id_repeated_within_a_message_is_answered_in_order() -> None:
    messages = asks(call("read", "d", f="a"), call("read", "d", f="b")), answer("A", "d")
    assert results(*messages) == [("read", "A"), ("read", None)]
    assert results(*messages, answer("B", "d")) == [("read", "A"), ("read", "B")]


def test_an_id_used_again_later_is_answered_by_the_latest_open_call() -> None:
    messages = [
        asks(call("f", "1")),
        answer("first", "1"),
        asks(call("g", "1")),
        answer("second", "1"),
    ]
    assert results(*messages) == [("f", "first"), ("g", "second")]


def test_an_unanswered_call_does_not_take_the_result_of_a_later_one() -> None:
    messages = asks(call("f", "1")), asks(call("g", "1")), answer("r", "1")
    assert results(*messages) == [("f", None), ("g", "r")]


def test_a_second_result_for_an_answered_id_is_an_orphan() -> None:
    messages = asks(call("f", "1")), answer("r", "1"), answer("again", "1")
    assert results(*messages) == [("f", "r")]
    assert join_calls(messages)[1] == (2,)


def test_without_ids_results_answer_in_order() -> None:
    messages = asks(call("f"), call("g")), answer("rf"), answer("rg")
    assert results(*messages) == [("f", "rf"), ("g", "rg")]


def test_without_an_id_the_name_of_the_result_chooses() -> None:
    messages = asks(call("f"), call("g")), answer("rg", name="g"), answer("rf", name="f")
    assert results(*messages) == [("f", "rf"), ("g", "rg")]


def test_the_outcome_is_read_off_the_answer() -> None:
    broken = InvalidToolCall("f", '{"city": "Ber', "3")
    records, _ = join_calls(
        [
            AIMessage(tool_calls=[call("f", "1"), call("f", "2")], invalid_tool_calls=[broken]),
            answer("ok", "1"),
            answer("timeout", "2", status="error"),
            answer("not JSON", "3"),
        ]
    )
    assert [(one.outcome, one.attempts) for one in records] == [
        ("executed", 1),
        ("errored", 1),
        ("rejected", 0),
    ]
    assert records[2].requested == broken
    assert [one.message for one in records] == [0, 0, 0]


def test_which_calls_count_and_with_which_arguments() -> None:
    asked, ran = call("f", x=1), {"x": 2}
    done = CallRecord(asked, "executed", run_args=ran)
    failed = CallRecord(asked, "errored")
    denied = CallRecord(asked, "denied")
    assert [one.call("requested") for one in (done, failed, denied)] == [asked] * 3
    assert [one.call("executed") for one in (done, failed, denied)] == [
        ToolCall("f", ran),
        asked,
        None,
    ]
    assert [one.call("succeeded") for one in (done, failed, denied)] == [
        ToolCall("f", ran),
        None,
        None,
    ]
