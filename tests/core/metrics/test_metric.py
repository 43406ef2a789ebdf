import asyncio
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.metrics import (
    ExactMatch,
    Metric,
    PathMatch,
    ToolCallAccuracy,
    ToolCallF1,
    ToolCallPrecision,
    ToolCallRecall,
    ToolSelection,
    TrajectoryMatch,
)
from odograph.trace import AIMessage, CallRecord, MultiTurnSample, SingleTurnSample, ToolCall

F = ToolCall("f", {"x": 1})
OF_CALLS: list[Metric] = [
    TrajectoryMatch(),
    ToolCallF1(),
    ToolCallPrecision(),
    ToolCallRecall(),
    ToolSelection(),
    ToolCallAccuracy(),
]


def test_a_sample_or_its_fields_can_be_scored() -> None:
    fields: dict[str, Any] = {
        "user_input": [AIMessage(tool_calls=[F])],
        "reference_tool_calls": [F],
    }
    for metric in OF_CALLS:
        score = metric.score(MultiTurnSample(**fields))
        assert score.value == 1
        assert metric.score(**fields) == score
        assert asyncio.run(metric.ascore(**fields)) == score


def test_fields_given_beside_a_sample_replace_its_own() -> None:
    sample = MultiTurnSample(user_input=[], reference_tool_calls=[F])
    assert ToolCallF1().score(sample).value == 0
    assert ToolCallF1().score(sample, reference_tool_calls=[]).value == 1


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(InputError, match="has no such field, got 'reference_calls'"):
        ToolCallF1().score(user_input=[], reference_calls=[F])


@pytest.mark.parametrize("metric", OF_CALLS)
def test_without_a_reference_there_is_no_score(metric: Metric) -> None:
    score = metric.score(user_input=[AIMessage(tool_calls=[F])])
    assert (score.value, score.fault) == (None, "data")
    assert "reference_tool_calls" in score.reason


@pytest.mark.parametrize("metric", OF_CALLS)
def test_where_nothing_says_which_calls_were_made_there_is_no_score(metric: Metric) -> None:
    for fields in ({}, {"user_input": "q", "response": "a"}):
        score = metric.score(**fields, reference_tool_calls=[F])
        assert (score.value, score.fault) == (None, "data")
        assert score.reason == "the sample holds neither messages nor calls"


@pytest.mark.parametrize("metric", OF_CALLS)
def test_recorded_calls_are_enough(metric: Metric) -> None:
    sample = SingleTurnSample(calls=[CallRecord(F, "executed")], reference_tool_calls=[F])
    assert metric.score(sample).value == 1


def test_what_a_crashed_run_never_gave_is_missing_by_the_agents_fault() -> None:
    crashed = SingleTurnSample(reference="4", status="error", error="OSError: line is down")
    score = ExactMatch().score(crashed)
    assert (score.value, score.fault) == (None, "agent")
    assert score.reason == (
        "ExactMatch() needs response, and the run ended with an error: OSError: line is down"
    )
    assert ExactMatch().score(SingleTurnSample(reference="4")).fault == "data"
    assert ExactMatch().score(crashed, response="4", reference=None).fault == "data"


def test_a_path_metric_needs_both_paths() -> None:
    assert PathMatch().score(path=["a"], reference_path=["a"]).value is True
    assert PathMatch().score(path=["a"]).fault == "data"
    assert PathMatch().score(reference_path=["a"]).fault == "data"


@pytest.mark.parametrize("metric", OF_CALLS)
def test_metrics_are_values(metric: Metric) -> None:
    assert metric == type(metric)()
    assert repr(metric) == f"{type(metric).__name__}()"


@pytest.mark.parametrize("given", [{"messages": []}, [SingleTurnSample()], "a question"])
async def test_what_is_no_sample_is_refused_and_named(given: Any) -> None:
    with pytest.raises(InputError, match=r"score\(\): must be a sample, got "):
        ToolCallF1().score(given)
    with pytest.raises(InputError, match=r"score\(\): must be a sample, got "):
        await ToolCallF1().ascore(given, reference="four")
