from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.match import above, casefold, one_of, regex
from odograph.metrics import Metric, Score, parse_metric
from odograph.metrics.agent.policies import AtMost, AtMostOnce, Never, Requires
from odograph.trace import (
    AIMessage,
    CallRecord,
    HumanMessage,
    InvalidToolCall,
    MultiTurnSample,
    Outcome,
    SingleTurnSample,
    ToolCall,
    ToolMessage,
)

POLICIES = {kind.__name__: kind for kind in (Never, AtMost, AtMostOnce, Requires)}


def record(
    text: str, outcome: Outcome = "executed", message: int | None = None, **args: Any
) -> CallRecord:
    """`pay 7` calls pay(order=7)."""
    name, _, order = text.partition(" ")
    whole = {"order": int(order), **args} if order else args
    return CallRecord(ToolCall(name, whole), outcome, message=message)


def run(*records: CallRecord | str) -> MultiTurnSample:
    """A run whose calls were asked for one after the other, and all succeeded."""
    made = [one if isinstance(one, CallRecord) else record(one) for one in records]
    return MultiTurnSample(user_input=(), calls=made)


def broken_by(score: Score) -> list[int]:
    """Numbers of the calls that break a policy, from 1."""
    return [one["call"] + 1 for one in score.details["violations"]]


# -- never


def test_never_names_each_call_and_where_it_was_asked() -> None:
    sample = MultiTurnSample(
        user_input=[
            HumanMessage("clean up"),
            AIMessage(tool_calls=[ToolCall("list", {}), ToolCall("delete", {"path": "/prod/db"})]),
        ]
    )
    score = Never("delete").score(sample)
    assert score.value is False
    assert score.reason.splitlines() == [
        "broken: 1 violation; 1 of 2 requested calls is of delete",
        "call 2 delete(path='/prod/db') in user_input[1]: never allowed",
    ]
    assert score.details == {
        "judged": 1,
        "violations": [
            {"call": 1, "message": 1, "node": None, "tool": "delete", "why": "never allowed"}
        ],
    }


def test_a_policy_that_is_kept_says_what_was_checked() -> None:
    score = Never("delete").score(run("list", "pay 1"))
    assert score
    assert score.reason == "kept: 0 of 2 requested calls are of delete"
    assert score.details == {"judged": 0, "violations": []}
    assert Never("delete").score(run())


def test_never_with_conditions() -> None:
    policy = Never(one_of("delete", "drop"), where={"path": regex("/prod/.*")})
    paths = ["/tmp/a", "/prod/a"]
    sample = run(*(record(tool, path=p) for tool in ("delete", "drop", "list") for p in paths))
    assert broken_by(policy.score(sample)) == [2, 4]


def test_which_calls_are_judged() -> None:
    sample = run(record("pay", "denied"), record("pay", "errored"), record("pay"))
    assert broken_by(Never("pay").score(sample)) == [1, 2, 3]
    assert broken_by(Never("pay", which="executed").score(sample)) == [2, 3]
    assert broken_by(Never("pay", which="succeeded").score(sample)) == [3]


def test_many_violations_are_cut_in_the_reason_only() -> None:
    score = Never("a").score(run(*["a"] * 12))
    assert score.reason.splitlines()[-1] == "... and 2 more"
    assert len(broken_by(score)) == 12


def test_a_sample_that_does_not_tell_its_calls_is_unscored() -> None:
    for policy in (Never("a"), AtMost(1, "a"), AtMostOnce("a"), Requires("a", before="b")):
        score = policy.score(SingleTurnSample(user_input="q", response="a"))
        assert (score.value, score.fault) == (None, "data")
    assert Never("a").score(SingleTurnSample(calls=[record("b")]))


# -- at most


def test_at_most_blames_the_calls_beyond() -> None:
    sample = run("search", "read", "search", "search", "search")
    score = AtMost(2, "search").score(sample)
    assert broken_by(score) == [4, 5]
    assert score.reason.splitlines() == [
        "broken: 2 violations; 4 of 5 requested calls are of search, at most 2 allowed",
        "call 4 search() from code: number 3, at most 2 allowed",
        "call 5 search() from code: number 4, at most 2 allowed",
    ]
    assert AtMost(4, "search").score(sample)


@given(st.lists(st.sampled_from("ab"), max_size=6), st.integers(0, 6))
def test_at_most_is_monotone_and_at_most_none_is_never(tools: list[str], n: int) -> None:
    sample = run(*tools)
    assert AtMost(n, "a").score(sample).value is (tools.count("a") <= n)
    assert AtMost(0, "a").score(sample).value == Never("a").score(sample).value


# -- at most once


def test_the_same_key_twice_is_once_too_often() -> None:
    policy = AtMostOnce("pay", key="order")
    assert policy.score(run("pay 1", "pay 2", "look 1"))
    score = policy.score(run("pay 1", "pay 2", "pay 1"))
    assert score.reason.splitlines()[1] == (
        "call 3 pay(order=1) from code: the same order as call 1"
    )


