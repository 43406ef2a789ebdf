from typing import Any

import pytest

from odograph.errors import InputError
from odograph.match import approx, casefold
from odograph.metrics import TrajectoryMatch
from odograph.trace import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

MODES: list[Any] = ["strict", "in_order", "unordered", "subset", "superset"]
USER, ANSWER = HumanMessage("q"), AIMessage("done")


def call(name: str, /, **args: Any) -> ToolCall:
    return ToolCall(name, args)


def asks(*calls: ToolCall) -> AIMessage:
    return AIMessage(tool_calls=calls)


def holds_in(run: list[Message], expected: list[Any], **parameters: Any) -> list[str]:
    """The modes in which a run matches; a reference of messages is known by its first."""
    by_messages = bool(expected) and isinstance(expected[0], Message)
    name = "reference_trajectory" if by_messages else "reference_tool_calls"
    given: dict[str, Any] = {"user_input": run, name: expected}
    return [mode for mode in MODES if TrajectoryMatch(mode, **parameters).score(**given).value]


def test_worked_examples_of_the_modes() -> None:
    search, book, pay = call("search", q="x"), call("book"), call("pay")
    run: list[Message] = [USER, asks(search), asks(book), ANSWER]
    assert holds_in(run, [search, book]) == MODES
    assert holds_in(run, [book, search]) == ["unordered", "subset", "superset"]
    assert holds_in(run, [book]) == ["in_order", "superset"]
    assert holds_in(run, [search, book, pay]) == ["subset"]
    assert holds_in(run, [pay]) == []


def test_nothing_against_nothing_matches() -> None:
    assert holds_in([USER, ANSWER], []) == MODES
    assert holds_in([], []) == MODES


def test_calls_of_one_message_have_no_order() -> None:
    weather, events = call("weather", city="Oslo"), call("events", city="Oslo")
    run: list[Message] = [USER, asks(weather, events)]
    assert holds_in(run, [USER, asks(events, weather)]) == MODES
    assert holds_in(run, [events, weather]) == MODES


def test_across_messages_the_order_is_the_decision() -> None:
    pay, check = call("pay", id=7), call("check_stock", id=7)
    run: list[Message] = [asks(pay), asks(check)]
    assert holds_in(run, [asks(check), asks(pay)]) == ["unordered", "subset", "superset"]


def test_what_was_made_together_is_not_one_after_the_other() -> None:
    a, b = call("a"), call("b")
    assert "strict" not in holds_in([USER, asks(a, b)], [USER, asks(a), asks(b)])
    assert "in_order" not in holds_in([USER, asks(a, b)], [USER, asks(a), asks(b)])
    assert holds_in([USER, asks(a), asks(b)], [USER, asks(a, b)]) == MODES[1:]


def test_strict_against_messages_wants_the_same_roles() -> None:
    a = call("a")
    reference: list[Any] = [USER, asks(a), ToolMessage("r"), ANSWER]
    assert holds_in([USER, asks(a), ToolMessage("other"), AIMessage("other")], reference) == MODES
    assert holds_in([SystemMessage("x"), *reference], reference) == MODES
    assert holds_in([USER, asks(a), ToolMessage("r")], reference) == MODES[1:]
    assert holds_in([USER, asks(a), ToolMessage("r"), ANSWER, USER], reference) == MODES[1:]
    system: list[Any] = [SystemMessage("y"), *reference]
    assert holds_in([SystemMessage("x"), *reference], system) == MODES
    assert holds_in(reference, system) == MODES[1:]


def test_a_turn_is_compared_with_its_own_reference() -> None:
    refund, look = call("refund"), call("look")
    run: list[Message] = [USER, asks(refund), ANSWER, USER, asks(look), ANSWER]
    reference: list[Any] = [USER, asks(look), ANSWER, USER, asks(refund), ANSWER]
    assert holds_in(run, reference) == ["unordered", "subset", "superset"]
    assert holds_in(run, reference, scope="turn") == []
    assert holds_in(run, [[refund], [look]], scope="turn") == MODES
    assert holds_in(run, [[refund, look], []], scope="turn") == []


def test_a_turn_that_one_side_lacks_is_empty() -> None:
    a = call("a")
    one: list[Message] = [USER, asks(a)]
    assert holds_in(one, [[a], [a]], scope="turn") == ["subset"]
    assert holds_in([*one, *one], [[a]], scope="turn") == ["in_order", "superset"]
    assert holds_in(one, [*one, USER, ANSWER], scope="turn") == MODES[1:]
    assert holds_in([*one, USER, ANSWER], one, scope="turn") == MODES[1:]


def test_turns_need_a_reference_by_turn() -> None:
    two: list[Message] = [USER, asks(call("a")), USER, ANSWER]
    score = TrajectoryMatch(scope="turn").score(user_input=two, reference_tool_calls=[call("a")])
    assert (score.value, score.fault) == (None, "data")
    assert TrajectoryMatch(scope="turn").score(user_input=two, reference_tool_calls=[]).scored


