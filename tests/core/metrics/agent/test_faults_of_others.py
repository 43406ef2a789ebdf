"""Faults that other evaluators were seen to have, one test each, with the right answer."""

import copy
from datetime import date
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.metrics import (
    PathMatch,
    ToolCallAccuracy,
    ToolCallF1,
    ToolCallRecall,
    ToolSelection,
    TrajectoryMatch,
)
from odograph.trace import AIMessage, HumanMessage, MultiTurnSample, NodePath, ToolCall, from_openai

MODES: list[Any] = ["strict", "in_order", "unordered", "subset", "superset"]
COUNTING: list[Any] = ["strict", "unordered", "subset", "superset"]


def s(**args: Any) -> ToolCall:
    return ToolCall("s", args)


def verdicts(
    made: list[ToolCall], expected: list[ToolCall], modes: list[Any] = MODES, **parameters: Any
) -> set[Any]:
    """The verdicts of some modes, over calls made in one message."""
    given: dict[str, Any] = {
        "user_input": [AIMessage(tool_calls=made)],
        "reference_trajectory": [AIMessage(tool_calls=expected)],
    }
    return {TrajectoryMatch(mode, **parameters).score(**given).value for mode in modes}


def wire(name: str, arguments: Any) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c", "function": {"name": name, "arguments": arguments}}],
    }


# message trajectories


def test_greedy_pairing_of_loose_arguments_01() -> None:
    made, expected = [s(q=1, lang=1), s(q=1)], [s(q=1), s(q=1, lang=1)]
    assert verdicts(made, expected, args="superset") == {True}


def test_greedy_pairing_under_a_symmetric_function_02() -> None:
    def near(actual: Any, expected: Any) -> bool:
        return bool(abs(actual["x"] - expected["x"]) <= 1)

    made, expected = [s(x=2), s(x=1)], [s(x=2), s(x=3)]
    assert verdicts(made, expected, overrides={"s": near}) == {True}


def test_sides_swapped_with_the_mode_03() -> None:
    assert verdicts([s(q=1)], [s(q=1, lang=1)], args="subset") == {True}


def test_a_required_argument_missing_passes_04() -> None:
    assert verdicts([s(q=1)], [s(q=1, lang=1)], args="superset") == {False}


def test_unordered_asks_both_ways_05() -> None:
    assert verdicts([s(q=1)], [s(q=1, lang=1)], ["unordered", "strict"], args="subset") == {True}
    assert verdicts([s(q=1, lang=1)], [s(q=1)], ["unordered", "strict"], args="superset") == {True}


def test_the_callers_messages_are_changed_06() -> None:
    messages = [{"role": "user", "content": None}, wire("f", "{}")]
    before = copy.deepcopy(messages)
    TrajectoryMatch().score(from_openai(messages, reference_tool_calls=[ToolCall("f")]))
    assert messages == before


def test_unreadable_arguments_end_the_evaluation_07() -> None:
    sample = from_openai([wire("f", "{")], reference_tool_calls=[ToolCall("f")])
    for args in ("exact", "ignore"):
        assert TrajectoryMatch("superset", args).score(sample).value is False
    other = from_openai([wire("g", "{"), wire("f", "{}")], reference_tool_calls=[ToolCall("f")])
    assert TrajectoryMatch("superset").score(other).value is True


def test_empty_text_is_no_arguments_08() -> None:
    sample = from_openai([wire("handoff", "")], reference_tool_calls=[ToolCall("handoff")])
    assert {TrajectoryMatch(mode).score(sample).value for mode in MODES} == {True}
    assert ToolCallAccuracy().score(sample).value == 1.0


@pytest.mark.parametrize("path", ["user_idd", "items.0.id", "a.b"])
def test_a_path_that_finds_nothing_passes_09(path: str) -> None:
    made = s(user_id=1, items=[{"id": 1}], **{"a.b": 1})
    expected = s(user_id=2, items=[{"id": 2}], **{"a.b": 2})
    with pytest.raises(InputError, match="no expected call of s has the argument"):
        verdicts([made], [expected], overrides={"s": [path]})


def test_the_right_path_compares_09() -> None:
    made = s(user_id=1, items=[{"id": 1}], **{"a.b": 1})
    expected = s(user_id=2, items=[{"id": 2}], **{"a.b": 2})
    for path in ("user_id", "items[0].id", "['a.b']"):
        assert verdicts([made], [expected], overrides={"s": [path]}) == {False}


def test_a_misspelt_mode_ignores_everything_10() -> None:
    with pytest.raises(InputError, match="must be one of exact, ignore, subset, superset, got"):
        TrajectoryMatch(overrides={"s": "excat"})


