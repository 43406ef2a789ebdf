from typing import Any

import pytest

from odograph.errors import InputError
from odograph.metrics import parse_metric
from odograph.metrics.agent.call_pattern import CallPattern
from odograph.trace import (
    AIMessage,
    CallRecord,
    HumanMessage,
    InvalidToolCall,
    MultiTurnSample,
    SingleTurnSample,
    ToolCall,
    ToolMessage,
)


def run(*batches: str) -> MultiTurnSample:
    """A run whose AI messages call the tools of each text, one letter each; none for ''."""
    asked = [AIMessage(tool_calls=[ToolCall(name) for name in batch]) for batch in batches]
    return MultiTurnSample(user_input=[HumanMessage("hi"), *asked])


@pytest.mark.parametrize(
    ("pattern", "batches", "verdict"),
    [
        ("s+ > f > (a | i)", ["s", "s", "f", "i"], True),
        ("s+ > f > (a | i)", ["s", "f"], False),
        ("s > f", ["sf"], False),
        ("s & f", ["sf"], True),
        ("s & f", ["fs"], True),
        ("s & s+", ["sss"], True),
        ("s > f", ["s", "", "f", ""], True),
        ("s?", [""], True),
    ],
)
def test_a_step_is_the_batch_of_one_message(
    pattern: str, batches: list[str], verdict: bool
) -> None:
    assert CallPattern(pattern).score(run(*batches)).value is verdict


def test_the_reason_says_how_far_the_calls_got() -> None:
    score = CallPattern("s+ > f > (a | i)").score(run("s", "s", "f", "x"))
    assert score.reason == (
        "the calls do not follow s+ > f > (a | i)\nafter s, s, f: expected a or i, got x (step 4)"
    )
    assert score.details["mismatch"]["step"] == 3
    assert CallPattern("s").score(run("s")).reason == "1 step, as s allows"


def test_calls_that_did_not_run_are_left_out_if_asked() -> None:
    sample = MultiTurnSample(
        user_input=[
            AIMessage(tool_calls=[ToolCall("pay", id="1")]),
            ToolMessage("no money", tool_call_id="1", status="error"),
            AIMessage(tool_calls=[ToolCall("pay", id="2")]),
            ToolMessage("paid", tool_call_id="2"),
            AIMessage(tool_calls=[ToolCall("bye", id="3")]),
        ]
    )
    assert CallPattern("pay > pay > bye").score(sample)
    assert CallPattern("pay{2}", which="executed").score(sample)
    assert CallPattern("pay", which="succeeded").score(sample)


def test_calls_from_code_and_unreadable_calls_are_steps_too() -> None:
    records = [
        CallRecord(ToolCall("a"), "executed"),
        CallRecord(InvalidToolCall(None, "{"), "rejected"),
    ]
    assert CallPattern("a > '?'").score(SingleTurnSample(calls=records))


def test_a_sample_that_does_not_tell_its_calls_is_unscored() -> None:
    score = CallPattern("a?").score(SingleTurnSample(user_input="q", response="a"))
    assert (score.value, score.fault) == (None, "data")


@pytest.mark.parametrize(
    "given",
    [{"pattern": "a >"}, {"pattern": "team[a]"}, {"pattern": "a", "which": "made"}],
)
def test_bad_parameters_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        CallPattern(**given)


def test_the_spelling_parses_back() -> None:
    metric = CallPattern("search+ > 'my tool'", which="executed")
    assert repr(metric) == "CallPattern(pattern=\"search+ > 'my tool'\", which='executed')"
    assert parse_metric(repr(metric), known={"CallPattern": CallPattern}) == metric