def test_a_failed_attempt_is_still_a_call() -> None:
    fetch = call("fetch", url="x")
    run: list[Message] = [
        AIMessage(tool_calls=[ToolCall("fetch", {"url": "x"}, "1")]),
        ToolMessage("timeout", tool_call_id="1", status="error"),
        AIMessage(tool_calls=[ToolCall("fetch", {"url": "x"}, "2")]),
        ToolMessage("ok", tool_call_id="2"),
    ]
    assert holds_in(run, [fetch]) == ["in_order", "superset"]
    assert holds_in(run, [fetch], which="executed") == ["in_order", "superset"]
    assert holds_in(run, [fetch], which="succeeded") == MODES


def test_an_invalid_call_is_seen_and_matches_nothing() -> None:
    run: list[Message] = [AIMessage(invalid_tool_calls=[InvalidToolCall("delete_db", "{")])]
    assert holds_in(run, []) == ["in_order", "superset"]
    assert holds_in(run, [call("delete_db")], args="ignore") == []
    assert holds_in(run, run) == []


def test_only_some_tools_can_be_compared() -> None:
    run: list[Message] = [USER, asks(call("look")), asks(call("pay", eur=4)), asks(call("look"))]
    reference = [call("find"), call("pay", eur=4)]
    assert holds_in(run, reference) == []
    assert holds_in(run, reference, tools=["pay", "refund"]) == MODES
    assert holds_in(run, reference, tools=["refund"]) == MODES


@pytest.mark.parametrize(
    ("args", "modes"), [("superset", MODES), ("ignore", MODES), ("exact", []), ("subset", [])]
)
def test_an_argument_mode_means_the_same_in_every_mode(args: Any, modes: list[str]) -> None:
    run: list[Message] = [asks(call("search", q="tea", lang="sv"))]
    assert holds_in(run, [call("search", q="tea")], args=args) == modes


def test_overrides_are_for_their_tool() -> None:
    expected = [call("search", q="a"), call("heat", target=21.0)]
    run: list[Message] = [asks(call("search", q="zzz")), asks(call("heat", target=20.95))]
    overrides: dict[str, Any] = {"search": "ignore", "heat": {"target": approx(0.1)}}
    assert holds_in(run, expected, overrides=overrides) == MODES
    warm: list[Message] = [asks(call("search", q="zzz")), asks(call("heat", target=21.2))]
    assert holds_in(warm, expected, overrides=overrides) == []


def test_a_score_says_what_differs() -> None:
    score = TrajectoryMatch("in_order").score(
        user_input=[USER, asks(call("forecast", city="Bergen"))],
        reference_tool_calls=[call("geocode", place="Oslo"), call("forecast", city="Oslo")],
    )
    assert score.value is False
    assert score.reason == (
        "in_order does not hold\n"
        "call 1 forecast: $.city: 'Bergen' != 'Oslo'\n"
        "missing call geocode(place='Oslo')"
    )
    assert [edit["op"] for edit in score.details["edits"]] == ["changed", "missing"]


def test_the_turns_at_fault_are_told() -> None:
    score = TrajectoryMatch(scope="turn").score(
        user_input=[USER, asks(call("a")), USER, asks(call("b"))],
        reference_tool_calls=[[call("a")], [call("c")]],
    )
    assert score.reason.startswith("strict does not hold in turn 2\n")


def test_a_match_says_how_much_was_compared() -> None:
    score = TrajectoryMatch().score(user_input=[asks(call("a"))], reference_tool_calls=[call("a")])
    assert (score.value, score.reason) == (True, "strict: 1 call made, 1 expected")


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"mode": "any"}, "mode: must be one of strict, in_order, unordered, subset, superset"),
        ({"args": "excat"}, "args: must be one of exact, ignore, subset, superset"),
        ({"overrides": {"f": []}}, "overrides['f']: an override must be"),
        ({"which": "all"}, "which: must be one of requested, executed, succeeded, got 'all'"),
        ({"scope": "thread"}, "scope: must be one of run, turn, got 'thread'"),
        ({"tools": "f"}, "tools: must be a list of names of tools"),
    ],
)
def test_wrong_parameters_are_refused_when_it_is_built(
    parameters: dict[str, Any], says: str
) -> None:
    with pytest.raises(InputError) as caught:
        TrajectoryMatch(**parameters)
    assert str(caught.value).startswith(says)


def test_a_path_that_no_expected_call_has_is_refused_when_it_is_met() -> None:
    metric = TrajectoryMatch(overrides={"trip": {"destinaton": casefold}})
    trip = call("trip", destination="Oslo")
    with pytest.raises(InputError, match="no expected call of trip has the argument, got 'destin"):
        metric.score(user_input=[asks(trip)], reference_tool_calls=[trip])
