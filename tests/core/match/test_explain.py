from typing import Any

import pytest

from odograph.match import any_value, approx, casefold, render_edits
from odograph.match.arguments import ArgumentRules
from odograph.match.explain import explain_calls, pair_calls
from odograph.match.trajectory import Turn
from odograph.trace import InvalidToolCall, ToolCall

Batches = list[list[ToolCall | InvalidToolCall]]


def f(**args: Any) -> ToolCall:
    return ToolCall("f", args)


def said(mode: Any, run: Batches, reference: Batches, **overrides: Any) -> str:
    rules = ArgumentRules(overrides=overrides)
    edits = explain_calls(mode, Turn(None, run), Turn(None, reference), rules)
    return render_edits(edits)


def test_a_changed_call_names_itself_and_its_keys() -> None:
    run: Batches = [[ToolCall("g")], [f(city="Oslo", days=3)]]
    reference: Batches = [[ToolCall("g")], [f(city="Bergen", days=3, u="C")]]
    assert said("strict", run, reference) == (
        "call 2 f: $.city: 'Oslo' != 'Bergen'; $.u: missing, expected 'C'"
    )


def test_missing_and_extra_calls_are_named() -> None:
    run: Batches = [[f(q="a")], [ToolCall("delete_all"), ToolCall("delete_all")]]
    reference: Batches = [[f(q="a")], [ToolCall("book", {"id": 7})]]
    assert said("strict", run, reference) == (
        "missing call book(id=7)\nunexpected call 2 delete_all()\nunexpected call 3 delete_all()"
    )


def test_what_a_mode_allows_is_left_out() -> None:
    run: Batches = [[ToolCall("x")]]
    reference: Batches = [[ToolCall("y")]]
    assert said("superset", run, reference) == "missing call y()"
    assert said("in_order", run, reference) == "missing call y()"
    assert said("subset", run, reference) == "unexpected call 1 x()"


def test_one_extra_first_step_is_one_insertion() -> None:
    steps: Batches = [[f(step=i)] for i in range(5)]
    assert said("strict", [[ToolCall("look")], *steps], steps) == "unexpected call 1 look()"


def test_calls_are_paired_where_they_differ_least() -> None:
    made = [f(a=1, b=3, c=3), f(a=1, b=2, c=9)]
    expected = [f(a=1, b=2, c=3), f(a=1, b=3, c=3)]
    assert pair_calls(made, expected, ArgumentRules()) == [(0, 1), (1, 0)]
    assert said("strict", [[one] for one in made], [[one] for one in expected]) == (
        "call 2 f: $.c: 9 != 3"
    )


def test_a_match_is_never_given_up_for_less_difference_elsewhere() -> None:
    made = [f(a=1), f(a=1, b=2)]
    expected = [f(a=1, b=2), f(a=1, b=3)]
    assert (1, 0) in pair_calls(made, expected, ArgumentRules())


def test_calls_beyond_number_are_paired_as_they_come() -> None:
    many = [f(n=i) for i in range(100)]
    assert pair_calls(many, many[:99], ArgumentRules()) == [(i, i) for i in range(99)]


def test_another_order_is_told() -> None:
    a, b = ToolCall("pay"), ToolCall("check")
    assert said("strict", [[a], [b]], [[b], [a]]) == (
        "order: the run calls pay, check, the reference check, pay"
    )
    assert said("in_order", [[a, b]], [[a], [b]]) == (
        "order: the run calls (pay & check), the reference pay, check"
    )


def test_other_messages_are_told() -> None:
    run, reference = Turn(["system", "user", "assistant"], [[]]), Turn(["user"], [])
    (edit,) = explain_calls("strict", run, reference, ArgumentRules())
    assert str(edit) == "messages: the run has user, assistant, the reference user"
    (edit,) = explain_calls("strict", Turn(["user"], []), Turn(["system"], []), ArgumentRules())
    assert str(edit) == "messages: the run has user, the reference system"


def test_an_unreadable_call_is_shown_as_it_came() -> None:
    run: Batches = [[InvalidToolCall("f", '{"city": "Ber')]]
    assert said("strict", run, [[f(city="Bergen")]]) == (
        "call 1 f: $: '{\"city\": \"Ber' != {'city': 'Bergen'} by readable arguments"
    )
    assert said("subset", run, []) == 'unexpected call 1 f(unreadable: \'{"city": "Ber\')'


def test_comparators_are_shown_as_they_are_written() -> None:
    wanted: Batches = [[f(eur=approx(0.01, of=40), tags=[casefold, {"x": any_value}])]]
    assert said("superset", [], wanted) == (
        "missing call f(eur=approx(0.01, of=40), tags=[casefold, {'x': any_value}])"
    )
    assert said("strict", [[f(eur=41)]], [[f(eur=approx(0.01, of=40))]]) == (
        "call 1 f: $.eur: 41 != approx(0.01, of=40)"
    )
    assert said("strict", [[f(c="x")]], [[f(c="y")]], f={"c": casefold}) == (
        "call 1 f: $.c: 'x' != 'y' by casefold()"
    )


@pytest.mark.parametrize(
    "run",
    [
        [[ToolCall("login", {"user": "ann", "password": "hunter2"})]],
        [[f(headers={"authorization": "hunter2"}), ToolCall("x", {"api_key": ["hunter2"]})]],
        [[InvalidToolCall("login", '{"user": "ann", "password": "hunter2')]],
        [[InvalidToolCall("login", '{"note": "Bearer hunter2hunter2"')]],
    ],
)
def test_secrets_are_masked(run: Batches) -> None:
    reference: Batches = [[ToolCall("login", {"user": "ann", "password": "hunter3"}), f(n=1)]]
    edits = explain_calls("strict", Turn(None, run), Turn(None, reference), ArgumentRules())
    shown = render_edits(edits) + str([edit.as_dict() for edit in edits])
    assert "hunter" not in shown
    assert "***" in shown
