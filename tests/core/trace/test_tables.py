"""Every format of tables brings back what was put in: one test for all that are installed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.trace.any_sample import samples
from odograph import EvaluationDataset, InputError, MultiTurnSample, SingleTurnSample, ToolCall
from odograph.trace import AIMessage, HumanMessage, Sample, ToolMessage
from odograph.trace.tables import row_of, sample_of_row

ANY_PACE = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]

RUN = MultiTurnSample(
    user_input=[
        HumanMessage("q"),
        AIMessage(tool_calls=[ToolCall("f", {"n": 1, "l": [1, 2.5], "u": None}, "1")]),
        ToolMessage("r", tool_call_id="1", status="error"),
        AIMessage("a"),
    ],
    reference_tool_calls=[ToolCall("f", {"n": 1})],
    metadata={"k": [1]},
)
ANSWER = SingleTurnSample(
    user_input="[1]",
    response="",
    case_id="007",
    attempt=3,
    retrieved_contexts=["one", 'two,\r\n"x"'],
    retrieved_context_ids=[1, "a"],
    metadata={"asked": "2024-01-01"},
)
SECOND = SingleTurnSample(user_input='"quoted"', retrieved_contexts=[])


def through_csv(dataset: EvaluationDataset, folder: Path) -> EvaluationDataset:
    dataset.to_csv(folder / "x.csv")
    return EvaluationDataset.from_csv(folder / "x.csv")


def through_json(dataset: EvaluationDataset, folder: Path) -> EvaluationDataset:
    dataset.to_json(folder / "x.json")
    return EvaluationDataset.from_json(folder / "x.json")


def through_pandas(dataset: EvaluationDataset, folder: Path) -> EvaluationDataset:
    pytest.importorskip("pandas")
    return EvaluationDataset.from_pandas(dataset.to_pandas())


def through_hf(dataset: EvaluationDataset, folder: Path) -> EvaluationDataset:
    pytest.importorskip("datasets")
    return EvaluationDataset.from_hf_dataset(dataset.to_hf_dataset())


def through_hf_and_pandas(dataset: EvaluationDataset, folder: Path) -> EvaluationDataset:
    pytest.importorskip("datasets")
    return EvaluationDataset.from_pandas(dataset.to_hf_dataset().to_pandas())


def through_csv_and_pandas(dataset: EvaluationDataset, folder: Path) -> EvaluationDataset:
    pandas: Any = pytest.importorskip("pandas")
    dataset.to_csv(folder / "x.csv")
    return EvaluationDataset.from_pandas(pandas.read_csv(folder / "x.csv", dtype=str))


Through = Callable[[EvaluationDataset, Path], EvaluationDataset]
formats = pytest.mark.parametrize(
    "through",
    [
        through_json,
        through_csv,
        through_pandas,
        through_hf,
        through_hf_and_pandas,
        through_csv_and_pandas,
    ],
)


@formats
def test_samples_of_both_kinds_come_back_as_they_were(through: Through, tmp_path: Path) -> None:
    dataset = EvaluationDataset(samples=[RUN, ANSWER, SECOND])
    assert repr(through(dataset, tmp_path)) == repr(dataset)


@formats
def test_an_empty_dataset_comes_back_empty(through: Through, tmp_path: Path) -> None:
    assert through(EvaluationDataset(), tmp_path) == EvaluationDataset()


@formats
def test_no_call_is_given_the_arguments_of_another(through: Through, tmp_path: Path) -> None:
    calls = [ToolCall("fly", {"place": "home"}), ToolCall("cam", {"mode": "photo"})]
    dataset = EvaluationDataset(
        [
            MultiTurnSample(user_input=[AIMessage(tool_calls=calls)]),
            MultiTurnSample(user_input=[AIMessage(tool_calls=[ToolCall("fly", {"place": 1})])]),
        ]
    )
    assert through(dataset, tmp_path) == dataset


@settings(
    max_examples=60,
    suppress_health_check=ANY_PACE,
    deadline=None,
)
@given(several=st.lists(samples, max_size=3))
def test_whatever_a_run_may_hold_comes_back_from_csv(several: Any, tmp_path: Path) -> None:
    dataset = EvaluationDataset(several)
    assert repr(through_csv(dataset, tmp_path)) == repr(dataset)


@settings(max_examples=100, suppress_health_check=ANY_PACE, deadline=None)
@given(samples)
def test_whatever_a_run_may_hold_comes_back_from_its_row(sample: Sample) -> None:
    assert repr(sample_of_row(row_of(sample))) == repr(sample)


def test_what_is_nested_is_json_text_and_the_rest_is_to_be_read() -> None:
    row = row_of(ANSWER)
    assert (row["user_input"], row["retrieved_contexts"][0], row["attempt"]) == ("[1]", "one", 3)
    assert row["retrieved_context_ids"] == '[1, "a"]'
    assert row_of(RUN)["reference_tool_calls"] == '[{"name": "f", "args": {"n": 1}}]'


def test_a_cell_that_is_no_json_is_named() -> None:
    row = {**row_of(RUN), "metadata": "{'k': 1}"}
    with pytest.raises(InputError, match="metadata: must be JSON text"):
        sample_of_row(row)