def test_keys_are_equal_as_json_is() -> None:
    policy = AtMostOnce("pay", key="order")
    assert not policy.score(run(record("pay", order=1), record("pay", order=1.0)))
    assert policy.score(run(record("pay", order=1), record("pay", order="1")))
    assert policy.score(run(record("pay", order=1), record("pay", order=True)))


def test_calls_without_the_key_are_the_same_to_each_other() -> None:
    policy = AtMostOnce("pay", key="order")
    assert policy.score(run("pay", "pay 1"))
    assert policy.score(run("pay", record("pay", order=None)))
    assert broken_by(policy.score(run("pay", "pay"))) == [2]


def test_several_keys_make_one() -> None:
    policy = AtMostOnce("pay", key=["order", "part.no"])
    calls = [record("pay 1", part={"no": n}) for n in (1, 2, 1)]
    assert broken_by(policy.score(run(*calls))) == [3]


def test_without_a_key_all_arguments_count_and_each_tool_for_itself() -> None:
    policy = AtMostOnce(one_of("pay", "debit"))
    assert policy.score(run("pay 1", "debit 1", record("pay 1", note="x")))
    score = policy.score(run("pay 1", "debit 1", "pay 1"))
    assert "the same arguments as call 1" in score.reason


def test_with_a_key_all_tools_count_together() -> None:
    assert not AtMostOnce(one_of("pay", "debit"), key="order").score(run("pay 1", "debit 1"))


def test_a_retry_after_a_failure_is_allowed_if_only_success_counts() -> None:
    sample = run(record("pay 1", "errored"), "pay 1")
    assert not AtMostOnce("pay", key="order").score(sample)
    assert AtMostOnce("pay", key="order", which="succeeded").score(sample)


def test_unreadable_calls_are_no_repeats() -> None:
    bad = CallRecord(InvalidToolCall("pay", "{"), "rejected")
    assert AtMostOnce("pay").score(run(bad, bad))


# -- requires

REFUND = Requires("look", before="refund", on="order")


def test_a_refund_needs_a_look_up_of_the_same_order() -> None:
    assert REFUND.score(run("look 1", "refund 1"))
    assert REFUND.score(run("refund_quote 1", "look 1"))
    score = REFUND.score(run("look 2", "refund 1"))
    assert score.reason.splitlines() == [
        "broken: 1 violation; 1 of 2 requested calls is of refund",
        "call 2 refund(order=1) from code: no look with the same order succeeded before it",
    ]


def test_one_look_up_serves_any_number_of_refunds() -> None:
    assert REFUND.score(run("look 1", "refund 1", "refund 1"))


@pytest.mark.parametrize(
    ("records", "why"),
    [
        (["refund 1", "look 1"], "; call 2 came later"),
        (
            [record("look 1", message=1), record("refund 1", message=1)],
            "; call 1 came in the same step",
        ),
        ([record("look 1", "errored"), "refund 1"], "; call 1 was errored"),
        ([record("look 1", "unanswered"), "refund 1"], "; call 1 was unanswered"),
        (["look", "refund 1"], "succeeded before it"),
        (["look 1", "refund"], "has no order to look for in an earlier call of look"),
    ],
)
def test_what_does_not_count_as_a_look_up_before(
    records: Sequence[CallRecord | str], why: str
) -> None:
    score = REFUND.score(run(*records))
    assert score.value is False
    assert score.reason.endswith(why)


def test_the_look_up_counts_with_the_arguments_it_ran_with() -> None:
    edited = CallRecord(ToolCall("look", {"order": 2}), "executed", run_args={"order": 1})
    assert REFUND.score(run(edited, "refund 1"))
    assert not REFUND.score(run(edited, "refund 2"))


def test_arguments_may_have_other_names_and_need_not_be_compared() -> None:
    calls = [record("look", id=1), record("refund", order=1)]
    assert Requires("look", before="refund", on={"order": "id"}).score(run(*calls))
    assert not Requires("look", before="refund", on={"order": "no"}).score(run(*calls))
    assert Requires("look", before="refund").score(run("look 2", "refund 1"))


def test_only_calls_that_meet_the_conditions_need_it() -> None:
    policy = Requires("look", before="refund", on="order", where={"eur": above(100)})
    assert policy.score(run(record("refund 1", eur=50)))
    assert not policy.score(run(record("refund 1", eur=150)))


def test_a_refund_that_never_ran_breaks_it_only_if_requests_are_judged() -> None:
    sample = run(record("refund 1", "denied"))
    assert not REFUND.score(sample)
    assert Requires("look", before="refund", on="order", which="executed").score(sample)


