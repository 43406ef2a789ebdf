from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.match import casefold
from odograph.metrics import TrajectoryMatch, parse_metric
from odograph.metrics.agent.tool_call_f1 import ToolCallF1
from odograph.metrics.agent.trajectory_similarity import TrajectorySimilarity
from odograph.trace import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    Message,
    MultiTurnSample,
    SingleTurnSample,
    ToolCall,
    ToolMessage,
)

Batches = Sequence[Sequence[ToolCall]]
METRIC = TrajectorySimilarity()


def call(text: str) -> ToolCall:
    """`s1` is the call s(x=1), `s` is s()."""
    return ToolCall(text[0], {"x": int(text[1:])} if text[1:] else {})


def calls(text: str) -> list[ToolCall]:
    return [call(one) for one in text.split()]


def messages(text: str) -> list[Message]:
    """Messages that call in steps: `a b, c` is one message with a and b, then one with c."""
    steps = text.split(",") if text else []
    asked = [AIMessage(tool_calls=calls(step)) for step in steps]
    return [HumanMessage("hi"), *asked, AIMessage("done")]


def against_calls(run: str, reference: str, **parameters: Any) -> Any:
    sample = MultiTurnSample(user_input=messages(run), reference_tool_calls=calls(reference))
    return TrajectorySimilarity(**parameters).score(sample)


def against_messages(run: str, reference: str) -> Any:
    sample = MultiTurnSample(user_input=messages(run), reference_trajectory=messages(reference))
    return METRIC.score(sample)


def test_worked_example() -> None:
    # search(x=1) | fetch(x=2) + fetch(x=3) | buy(x=9)   against   search, fetch 3, fetch 2, buy 4
    # search and both fetches agree (2 each), buy has the right tool only (1): 7 of 4 + 4
    score = against_calls("s1, f2 f3, b9", "s1 f3 f2 b4")
    assert score.value == 7 / 8
    assert score.reason == "4 calls made, 4 expected\ncall 4 b: $.x: 9 != 4"
    assert score.details["cost"] == 1.0


@pytest.mark.parametrize(
    ("run", "reference", "value"),
    [
        ("s1", "s1", 1.0),
        ("", "", 1.0),
        ("s1", "", 0.0),
        ("", "s1", 0.0),
        ("s1", "t1", 0.0),
        ("s1", "s2", 0.5),
        ("s1, s1", "s1", 2 / 3),
        ("s1, t1", "t1 s1", 0.5),
        ("s1 t1", "t1 s1", 1.0),
        ("s1, t1, u1", "t1 u1 s1", 4 / 6),
    ],
)
def test_values_against_calls(run: str, reference: str, value: float) -> None:
    assert against_calls(run, reference).value == value


@pytest.mark.parametrize(
    ("run", "reference", "value"),
    [
        ("a b, c", "b a, c", 1.0),
        ("a, b, c", "a b, c", 4 / 6),
        ("a b, c", "a, b, c", 4 / 6),
        ("a, c", "c, a", 0.5),
        ("a, a, b", "a, b", 4 / 5),
    ],
)
def test_against_messages_a_step_stands_for_one_step(
    run: str, reference: str, value: float
) -> None:
    assert against_messages(run, reference).value == value


def test_an_extra_call_costs_one_and_a_misplaced_call_two() -> None:
    assert against_calls("a, b, x, c", "a b c").details["cost"] == 1
    assert against_calls("b, c, a", "a b c").details["cost"] == 2


def test_the_edits_tell_moved_from_missing_and_extra() -> None:
    score = against_calls("b, x, c, a1, d2", "a1 b c d1 y")
    assert [edit["op"] for edit in score.details["edits"]] == [
        "extra",
        "moved",
        "changed",
        "missing",
    ]
    assert score.reason.splitlines() == [
        "5 calls made, 5 expected",
        "unexpected call 2 x()",
        "call 4 a(x=1): out of order, expected as call 1",
        "call 5 d: $.x: 2 != 1",
        "missing call y()",
    ]


def test_a_call_in_another_step_is_moved_too() -> None:
    score = against_messages("a, b, c", "a b, c")
    assert score.reason.splitlines()[1:] == ["call 2 b(): made in step 2, expected in step 1"]


def test_steps_are_numbered_among_messages_that_call() -> None:
    score = against_messages(",a,,b", "b,a")
    assert score.reason.splitlines()[1:] == ["call 2 b(): made in step 2, expected in step 1"]


def test_a_misplaced_call_with_other_arguments_is_another_call() -> None:
    score = against_calls("b, a1", "a2 b")
    assert score.reason.splitlines()[1:] == ["unexpected call 2 a(x=1)", "missing call a(x=2)"]


def test_an_unreadable_call_has_its_tool_right_at_most() -> None:
    sample = MultiTurnSample(
        user_input=[AIMessage(invalid_tool_calls=[InvalidToolCall("s", "{x")])],
        reference_tool_calls=calls("s1"),
    )
    score = METRIC.score(sample)
    assert score.value == 0.5
    assert "readable arguments" in score.reason


def test_arguments_are_compared_as_the_rules_say() -> None:
    assert against_calls("s1, t2", "s3 t4", args="ignore").value == 1
    assert against_calls("s1, t2", "s3 t4", overrides={"s": "ignore"}).value == 3 / 4
    run = [AIMessage(tool_calls=[ToolCall("s", {"q": "OSLO", "n": 1})])]
    reference = [ToolCall("s", {"q": "Oslo", "n": 2})]
    fields: dict[str, Any] = {"user_input": run, "reference_tool_calls": reference}
    assert METRIC.score(**fields).value == 0.5
    metric = TrajectorySimilarity(overrides={"s": {"q": casefold}})
    assert metric.score(**fields).value == (1 + 1 / 2) / 2


