from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.trace.any_sample import samples
from odograph import EvaluationDataset, InputError, MultiTurnSample, SingleTurnSample
from odograph.trace import HumanMessage

ONE = MultiTurnSample(user_input=[HumanMessage("hi")])
TWO = SingleTurnSample(user_input="q", response="a", retrieved_contexts=["one", "two"])


def test_a_dataset_is_a_sequence_of_samples() -> None:
    dataset = EvaluationDataset(samples=[ONE, TWO], name="demo")
    assert (len(dataset), dataset[0], list(dataset)) == (2, ONE, [ONE, TWO])
    assert dataset[1:] == EvaluationDataset([TWO], "demo")
    assert list(EvaluationDataset()) == []


def test_an_element_that_is_no_sample_is_named() -> None:
    broken: Any = [ONE, {"user_input": "q"}]
    with pytest.raises(InputError, match=r"samples\[1\]: must be a sample"):
        EvaluationDataset(broken)


def test_rows_of_plain_data_make_samples() -> None:
    dataset = EvaluationDataset.from_list(
        [{"user_input": "q", "response": "a", "retrieved_contexts": ["one", "two"]}]
    )
    assert list(dataset) == [TWO]
    assert EvaluationDataset.from_list(dataset.to_list()) == dataset


def test_a_row_at_fault_is_named() -> None:
    rows: Any = [{"user_input": "q"}, {"user_input": "q", "respons": "a"}]
    with pytest.raises(InputError, match=r"\[1\], respons: SingleTurnSample has no such field"):
        EvaluationDataset.from_list(rows)


@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    deadline=None,
)
@given(several=st.lists(samples, max_size=3))
def test_a_file_brings_back_what_was_written(several: Any, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    assert EvaluationDataset(several).to_jsonl(path) == len(several)
    assert repr(EvaluationDataset.from_jsonl(path)) == repr(EvaluationDataset(several))