def test_the_calls_may_be_read_off_messages() -> None:
    sample = MultiTurnSample(
        user_input=[
            AIMessage(tool_calls=[ToolCall("look", {"order": 1}, "a")]),
            ToolMessage("found", tool_call_id="a"),
            AIMessage(tool_calls=[ToolCall("refund", {"order": 1}, "b")]),
        ]
    )
    assert REFUND.score(sample)


# -- parameters and spelling


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: Never(""), "must be a tool's name"),
        (lambda: Never("a", which="made"), "must be one of requested, executed, succeeded"),  # type: ignore[arg-type] # the fault under test
        (lambda: Never("a", where={"x[": 1}), "where, column 2"),
        (lambda: Never("a", where={"x": casefold}), "nothing to compare with"),
        (lambda: AtMost(-1, "a"), "n must be a whole number, 0 or more, got -1"),
        (lambda: AtMost(True, "a"), "n must be a whole number"),
        (lambda: AtMostOnce("a", key="x["), "key, column 2"),
        (lambda: AtMostOnce("a", key=[3]), "a path must be text, got 3"),  # type: ignore[list-item] # the fault under test
        (lambda: AtMostOnce("a", key=[]), "must name an argument, or several, got []"),
        (lambda: AtMostOnce("a", key=3), "must name an argument, or several, got 3"),  # type: ignore[arg-type] # the fault under test
        (lambda: Requires("a", before="b", on={"x": "y["}), "on, column 2"),
        (lambda: Requires("a", before="b", on=3), "a path must be text, got 3"),  # type: ignore[arg-type] # the fault under test
        (lambda: Never("a", where="x"), "where must map paths"),  # type: ignore[arg-type] # the fault under test
        (lambda: Requires("a", before=""), "must be a tool's name"),
    ],
)
def test_bad_parameters_are_refused_when_the_policy_is_made(build: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        build()
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("policy", "spelling"),
    [
        (Never("delete"), "Never(tool='delete')"),
        (
            Never(regex("drop_.*"), where={"eur": above(9)}, which="executed"),
            "Never(tool=regex('drop_.*'), where={'eur': above(9)}, which='executed')",
        ),
        (AtMost(2, "search"), "AtMost(n=2, tool='search')"),
        (AtMostOnce("pay", key="order"), "AtMostOnce(tool='pay', key='order')"),
        (
            Requires("look", before="refund", on={"order": "id"}),
            "Requires(tool='look', before='refund', on={'order': 'id'})",
        ),
    ],
)
def test_the_spelling_parses_back(policy: Metric, spelling: str) -> None:
    assert repr(policy) == spelling
    assert parse_metric(spelling, known=POLICIES) == policy


# -- against brute force

tools = st.sampled_from(["look", "refund"])
outcomes: st.SearchStrategy[Outcome] = st.sampled_from(["executed", "errored", "denied"])
drawn = st.lists(st.tuples(tools, st.integers(1, 2), outcomes, st.booleans()), max_size=6)


def built(calls: list[tuple[str, int, Outcome, bool]]) -> tuple[MultiTurnSample, list[int]]:
    """The run, and the number of each call's message; a call may join the one before."""
    messages: list[int] = []
    for *_, joins in calls:
        messages.append(messages[-1] if joins and messages else 1 + len(messages))
    records = [
        record(f"{tool} {order}", outcome, message)
        for (tool, order, outcome, _), message in zip(calls, messages, strict=True)
    ]
    return run(*records), messages


@given(drawn)
def test_requires_agrees_with_brute_force(calls: list[tuple[str, int, Outcome, bool]]) -> None:
    sample, messages = built(calls)
    wrong = [
        number + 1
        for number, (tool, order, _, _) in enumerate(calls)
        if tool == "refund"
        and not any(
            other == "look" and no == order and outcome == "executed" and at < messages[number]
            for (other, no, outcome, _), at in zip(calls, messages, strict=True)
        )
    ]
    score = REFUND.score(sample)
    assert broken_by(score) == wrong
    assert score.value is not bool(wrong)


@given(drawn)
def test_at_most_once_agrees_with_counting(calls: list[tuple[str, int, Outcome, bool]]) -> None:
    sample, _ = built(calls)
    numbers = Counter(
        order for tool, order, outcome, _ in calls if (tool, outcome) == ("look", "executed")
    )
    score = AtMostOnce("look", key="order", which="succeeded").score(sample)
    assert len(broken_by(score)) == sum(number - 1 for number in numbers.values())


@given(drawn, drawn)
def test_what_a_prefix_of_the_run_breaks_the_whole_run_breaks_too(
    calls: list[tuple[str, int, Outcome, bool]], more: list[tuple[str, int, Outcome, bool]]
) -> None:
    before, after = built(calls)[0], built([*calls, *more])[0]
    for policy in (Never("look"), AtMost(1, "look"), AtMostOnce("look", key="order"), REFUND):
        broken = broken_by(policy.score(before))
        assert broken_by(policy.score(after))[: len(broken)] == broken