def test_a_coroutine_is_true_11() -> None:
    async def never(actual: Any, expected: Any) -> bool:
        return False

    with pytest.raises(InputError, match="must not be async, never is"):
        verdicts([s()], [s()], overrides={"s": never})


def test_an_empty_override_falls_back_to_the_default_12() -> None:
    with pytest.raises(InputError, match="an override must be a mode, a list of paths"):
        TrajectoryMatch(overrides={"s": []})


def test_invalid_calls_are_invisible_13() -> None:
    sample = from_openai([wire("delete_db", "{")], reference_tool_calls=[])
    assert {TrajectoryMatch(mode).score(sample).value for mode in ("strict", "unordered")} == {
        False
    }
    assert TrajectoryMatch("subset").score(sample).value is False


def test_the_older_function_call_is_invisible_14() -> None:
    message = {"role": "assistant", "function_call": {"name": "delete_db", "arguments": "{}"}}
    sample = from_openai([message], reference_tool_calls=[])
    assert TrajectoryMatch("subset").score(sample).value is False


def test_nothing_given_matches_anything_15() -> None:
    score = TrajectoryMatch("superset").score(user_input=[AIMessage(tool_calls=[s()])])
    assert (score.value, score.fault) == (None, "data")


def test_a_call_in_the_wrong_turn_matches_16() -> None:
    turns = [HumanMessage("q"), AIMessage(tool_calls=[s()]), HumanMessage("q"), AIMessage("a")]
    sample = MultiTurnSample(user_input=turns, reference_tool_calls=[[], [s()]])
    for mode in COUNTING:
        assert TrajectoryMatch(mode).score(sample).value is True
        assert TrajectoryMatch(mode, scope="turn").score(sample).value is False


def test_a_failed_call_counts_as_done_17() -> None:
    failed = {"role": "tool", "tool_call_id": "c", "content": "no", "status": "error"}
    sample = from_openai([wire("f", "{}"), failed], reference_tool_calls=[ToolCall("f")])
    assert TrajectoryMatch().score(sample).value is True
    assert TrajectoryMatch(which="succeeded").score(sample).value is False


def test_true_is_one_18() -> None:
    assert verdicts([s(dry_run=True)], [s(dry_run=1)]) == {False}
    assert verdicts([s(amount=20)], [s(amount=20.0)]) == {True}


@pytest.mark.parametrize(
    "content", [[{"type": "video"}], [{"type": "text-plain"}], [{"type": "media", "data": ""}]]
)
def test_content_that_is_never_compared_breaks_it_19(content: Any) -> None:
    messages = [{"role": "user", "content": content}, wire("f", "{}")]
    messages.append({"role": "tool", "tool_call_id": "c", "content": [{"a": 1}]})
    sample = from_openai(messages, reference_tool_calls=[ToolCall("f")])
    assert TrajectoryMatch().score(sample).value is True


def test_forms_of_calls_that_break_it_20() -> None:
    custom = {"role": "assistant", "tool_calls": [{"custom": {"name": "run", "input": "ls"}}]}
    sample = from_openai((custom,), reference_tool_calls=[ToolCall("run", {"input": "ls"})])
    assert TrajectoryMatch().score(sample).value is True
    dated = s(day=date(2024, 5, 20), tags={"b", "a"}, pair=(1, 2))
    assert verdicts([dated], [s(day="2024-05-20", tags=["a", "b"], pair=[1, 2])]) == {True}


def test_another_written_form_of_the_same_message_differs_21() -> None:
    fields = {"content": "", "type": "ai", "tool_calls": [{"name": "f", "args": {"x": 1}}]}
    sample = from_openai(
        [{"type": "ai", "data": fields}], reference_tool_calls=[ToolCall("f", {"x": 1})]
    )
    assert TrajectoryMatch().score(sample).value is True


# other matchers


def f1(made: list[ToolCall], expected: list[ToolCall], metric: Any = ToolCallF1) -> Any:
    sample = MultiTurnSample(user_input=[AIMessage(tool_calls=made)], reference_tool_calls=expected)
    return metric().score(sample).value


def test_equal_calls_are_merged_m1() -> None:
    assert f1([s(q="a"), s(q="a")], [s(q="a"), s(q="a")]) == 1.0


def test_partial_credit_by_greedy_pairing_m2() -> None:
    expected = [s(a=1, b=2, c=3), s(a=1, b=3, c=3)]
    made = [s(a=1, b=3, c=3), s(a=1, b=2, c=9)]
    assert f1(made, expected, ToolCallAccuracy) == pytest.approx(5 / 6)


def test_extra_calls_are_not_even_named_m3() -> None:
    made = [s(), ToolCall("delete_all"), ToolCall("delete_all")]
    score = ToolCallF1().score(user_input=[AIMessage(tool_calls=made)], reference_tool_calls=[s()])
    assert score.value == 0.5
    assert score.reason.count("unexpected call") == 2


