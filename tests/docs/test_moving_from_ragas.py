"""What docs/moving-from-ragas.md says of values, beyond what its blocks print."""

from typing import Any

import pytest

from odograph import AIMessage, InputError, Score, SingleTurnSample, ToolCall, ToolCallAccuracy
from odograph.metrics import AnswerCorrectness, ContextPrecision, Faithfulness


def accuracy(made: list[ToolCall], wanted: list[ToolCall], **parameters: Any) -> Any:
    metric = ToolCallAccuracy(**parameters)
    messages = [AIMessage(tool_calls=made)]
    return metric.score(user_input=messages, reference_tool_calls=wanted).value


def test_a_text_is_no_number_and_an_extra_argument_costs() -> None:
    assert accuracy([ToolCall("f", {"x": 1})], [ToolCall("f", {"x": "1"})]) == 0
    forced = [ToolCall("f", {"x": 1, "force": True})]
    assert accuracy(forced, [ToolCall("f", {"x": 1})]) < 1
    assert accuracy(forced, [ToolCall("f", {"x": 1})], args="superset") == 1


def test_calls_in_any_order_are_paired_best() -> None:
    made = [ToolCall("s", {"q": 2}), ToolCall("s", {"q": 10})]
    wanted = [ToolCall("s", {"q": 2}), ToolCall("s", {"q": 3})]
    flexible = accuracy(made, wanted, strict_order=False)
    assert flexible == accuracy(made[::-1], wanted, strict_order=False) == 0.5
    assert flexible >= accuracy(made, wanted)


def faithfulness(verdicts: list[dict[str, Any]], contexts: list[str]) -> Score:
    async def judge(task: Any, given: Any) -> Any:
        if task.output.model_fields.keys() == {"texts"}:
            return task.output(texts=[{"index": 0, "claims": ["a", "b", "c", "d"]}])
        return task.output(verdicts=verdicts)

    metric = Faithfulness(judge=judge)
    return metric.score(user_input="q", response="r", retrieved_contexts=contexts)


def test_one_verdict_for_four_statements_is_no_score() -> None:
    one = [{"index": 0, "reason": "", "verdict": "yes"}]
    assert faithfulness(one, ["c"]).fault == "judge"


@pytest.mark.parametrize("verdict", [2, 10, -2])
def test_a_verdict_out_of_range_is_no_score(verdict: int) -> None:
    four = [{"index": i, "reason": "", "verdict": verdict} for i in range(4)]
    assert faithfulness(four, ["c"]).fault == "judge"


def test_without_contexts_nothing_is_asked() -> None:
    assert faithfulness([], []).value == 0


def test_perfect_is_1_and_an_empty_answer_is_not_factual() -> None:
    ids = {"retrieved_context_ids": [1], "reference_context_ids": [1]}
    assert ContextPrecision(by="ids").score(**ids).value == 1
    empty = AnswerCorrectness(weights=[1, 0]).score(response="", reference="It opened in 1932.")
    assert empty.value == 0


def test_a_misspelt_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="rubric"):
        SingleTurnSample(rubric={})  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
    with pytest.raises(InputError, match="no such field, got 'rubric'"):
        Faithfulness().score(rubric={})
