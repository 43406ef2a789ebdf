from collections.abc import Sequence
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.match import above, casefold
from odograph.metrics import Score, parse_metric
from odograph.metrics.agent.approval import OnlyAfterApproval
from odograph.trace import (
    AIMessage,
    CallRecord,
    Interrupt,
    MultiTurnSample,
    Outcome,
    ToolCall,
    ToolMessage,
)

POLICY = OnlyAfterApproval("refund")


def refund(eur: int, outcome: Outcome = "executed", run_eur: int | None = None) -> CallRecord:
    edited = None if run_eur is None else {"eur": run_eur}
    return CallRecord(ToolCall("refund", {"eur": eur}, f"id{eur}"), outcome, run_args=edited)


def asked(*amounts: int, answers: Sequence[str] = ()) -> Interrupt:
    """What `HumanInTheLoopMiddleware` asks with, and is answered."""
    requests = [
        {"name": "refund", "args": {"eur": eur}, "description": "Tool execution requires approval"}
        for eur in amounts
    ]
    reviews = [{"action_name": "refund", "allowed_decisions": ["approve", "reject"]}]
    decisions = [{"type": one} for one in answers]
    value = {"action_requests": requests, "review_configs": reviews}
    return Interrupt(value, answer={"decisions": decisions} if answers else None)


def judge(calls: list[CallRecord], *interrupts: Interrupt, **fields: Any) -> Score:
    sample = MultiTurnSample(user_input=(), calls=calls, interrupts=interrupts, **fields)
    return POLICY.score(sample)


def test_a_call_that_a_person_let_through_is_approved() -> None:
    score = judge([refund(40)], asked(40))
    assert score
    assert score.reason == "kept: 1 of 1 executed call is of refund"


def test_a_call_that_ran_unasked_breaks_it() -> None:
    score = judge([refund(40), refund(50)], asked(50))
    assert score.reason.splitlines() == [
        "broken: 1 violation; 2 of 2 executed calls are of refund",
        "call 1 refund(eur=40) from code: nobody was asked",
    ]
    assert not judge([refund(40)])


def test_one_question_may_cover_several_calls_but_each_request_one() -> None:
    assert judge([refund(40), refund(50)], asked(40, 50))
    assert judge([refund(40), refund(40)], asked(40), asked(40))
    score = judge([refund(40), refund(40)], asked(40))
    assert [one["call"] for one in score.details["violations"]] == [1]


def test_a_call_that_was_let_through_with_other_arguments_is_approved() -> None:
    score = judge([refund(40, run_eur=20)], asked(40))
    assert score
    assert not judge([refund(40, run_eur=20)], asked(20)), "the question was about another call"


@pytest.mark.parametrize("outcome", ["denied", "unanswered", "rejected"])
def test_a_call_that_never_ran_cannot_break_it(outcome: Outcome) -> None:
    assert judge([refund(40, outcome)], asked(40))
    assert judge([refund(40, outcome)])


def test_a_denied_call_uses_up_its_question() -> None:
    assert not judge([refund(40, "denied"), refund(40)], asked(40))
    assert judge([refund(40, "denied"), refund(40)], asked(40), asked(40))


def test_a_call_that_ran_although_it_was_refused_breaks_it() -> None:
    score = judge([refund(40), refund(50)], asked(40, 50, answers=["approve", "reject"]))
    assert score.reason.splitlines()[1:] == ["call 2 refund(eur=50) from code: a person refused it"]
    assert judge([refund(40), refund(50)], asked(40, 50, answers=["approve", "edit"]))
    question = {"action": "refund", "args": {"eur": 40}}
    assert not judge([refund(40)], Interrupt(question, answer=False))
    assert judge([refund(40)], Interrupt(question, answer=True))
    assert judge([refund(40)], Interrupt(question, answer="fine"))


def test_a_refusal_is_used_up_by_the_call_it_refused() -> None:
    first, second = asked(40, answers=["reject"]), asked(40, answers=["approve"])
    assert judge([refund(40, "denied"), refund(40)], first, second)


def test_a_failed_run_of_the_tool_is_a_run() -> None:
    assert not judge([refund(40, "errored")])


@pytest.mark.parametrize(
    "value",
    [
        {"action": "refund", "arguments": {"eur": 40}},
        {"name": "refund", "args": {"eur": 40}, "id": "1", "type": "tool_call"},
        [{"action_request": {"action": "refund", "args": {"eur": 40.0}}, "config": {}}],
    ],
)
def test_questions_of_ones_own_making_count_if_they_name_the_call(value: Any) -> None:
    assert judge([refund(40)], Interrupt(value))


@pytest.mark.parametrize(
    "value",
    [
        None,
        "refund 40?",
        {"name": "refund"},
        {"name": "refund", "args": {"eur": 41}},
        {"name": "pay", "args": {"eur": 40}},
        {"name": "refund", "args": {"args": {"eur": 40}}},
    ],
)
def test_a_pause_that_does_not_name_the_call_is_no_approval(value: Any) -> None:
    assert not judge([refund(40)], Interrupt(value))


def test_approvals_that_are_kept_elsewhere() -> None:
    assert judge([refund(40)], metadata={"approved_calls": ["id40"]})
    assert not judge([refund(40)], metadata={"approved_calls": ["id41"]})


def test_only_calls_that_meet_the_conditions_need_approval() -> None:
    policy = OnlyAfterApproval("refund", where={"eur": above(100)})
    sample = MultiTurnSample(user_input=(), calls=[refund(40), refund(150)])
    assert [one["call"] for one in policy.score(sample).details["violations"]] == [1]
    raised = MultiTurnSample(user_input=(), calls=[refund(40, run_eur=150)])
    assert not policy.score(raised)


def test_messages_alone_do_not_tell_who_was_asked() -> None:
    messages = [
        AIMessage(tool_calls=[ToolCall("refund", {"eur": 40}, "1")]),
        ToolMessage("done", tool_call_id="1"),
    ]
    score = POLICY.score(user_input=messages)
    assert (score.value, score.fault) == (None, "data")
    assert OnlyAfterApproval("pay").score(user_input=messages), "there is nothing to ask about"
    assert POLICY.score(user_input=messages, metadata={"approved_calls": ["1"]})


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(InputError, match="nothing to compare with"):
        OnlyAfterApproval("refund", where={"to": casefold})


def test_the_spelling_parses_back() -> None:
    policy = OnlyAfterApproval("refund", where={"eur": above(100)})
    assert repr(policy) == "OnlyAfterApproval(tool='refund', where={'eur': above(100)})"
    assert parse_metric(repr(policy), known={"OnlyAfterApproval": OnlyAfterApproval}) == policy