def test_a_valid_pairing_is_not_found_m4() -> None:
    made, expected = [s(q="x"), s(q="y")], [s(), s(q="x")]
    assert verdicts(made, expected, ["strict", "unordered", "superset"], args="superset") == {True}


def test_a_failure_does_not_say_why_m5() -> None:
    for mode in MODES:
        score = TrajectoryMatch(mode).score(
            user_input=[AIMessage(tool_calls=[s(q="tea")])],
            reference_tool_calls=[s(q="coffee")],
        )
        assert "$.q: 'tea' != 'coffee'" in score.reason


def test_multiplicity_is_lost_m7_m8() -> None:
    a, b = ToolCall("a"), ToolCall("b")
    assert verdicts([a, a, b], [a, b, b], COUNTING) == {False}
    assert verdicts([a, b, ToolCall("delete_all")], [a, b], ["strict"]) == {False}
    assert f1([s(), s()], [s(), s()], ToolSelection) == 1.0
    assert f1([], [], ToolSelection) == 1.0


def test_the_order_of_parallel_nodes_is_a_race_m9() -> None:
    path = NodePath.of(["start", ("a", "b"), "join"])
    assert PathMatch().score(path=path, reference_path=["start", ("b", "a"), "join"]).value is True


def test_the_order_of_parallel_calls_is_a_race_m6_m11_m12() -> None:
    a, b = ToolCall("a"), ToolCall("b")
    assert verdicts([a, b], [b, a]) == {True}


def test_one_step_more_makes_all_later_steps_differ_m13() -> None:
    steps = [AIMessage(tool_calls=[s(n=i)]) for i in range(4)]
    score = TrajectoryMatch().score(
        user_input=[AIMessage(tool_calls=[ToolCall("look")]), *steps],
        reference_tool_calls=[s(n=i) for i in range(4)],
    )
    assert [edit["op"] for edit in score.details["edits"]] == ["extra"]


# accuracy in order, accuracy in any order, F1
TABLE: list[Any] = [
    ("nothing called, nothing expected", [], [], (1, 1, 1)),
    ("the same a hundred times", [s(eur=5)] * 100, [s(eur=5)], (0.01, 0.01, 2 / 101)),
    ("one of two needed", [s(eur=5)], [s(eur=5)] * 2, (0.5, 0.5, 2 / 3)),
    ("an extra argument", [s(a=1, force=True)], [s(a=1)], (0.5, 0.5, 0)),
    ("1 and 1.0", [s(a=1)], [s(a=1.0)], (1, 1, 1)),
    ("true and 1", [s(a=True)], [s(a=1)], (0, 0, 0)),
    ("1 and '1'", [s(a=1)], [s(a="1")], (0, 0, 0)),
    ("null and 'None'", [s(a=None)], [s(a="None")], (0, 0, 0)),
    ("true and 'True'", [s(a=True)], [s(a="True")], (0, 0, 0)),
    ("keys in another order", [s(a={"x": 1, "y": 2})], [s(a={"y": 2, "x": 1})], (1, 1, 1)),
    ("NaN on both sides", [s(a=float("nan"))], [s(a=float("nan"))], (1, 1, 1)),
    ("bytes", [s(a=bytearray(b"ab"))], [s(a=bytearray(b"ab"))], (1, 1, 1)),
    ("one of two right", [s(f="b"), s(f="c")], [s(f="a"), s(f="b")], (0.5, 0.5, 0.5)),
    ("the first right", [s(n=2), s(n=10)], [s(n=2), s(n=3)], (0.5, 0.5, 0.5)),
    ("one too many", [s(n=1), s(n=2)], [s(n=1)], (0.5, 0.5, 2 / 3)),
    ("a tuple of calls", (s(n=1),), (s(n=1),), (1, 1, 1)),
]


@pytest.mark.parametrize(("made", "expected", "right"), [row[1:] for row in TABLE])
def test_figures_that_ought_to_be_known(made: Any, expected: Any, right: Any) -> None:
    sample = MultiTurnSample(
        user_input=[AIMessage(tool_calls=[one]) for one in made], reference_tool_calls=expected
    )
    metrics = ToolCallAccuracy(), ToolCallAccuracy(strict_order=False), ToolCallF1()
    assert [metric.score(sample).value for metric in metrics] == pytest.approx(list(right))


def test_the_share_never_passes_one() -> None:
    made = [s(t="09:00"), s(t="13:00"), s(t="21:00")]
    assert (
        ToolCallRecall(args="ignore")
        .score(user_input=[AIMessage(tool_calls=made)], reference_tool_calls=[s(t="any")])
        .value
        == 1.0
    )
