from typing import Any

import pytest

from odograph.errors import InputError
from odograph.match import above, any_value, approx, below, casefold, one_of, optional, regex
from odograph.match.selection import CallFilter, values_at
from odograph.trace import CallRecord, InvalidToolCall, ToolCall


def record(name: str, message: int | None = 0, **args: Any) -> CallRecord:
    return CallRecord(ToolCall(name, args), "executed", message=message)


def meets(where: dict[str, Any], **args: Any) -> bool:
    return bool(CallFilter("pay", where).picks([record("pay", **args)], "requested"))


def test_calls_are_picked_by_name() -> None:
    records = [record("a"), record("b"), record("ab")]
    assert [one.number for one in CallFilter("a").picks(records, "requested")] == [0]
    either = CallFilter(one_of("b", regex("a.+")))
    assert [one.number for one in either.picks(records, "requested")] == [1, 2]


def is_even(actual: Any, _: Any) -> bool:
    return bool(actual % 2 == 0)


NO_ARGUMENTS: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("where", "args", "verdict"),
    [
        ({"eur": 40}, {"eur": 40.0}, True),
        ({"eur": 40}, {"eur": "40"}, False),
        ({"eur": above(40)}, {"eur": 40}, False),
        ({"eur": above(40)}, {"eur": 41}, True),
        ({"eur": above(40)}, NO_ARGUMENTS, False),
        ({"eur": optional(40)}, NO_ARGUMENTS, True),
        ({"eur": above(40, inclusive=True)}, {"eur": 40}, True),
        ({"eur": above(40)}, {"eur": "50"}, False),
        ({"eur": above(0)}, {"eur": True}, False),
        ({"eur": below(0)}, {"eur": -0.5}, True),
        ({"eur": below(0)}, {"eur": 0}, False),
        ({"eur": below(0, inclusive=True)}, {"eur": 0}, True),
        ({"eur": below(9)}, {"eur": None}, False),
        ({"note": any_value}, {"note": None}, True),
        ({"eur": above(40), "to": "me"}, {"eur": 50, "to": "you"}, False),
        ({"items[*].sku": "gun"}, {"items": [{"sku": "pen"}, {"sku": "gun"}]}, True),
        ({"items[0].sku": "gun"}, {"items": [{"sku": "pen"}, {"sku": "gun"}]}, False),
        ({"to": regex("/prod/.*")}, {"to": "/prod/db"}, True),
        ({"eur": is_even}, {"eur": 4}, True),
        ({"eur": is_even}, {"eur": 5}, False),
    ],
)
def test_conditions_on_arguments(where: Any, args: dict[str, Any], verdict: bool) -> None:
    assert meets(where, **args) is verdict


@pytest.mark.parametrize("lacking", [casefold, approx(1), regex(), one_of(), one_of(1, casefold)])
def test_a_comparator_without_a_value_of_its_own_is_refused(lacking: Any) -> None:
    with pytest.raises(InputError, match="nothing to compare with"):
        CallFilter("pay", {"eur": lacking})


@pytest.mark.parametrize("path", ["", "items[", 3])
def test_a_path_that_does_not_parse_is_refused(path: Any) -> None:
    with pytest.raises(InputError, match="where"):
        CallFilter("pay", {path: 1})


def test_a_tool_without_a_name_is_refused() -> None:
    with pytest.raises(InputError, match="must be a tool's name"):
        CallFilter("")


def test_an_unreadable_call_is_picked_by_name_alone() -> None:
    records = [CallRecord(InvalidToolCall("pay", "{"), "rejected", message=0)]
    assert CallFilter("pay").picks(records, "requested")
    assert not CallFilter("pay", {"eur": any_value}).picks(records, "requested")


def test_calls_are_judged_by_the_arguments_they_ran_with() -> None:
    edited = CallRecord(ToolCall("pay", {"eur": 9}), "executed", run_args={"eur": 50}, message=0)
    large = CallFilter("pay", {"eur": above(40)})
    assert not large.picks([edited], "requested")
    (picked,) = large.picks([edited], "executed")
    assert str(picked) == "call 1 pay(eur=50) in user_input[0]"


def test_calls_of_one_message_are_one_step_and_calls_from_code_one_each() -> None:
    records = [record("a", 1), record("a", 1), record("a", 3), record("a", None), record("a", None)]
    picked = CallFilter("a").picks(records, "requested")
    assert [one.step for one in picked] == [0, 0, 1, 2, 3]
    assert str(picked[-1]) == "call 5 a() from code"


def test_values_at_a_path_are_equal_as_json_is() -> None:
    def values(path: str, **args: Any) -> tuple[Any, ...]:
        return values_at(ToolCall("a", args), path)

    assert values("x", x=1) == values("x", x=1.0) != values("x", x=True)
    assert values("x", y=1) == () != values("x", x=None)
    assert values("x[*].id", x=[{"id": 1}, {"id": 2}]) == (1, 2)
    assert values_at(InvalidToolCall("a", "{"), "x") == ()


def test_it_says_what_it_is_about() -> None:
    assert str(CallFilter("pay")) == "pay"
    assert str(CallFilter(one_of("a", "b"), {"eur": above(9), "to": "me"})) == (
        "one_of('a', 'b') where eur is above(9) and to is 'me'"
    )
