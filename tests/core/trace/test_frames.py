from typing import Any

import pytest

from odograph import EvaluationDataset, InputError, SingleTurnSample

pandas: Any = pytest.importorskip("pandas")


def test_what_is_missing_in_a_table_is_missing_in_the_sample() -> None:
    frame = pandas.DataFrame(
        {
            "user_input": ["a", "b"],
            "reference": ["x", None],
            "retrieved_contexts": [["c"], None],
            "reference_tool_calls": [None, None],
            "attempt": [0, None],
        }
    )
    frame.loc[1, "reference"] = float("nan")

    assert list(EvaluationDataset.from_pandas(frame)) == [
        SingleTurnSample(user_input="a", reference="x", retrieved_contexts=["c"], attempt=0),
        SingleTurnSample(user_input="b"),
    ]


def test_arrays_are_lists_and_spare_columns_metadata() -> None:
    numpy: Any = pytest.importorskip("numpy")
    frame = pandas.DataFrame(
        {
            "user_input": ["a"],
            "retrieved_contexts": [numpy.array(["c", "d"], dtype=object)],
            "case_id": [7],
            "tier": ["gold"],
            "weight": [numpy.float64(0.5)],
        }
    )
    (sample,) = EvaluationDataset.from_pandas(frame)
    assert sample == SingleTurnSample(
        user_input="a",
        retrieved_contexts=["c", "d"],
        case_id="7",
        metadata={"tier": "gold", "weight": 0.5},
    )


def test_a_cell_at_fault_is_named_by_row_and_column() -> None:
    frame = pandas.DataFrame({"user_input": ["a", "b"], "response": ["x", 42]}, dtype=object)
    with pytest.raises(InputError, match="row 1, response: must be str, got 42"):
        EvaluationDataset.from_pandas(frame)


def test_two_columns_of_one_name_are_refused() -> None:
    frame = pandas.DataFrame([["a", "b"]], columns=["user_input", "user_input"])
    with pytest.raises(InputError, match="table: columns must have different names"):
        EvaluationDataset.from_pandas(frame)


def test_whole_numbers_beside_missing_ones_stay_whole() -> None:
    dataset = EvaluationDataset([SingleTurnSample(attempt=1), SingleTurnSample(user_input="q")])
    assert dataset.to_pandas()["attempt"].tolist() == [1, None]


def test_arguments_that_the_library_filled_in_are_refused_and_not_compared() -> None:
    datasets: Any = pytest.importorskip("datasets")
    rows = [{"tool_calls": [{"name": "f", "args": {"x": 1}}, {"name": "g", "args": {"y": 2}}]}]
    table = datasets.Dataset.from_list(
        [{"user_input": [{"role": "assistant", "content": "", **row}]} for row in rows]
    )
    with pytest.raises(InputError, match="row 0, user_input: arguments in a column of structs"):
        EvaluationDataset.from_hf_dataset(table)


def test_a_dataset_of_splits_is_refused_with_the_way_out() -> None:
    datasets: Any = pytest.importorskip("datasets")
    splits = datasets.DatasetDict({"train": datasets.Dataset.from_dict({"user_input": ["q"]})})
    with pytest.raises(InputError, match=r"give one split of the dataset: dataset\['train'\]"):
        EvaluationDataset.from_hf_dataset(splits)


def test_text_that_such_a_dataset_cannot_hold_is_refused() -> None:
    pytest.importorskip("datasets")
    with pytest.raises(InputError, match="a text must be UTF-8"):
        EvaluationDataset([SingleTurnSample(response="\ud800")]).to_hf_dataset()
