from typing import Any

import pytest

from odograph import AIMessage, InputError, MultiTurnSample, SingleTurnSample, ToolCall, ToolMessage
from odograph.metrics.failure_attribution import AgentRules, attribute_answer, attribute_run

HIGH, LOW = 0.9, 0.1


@pytest.mark.parametrize(
    ("context", "grounded", "answer", "stage"),
    [
        (HIGH, HIGH, HIGH, "none"),
        (HIGH, HIGH, LOW, "query handling"),
        (HIGH, LOW, HIGH, "generation"),
        (HIGH, LOW, LOW, "generation"),
        (LOW, HIGH, HIGH, "corpus or judge"),
        (LOW, HIGH, LOW, "retrieval"),
        (LOW, LOW, HIGH, "retrieval"),
        (LOW, LOW, LOW, "retrieval"),
    ],
)
def test_the_triad_tells_the_stage(
    context: float, grounded: float, answer: float, stage: str
) -> None:
    assert attribute_answer(context, grounded, answer).stage == stage


def test_a_wrong_answer_with_three_high_scores_is_the_corpus_or_a_judge() -> None:
    assert attribute_answer(HIGH, HIGH, HIGH, LOW).stage == "corpus or judge"
    assert attribute_answer(HIGH, HIGH, HIGH, HIGH).stage == "none"
    assert attribute_answer(LOW, LOW, HIGH, HIGH).stage == "retrieval"


@pytest.mark.parametrize(
    ("context", "grounded", "answer", "stage"),
    [
        (HIGH, LOW, None, "generation"),  # whatever the answer's relevance
        (LOW, None, LOW, "retrieval"),
        (LOW, LOW, None, "retrieval"),
        (LOW, None, HIGH, None),
        (None, HIGH, HIGH, None),
        (HIGH, None, HIGH, None),
        (HIGH, HIGH, None, None),
    ],
)
def test_a_missing_score_matters_only_where_the_outcome_hangs_on_it(
    context: float | None, grounded: float | None, answer: float | None, stage: str | None
) -> None:
    assert attribute_answer(context, grounded, answer).stage == stage


def test_the_missing_score_is_named() -> None:
    assert attribute_answer(HIGH, None, HIGH).rule == "groundedness has no score"


def test_a_score_at_the_threshold_is_high() -> None:
    assert attribute_answer(0.5, 0.5, 0.5).stage == "none"
    assert attribute_answer(0.5, 0.5, 0.5, threshold=0.6).stage == "retrieval"
    with pytest.raises(InputError, match="threshold must be above 0"):
        attribute_answer(1, 1, 1, threshold=0)


def run(*calls: tuple[str, dict[str, Any], str], **fields: Any) -> MultiTurnSample:
    """A run of calls (tool, arguments, success or error), one a message."""
    messages: list[Any] = []
    for number, (tool, args, status) in enumerate(calls):
        messages.append(AIMessage(tool_calls=[ToolCall(tool, args, str(number))]))
        messages.append(ToolMessage("text", tool_call_id=str(number), status=status))  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    fields.setdefault("reference_tool_calls", EXPECTED)
    return MultiTurnSample(user_input=messages, **fields)


EXPECTED = [ToolCall("find", {"q": "order 7"}), ToolCall("refund", {"order": 7})]
Made = tuple[str, dict[str, Any], str]
FIND: Made = ("find", {"q": "order 7"}, "success")
REFUND: Made = ("refund", {"order": 7}, "success")
LOOK: Made = ("look", {}, "success")


@pytest.mark.parametrize(
    ("sample", "stage", "told"),
    [
        (run(FIND, REFUND), "none", "in order"),
        (run(FIND, LOOK, REFUND), "none", "in order"),
        (run(FIND, LOOK), "tool choice", "never called refund; called look"),
        (run(FIND), "tool choice", "never called refund"),
        (
            run(FIND, ("refund", {"order": 8}, "success")),
            "arguments",
            "refund(order=8) in place of refund(order=7)",
        ),
        (
            run(FIND, ("refund", {"order": 7}, "error")),
            "tool failure",
            "refund(order=7) failed: text",
        ),
        (
            run(FIND, ("refund", {"order": 7}, "error"), LOOK),
            "tool failure",
            "refund(order=7) failed",
        ),
        (run(FIND, ("refund", {"order": 7}, "error"), REFUND), "none", "in order"),
        (run(REFUND, FIND), "orchestration", "in another order"),
        (
            run(FIND, reference_tool_calls=[*EXPECTED[:1], *EXPECTED[:1]]),
            "orchestration",
            "left out find(q='order 7')",
        ),
        (
            run(FIND, REFUND, status="error", error="RecursionError: 25 steps"),
            "orchestration",
            "ended as error: RecursionError: 25 steps",
        ),
    ],
)
def test_calls_tell_the_stage(sample: MultiTurnSample, stage: str, told: str) -> None:
    found = attribute_run(sample)
    assert found.stage == stage
    assert told in found.rule


def test_extra_calls_are_a_fault_where_none_are_allowed() -> None:
    only = AgentRules(extra=False)
    assert attribute_run(run(FIND, LOOK, REFUND), only).stage == "tool choice"
    assert attribute_run(run(FIND, FIND, REFUND), only).stage == "orchestration"
    assert attribute_run(run(FIND, FIND, REFUND)).stage == "none"


def test_arguments_are_compared_by_the_rules_given() -> None:
    sample = run(FIND, ("refund", {"order": 7, "note": "sorry"}, "success"))
    assert attribute_run(sample).stage == "arguments"
    assert attribute_run(sample, AgentRules(args="superset")).stage == "none"


def test_without_a_reference_or_calls_nothing_is_decided() -> None:
    assert attribute_run(run(FIND, reference_tool_calls=None)).stage is None
    assert attribute_run(SingleTurnSample(reference_tool_calls=EXPECTED)).stage is None
