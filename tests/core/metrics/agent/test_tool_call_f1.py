from typing import Any

import pytest

from odograph.metrics import ToolCallF1, ToolCallPrecision, ToolCallRecall
from odograph.trace import AIMessage, ToolCall, ToolMessage


def f(**args: Any) -> ToolCall:
    return ToolCall("f", args)


def scores(made: list[ToolCall], expected: list[ToolCall], **parameters: Any) -> list[float | None]:
    """Precision, recall and F1."""
    given: dict[str, Any] = {
        "user_input": [AIMessage(tool_calls=made)],
        "reference_tool_calls": expected,
    }
    kinds = (ToolCallPrecision, ToolCallRecall, ToolCallF1)
    return [kind(**parameters).score(**given).number for kind in kinds]


@pytest.mark.parametrize(
    ("made", "expected", "right"),
    [
        ([f(x=1), f(x=2), f(x=3)], [f(x=1), f(x=2)], [2 / 3, 1.0, 0.8]),
        ([f(x=1)], [f(x=1), f(x=2)], [1.0, 0.5, 2 / 3]),
        ([f(x=1)], [f(x=2)], [0.0, 0.0, 0.0]),
        ([f(x=1)] * 2, [f(x=1)] * 2, [1.0, 1.0, 1.0]),
        ([f(x=1)], [f(x=1)] * 2, [1.0, 0.5, 2 / 3]),
        ([f(x=1)] * 100, [f(x=1)], [0.01, 1.0, 2 * 0.01 / 1.01]),
        ([f(x=1, force=True)], [f(x=1)], [0.0, 0.0, 0.0]),
        ([], [f(x=1)], [None, 0.0, 0.0]),
        ([f(x=1)], [], [0.0, None, 0.0]),
        ([], [], [None, None, 1.0]),
    ],
)
def test_worked_examples(made: Any, expected: Any, right: Any) -> None:
    assert scores(made, expected) == pytest.approx(right)


def test_no_score_passes_one_when_several_calls_fit() -> None:
    made = [f(t="09:00"), f(t="13:00"), f(t="21:00")]
    assert scores(made, [f(t="any")], args="ignore") == pytest.approx([1 / 3, 1.0, 0.5])


def test_a_perfect_run_scores_exactly_one() -> None:
    for number in range(1, 60):
        made = [f(x=i) for i in range(number)]
        assert scores(made[::-1], made) == [1.0, 1.0, 1.0]


def test_an_extra_argument_is_allowed_if_asked() -> None:
    assert scores([f(x=1, force=True)], [f(x=1)], args="superset") == [1.0, 1.0, 1.0]


def test_the_pairing_is_the_best_one() -> None:
    made, expected = [f(city="Lund", days=3), f(city="Lund")], [f(city="Lund"), f(days=3)]
    assert scores(made, expected, args="superset") == [1.0, 1.0, 1.0]


def test_which_calls_count_and_of_which_tools() -> None:
    run = [
        AIMessage(tool_calls=[ToolCall("f", {}, "1"), ToolCall("f", {}, "2"), ToolCall("look")]),
        ToolMessage("Error", tool_call_id="1", status="error"),
        ToolMessage("ok", tool_call_id="2"),
    ]
    given: dict[str, Any] = {"user_input": run, "reference_tool_calls": [f(), ToolCall("see")]}
    assert ToolCallF1().score(**given).value == pytest.approx(2 / 5)
    assert ToolCallF1(which="succeeded").score(**given).value == pytest.approx(2 / 3)
    assert ToolCallF1(which="succeeded", tools=["f"]).score(**given).value == 1.0


def test_reference_calls_go_before_a_reference_of_messages() -> None:
    score = ToolCallF1().score(
        user_input=[AIMessage(tool_calls=[f()])],
        reference_tool_calls=[f()],
        reference_trajectory=[AIMessage()],
    )
    assert score.value == 1.0
    by_messages = ToolCallF1().score(
        user_input=[AIMessage(tool_calls=[f()])], reference_trajectory=[AIMessage(tool_calls=[f()])]
    )
    assert by_messages.value == 1.0


def test_reasons_and_details_say_what_was_counted() -> None:
    score = ToolCallF1().score(
        user_input=[AIMessage(tool_calls=[f(x=1), ToolCall("g")])],
        reference_tool_calls=[f(x=2), f(x=1)],
    )
    assert score.reason == (
        "1 of 2 expected calls among 2 made\nmissing call f(x=2)\nunexpected call 2 g()"
    )
    assert {key: score.details[key] for key in ("matched", "made", "expected")} == {
        "matched": 1,
        "made": 2,
        "expected": 2,
    }


def test_an_undefined_share_says_so() -> None:
    score = ToolCallRecall().score(
        user_input=[AIMessage(tool_calls=[f()])], reference_tool_calls=[]
    )
    assert (score.value, score.fault) == (None, "data")
    assert score.reason == "undefined: 0 of 0 expected calls among 1 made"
