from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from odograph import (
    AIMessage,
    InputError,
    Metric,
    MultiTurnSample,
    Score,
    SingleTurnSample,
    ToolCall,
    ToolCallF1,
)
from odograph.evaluation import evaluate
from odograph.trace import Sample


@dataclass(frozen=True, repr=False)
class Broken(Metric):
    """A metric that raises on samples whose case is `bad`."""

    needs: ClassVar = ()

    def _measure(self, sample: Sample) -> Score:
        if sample.case_id == "bad":
            raise KeyError("answer")
        return Score(0.5, "half")


def run(case_id: str, *calls: ToolCall) -> MultiTurnSample:
    return MultiTurnSample(
        user_input=[AIMessage(tool_calls=calls)],
        case_id=case_id,
        reference_tool_calls=[ToolCall("look")],
    )


def test_rows_stand_in_the_order_of_the_dataset_with_every_metric() -> None:
    result = evaluate([run("a", ToolCall("look")), run("b")], [ToolCallF1(), Broken()])

    assert [row.case_id for row in result.rows] == ["a", "b"]
    assert [score.value for score in result.scores("ToolCallF1()")] == [1.0, 0.0]
    assert [score.value for score in result.scores("Broken()")] == [0.5, 0.5]


def test_a_metric_that_raises_leaves_its_row_unscored_and_the_rest_stands() -> None:
    result = evaluate([run("bad", ToolCall("look")), run("good")], [ToolCallF1(), Broken()])

    bad = result.rows[0].scores
    assert bad["ToolCallF1()"].value == 1.0
    assert bad["Broken()"].value is None
    assert bad["Broken()"].fault == "harness"
    assert bad["Broken()"].reason == "KeyError: 'answer'"
    assert result.rows[1].scores["Broken()"].value == 0.5


def test_keys_in_the_error_of_a_metric_are_masked() -> None:
    def asks(sample: Sample) -> float:
        raise ConnectionError("400 for https://api.example/v1?key=AIzaTEST123&x=1")

    score = evaluate([run("a")], asks).rows[0].scores["asks"]

    assert score.reason == "ConnectionError: 400 for https://api.example/v1?key=***&x=1"


def test_a_mistake_in_the_data_of_one_row_is_told_there() -> None:
    metric = ToolCallF1(overrides={"look": ["where"]})  # no expected call has it

    (row,) = evaluate([run("a", ToolCall("look"))], [metric]).rows

    assert row.scores[repr(metric)].fault == "data"
    assert "no expected call of look has the argument" in row.scores[repr(metric)].reason


def test_an_empty_dataset_has_no_mean() -> None:
    (summary,) = evaluate([], [ToolCallF1()]).summary()

    assert (summary.mean, summary.scored, summary.total) == (None, 0, 0)


def test_means_cover_scored_rows_and_say_how_many() -> None:
    summary = evaluate([run("bad"), run("good")], [Broken()]).summary()[0]

    assert summary.mean == 0.5
    assert (summary.scored, summary.total, summary.faults) == (1, 2, {"harness": 1})


def test_two_metrics_with_one_spelling_would_be_one_column() -> None:
    with pytest.raises(InputError, match="metrics must differ"):
        evaluate([], [ToolCallF1(), ToolCallF1()])


def test_no_metric_is_a_mistake() -> None:
    with pytest.raises(InputError, match="at least one metric"):
        evaluate([], [])


def test_progress_is_told_after_each_row() -> None:
    seen: list[int] = []
    evaluate([run("a"), run("b")], [ToolCallF1()], progress=seen.append)
    assert seen == [1, 2]


def test_numbers_out_of_range_are_refused_before_anything_runs() -> None:
    with pytest.raises(InputError, match="concurrency must be a positive whole number, got 0"):
        evaluate([], [ToolCallF1()], concurrency=0)
    with pytest.raises(InputError, match="timeout must be a positive number of seconds, got 0"):
        evaluate([], [ToolCallF1()], timeout=0)


def test_a_class_in_place_of_a_metric_is_refused_with_the_way_out() -> None:
    classes: Any = [ToolCallF1]
    with pytest.raises(InputError, match=r"metrics\[0\]: give a metric, ToolCallF1\(\), not its"):
        evaluate([], classes)


@pytest.mark.parametrize("dataset", ["runs.jsonl", Path("runs.jsonl"), SingleTurnSample(), None])
def test_a_file_or_a_lone_sample_is_no_dataset(dataset: Any) -> None:
    with pytest.raises(InputError, match=r"dataset: must be samples \(a file's: read_samples"):
        evaluate(dataset, ToolCallF1())


def test_what_is_no_metric_is_refused() -> None:
    names: Any = ["ToolCallF1()"]
    with pytest.raises(InputError, match=r"metrics\[0\]: must be a metric or a function"):
        evaluate([], names)


def test_a_metric_that_returns_no_score_is_not_taken_for_a_verdict() -> None:
    @dataclass(frozen=True, repr=False)
    class Textual(Metric):
        def _measure(self, sample: Sample) -> Any:
            return "fail"

    (score,) = evaluate([run("a")], Textual()).scores("Textual()")
    assert (score.fault, score.reason) == ("harness", "the metric returned a str, not a Score")


def test_rows_carry_what_the_sample_is_known_by() -> None:
    sample = MultiTurnSample(user_input=[], case_id="a", attempt=1, run_id="r", metadata={"k": 1})
    (row,) = evaluate([sample], Broken()).rows
    assert (row.case_id, row.attempt, row.run_id, row.metadata) == ("a", 1, "r", {"k": 1})
