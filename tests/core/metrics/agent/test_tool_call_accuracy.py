from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odograph.match import approx as within
from odograph.metrics import ToolCallAccuracy, TrajectoryMatch
from odograph.trace import AIMessage, Message, ToolCall


def call(name: str, /, **args: Any) -> ToolCall:
    return ToolCall(name, args)


def f(**args: Any) -> ToolCall:
    return call("f", **args)


def accuracy(made: list[Any], expected: list[ToolCall], **parameters: Any) -> list[float | None]:
    """With order and without; a list among those made is a batch of one message."""
    batches: list[Any] = [one if isinstance(one, list) else [one] for one in made]
    messages: list[Message] = [AIMessage(tool_calls=batch) for batch in batches]
    given: dict[str, Any] = {"user_input": messages, "reference_tool_calls": expected}
    return [ToolCallAccuracy(o, **parameters).score(**given).number for o in (True, False)]


WORKED: list[Any] = [
    ([f(a=1), call("g")], [f(a=1), call("g")], [1.0, 1.0]),
    ([f(a=1, b=2, c=9)], [f(a=1, b=2, c=3)], [2 / 3, 2 / 3]),
    ([call("g"), f(a=1)], [f(a=1), call("g")], [0.0, 1.0]),
    ([[call("g"), f(a=1)]], [f(a=1), call("g")], [1.0, 1.0]),
    ([], [], [1.0, 1.0]),
    ([], [f()], [0.0, 0.0]),
    ([f()], [], [0.0, 0.0]),
    ([f(), f()], [f()], [0.5, 0.5]),
    ([f()], [f(), call("g")], [0.5, 0.5]),
    ([call("x")], [f()], [0.0, 0.0]),
    ([f(x=1)] * 100, [f(x=1)], [0.01, 0.01]),
    ([f(a=1, force=True)], [f(a=1)], [0.5, 0.5]),
    ([f(a=1)], [f(a=1.0)], [1.0, 1.0]),
    ([f(a=True)], [f(a=1)], [0.0, 0.0]),
    ([f(a=1)], [f(a="1")], [0.0, 0.0]),
    ([f(a={"x": 1, "y": 2})], [f(a={"y": 2, "x": 1})], [1.0, 1.0]),
    ([f(a=float("nan"))], [f(a=float("nan"))], [1.0, 1.0]),
    ([f(q="banana"), f(q="cherry")], [f(q="apple"), f(q="banana")], [0.5, 0.5]),
    ([f(n=2), f(n=10)], [f(n=2), f(n=3)], [0.5, 0.5]),
    ([f(n=2), f(n=1)], [f(n=1), f(n=2)], [0.5, 1.0]),
]


@pytest.mark.parametrize(("made", "expected", "right"), WORKED)
def test_worked_examples(made: Any, expected: Any, right: Any) -> None:
    assert accuracy(made, expected) == pytest.approx(right)


def test_the_pairing_is_the_one_that_earns_most() -> None:
    expected = [f(a=1, b=2, c=3), f(a=1, b=3, c=3)]
    made = [[f(a=1, b=3, c=3), f(a=1, b=2, c=9)]]
    assert accuracy(made, expected) == pytest.approx([5 / 6, 5 / 6])


def test_large_batches_have_no_order_either() -> None:
    tools = [call(f"tool_{i}", n=i) for i in range(9)]
    assert accuracy([tools[::-1]], tools) == [1.0, 1.0]
    score = ToolCallAccuracy().score(
        user_input=[AIMessage(tool_calls=tools[::-1])],
        reference_trajectory=[AIMessage(tool_calls=tools)],
    )
    assert score.value == 1.0


def test_overrides_decide_what_agrees() -> None:
    overrides: dict[str, Any] = {"f": {"eur": within(0.5)}}
    assert accuracy([f(eur=40.4, to="x")], [f(eur=40, to="y")], overrides=overrides) == [0.5, 0.5]
    assert accuracy([f(a=1, b=2)], [f(a=2, b=3)], overrides={"f": ["*"]}) == [0.0, 0.0]


def test_only_some_tools_can_be_compared() -> None:
    assert accuracy([call("look"), f()], [f()], tools=["f"]) == [1.0, 1.0]


def test_the_reason_names_the_call_and_the_argument() -> None:
    score = ToolCallAccuracy().score(
        user_input=[AIMessage(tool_calls=[f(a=1, b=2)])], reference_tool_calls=[f(a=1, b=3)]
    )
    assert score.reason == "1 call made, 1 expected\ncall 1 f: $.b: 2 != 3"
    turned = ToolCallAccuracy().score(
        user_input=[AIMessage(tool_calls=[call("b")]), AIMessage(tool_calls=[call("a")])],
        reference_tool_calls=[call("a"), call("b")],
    )
    assert turned.value == 0.0
    assert turned.reason.endswith("order: the run calls b, a, the reference a, b")


calls = st.builds(
    ToolCall,
    st.sampled_from("fg"),
    st.dictionaries(st.sampled_from("ab"), st.integers(0, 1), max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(calls, min_size=1, max_size=3), max_size=3), st.lists(calls, max_size=4))
def test_order_never_earns_and_one_means_a_match(made: list[Any], expected: list[ToolCall]) -> None:
    ordered, free = accuracy(made, expected)
    assert ordered is not None
    assert free is not None
    assert 0 <= ordered <= free <= 1
    given: dict[str, Any] = {
        "user_input": [AIMessage(tool_calls=batch) for batch in made],
        "reference_tool_calls": expected,
    }
    assert (ordered == 1) is TrajectoryMatch("strict").score(**given).value
    assert (free == 1) is TrajectoryMatch("unordered").score(**given).value