def test_failed_calls_are_left_out_if_asked() -> None:
    run = [
        AIMessage(tool_calls=[ToolCall("s", id="1")]),
        ToolMessage("no", tool_call_id="1", status="error"),
        AIMessage(tool_calls=[ToolCall("s", id="2")]),
        ToolMessage("yes", tool_call_id="2"),
    ]
    fields: dict[str, Any] = {"user_input": run, "reference_tool_calls": calls("s")}
    assert METRIC.score(**fields).value == 2 / 3
    assert TrajectorySimilarity(which="succeeded").score(**fields).value == 1


def test_only_some_tools_are_compared_if_asked() -> None:
    assert against_calls("x, a, x, b", "a y b", tools=["a", "b"]).value == 1
    with pytest.raises(InputError, match="list of names"):
        TrajectorySimilarity(tools=[])


def test_a_sample_that_does_not_tell_its_calls_is_unscored() -> None:
    sample = SingleTurnSample(user_input="q", reference_tool_calls=calls("a"))
    assert METRIC.score(sample).fault == "data"


def test_a_run_without_reference_is_unscored() -> None:
    assert METRIC.score(user_input=messages("a")).fault == "data"


def test_a_large_parallel_batch_may_be_listed_in_any_order() -> None:
    wanted = [f"f{i}" for i in range(20)] + ["f0", "g1"]
    assert against_calls(" ".join(wanted[:20][::-1]) + ", f0, g1", " ".join(wanted)).value == 1


def test_a_large_batch_is_whole_even_where_a_call_of_it_has_an_earlier_twin() -> None:
    others = " ".join(f"f{i}" for i in range(9))
    assert against_calls(f"x, x {others}", f"x {others} x").value == 1


def test_the_spelling_parses_back() -> None:
    metric = TrajectorySimilarity(args="superset", which="executed")
    assert repr(metric) == "TrajectorySimilarity(args='superset', which='executed')"
    known = {"TrajectorySimilarity": TrajectorySimilarity}
    assert parse_metric(repr(metric), known=known) == metric


# -- properties

names = st.sampled_from(["a", "b", "a1", "a2", "b1"])
steps = st.lists(st.lists(names, max_size=3).map(" ".join), max_size=4).map(",".join)
flat = st.lists(names, max_size=5).map(" ".join)


@given(steps, flat)
def test_one_means_a_strict_match_and_nothing_else_does(run: str, reference: str) -> None:
    sample = MultiTurnSample(user_input=messages(run), reference_tool_calls=calls(reference))
    score = METRIC.score(sample)
    assert (score.value == 1) is bool(TrajectoryMatch().score(sample))
    assert (score.value == 1) is ("edits" not in score.details)
    assert score.scored
    assert 0 <= float(score) <= 1


@given(steps, steps)
def test_one_against_messages_is_a_strict_match_but_for_messages_that_call_nothing(
    run: str, reference: str
) -> None:
    def calling(text: str) -> str:
        return ",".join(step for step in text.split(",") if step)

    sample = MultiTurnSample(
        user_input=messages(calling(run)), reference_trajectory=messages(calling(reference))
    )
    assert (METRIC.score(sample).value == 1) is bool(TrajectoryMatch().score(sample))
    assert against_messages(run, reference).value == METRIC.score(sample).value


@given(steps, steps)
def test_swapping_the_sides_changes_nothing(run: str, reference: str) -> None:
    there, back = against_messages(run, reference), against_messages(reference, run)
    assert there.value == back.value


@given(st.lists(st.lists(names, max_size=3), max_size=3), flat, st.randoms())
def test_the_order_inside_a_step_changes_nothing(
    run: list[list[str]], reference: str, random: Any
) -> None:
    mixed = [random.sample(step, len(step)) for step in run]
    before, after = (
        against_calls(",".join(map(" ".join, one)), reference).value for one in (run, mixed)
    )
    assert before == after


@given(steps)
def test_one_extra_call_costs_exactly_one_insertion(run: str) -> None:
    made = len(run.replace(",", " ").split())
    reference = " ".join(run.replace(",", " ").split())
    score = against_calls(f"{run}, z", reference)
    assert score.value == 2 * made / (2 * made + 1)


@given(steps, flat)
def test_without_arguments_it_never_exceeds_f1(run: str, reference: str) -> None:
    sample = MultiTurnSample(user_input=messages(run), reference_tool_calls=calls(reference))
    ordered = TrajectorySimilarity(args="ignore").score(sample)
    assert float(ordered) <= float(ToolCallF1(args="ignore").score(sample))


@given(steps, flat)
def test_the_edits_account_for_every_call(run: str, reference: str) -> None:
    score = against_calls(run, reference)
    edits = score.details.get("edits", [])
    number = {op: sum(edit["op"] == op for edit in edits) for op in ("moved", "extra", "missing")}
    made, expected = len(run.replace(",", " ").split()), len(reference.split())
    assert made - number["extra"] == expected - number["missing"]
    cost = score.details.get("cost", 0)
    left_out = number["extra"] + number["missing"] + 2 * number["moved"]
    assert left_out <= cost <= left_out + sum(edit["op"] == "changed" for edit in edits)
