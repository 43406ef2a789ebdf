"""Tables that others wrote."""

from pathlib import Path
from typing import Any

import pytest

from odograph import (
    AIMessage,
    EvaluationDataset,
    HumanMessage,
    InputError,
    MultiTurnSample,
    SingleTurnSample,
    ToolCall,
)
from odograph.trace import Document


def from_csv(folder: Path, text: str) -> EvaluationDataset:
    path = folder / "x.csv"
    path.write_text(text, encoding="utf-8")
    return EvaluationDataset.from_csv(path)


def test_no_cell_is_guessed_at_and_an_empty_one_is_missing(tmp_path: Path) -> None:
    (sample,) = from_csv(tmp_path, "user_input,response,reference,day\nNA,007,,2024-01-01\n")
    assert sample == SingleTurnSample(
        user_input="NA", response="007", metadata={"day": "2024-01-01"}
    )


@pytest.mark.parametrize(
    ("cell", "contexts"),
    [
        ("Paris is in France.", ["Paris is in France."]),
        ('["a", "b"]', ["a", "b"]),
        ("['a', 'b']", ["a", "b"]),
        ("[]", []),
    ],
)
def test_a_cell_of_contexts_is_a_list_of_texts_or_one_text(
    tmp_path: Path, cell: str, contexts: list[str]
) -> None:
    quoted = cell.replace('"', '""')
    (sample,) = from_csv(tmp_path, f'user_input,retrieved_contexts\nq,"{quoted}"\n')
    assert list(sample.retrieved_contexts or ()) == contexts


@pytest.mark.parametrize(
    "cell",
    [
        "['a' 'b']",  # an array as it prints: read as Python it would be one text, ab
        "[__import__('pathlib').Path('pwned').write_text('x')]",
        "[1, 2]",
    ],
)
def test_a_list_that_cannot_be_read_for_sure_is_refused_and_nothing_is_run(
    tmp_path: Path, cell: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"x\.csv:2, retrieved_contexts"):
        from_csv(tmp_path, f'user_input,retrieved_contexts\nq,"{cell}"\n')
    assert not Path("pwned").exists()


def test_older_names_are_read_with_a_notice(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="question as user_input, answer as response"):
        (sample,) = from_csv(
            tmp_path, "question,answer,contexts,ground_truth\nq,a,\"['c']\",right\n"
        )
    assert sample == SingleTurnSample(
        user_input="q", response="a", retrieved_contexts=["c"], reference="right"
    )


def test_rows_of_older_data_are_read_too() -> None:
    rows = [{"question": "q", "answer": "a", "contexts": ["c"], "ground_truths": ["right"]}]
    with pytest.warns(UserWarning, match="ground_truths as reference"):
        (sample,) = EvaluationDataset.from_list(rows)
    assert sample.reference == "right"


def test_an_answer_beside_current_names_is_data_of_its_own(tmp_path: Path) -> None:
    (sample,) = from_csv(tmp_path, "user_input,response,answer\nq,a,other\n")
    assert sample.response == "a"
    assert sample.metadata == {"answer": "other"}


def test_documents_in_rows_keep_their_ids_and_sources() -> None:
    found = [{"text": "alpha", "id": 1, "source": "s.pdf"}, {"text": "beta", "id": 2}]
    (sample,) = EvaluationDataset.from_list([{"user_input": "q", "retrieved_contexts": found}])

    assert isinstance(sample, SingleTurnSample)
    assert sample.retrieved_contexts == ("alpha", "beta")
    assert sample.retrieved_context_ids == ("1", "2")
    assert sample.retrievals[0].documents[0] == Document("alpha", "1", {"source": "s.pdf"})


def test_a_conversation_may_be_json_text_with_the_types_of_ragas(tmp_path: Path) -> None:
    messages = (
        '[{""type"": ""human"", ""content"": ""q""},'
        ' {""type"": ""ai"", ""content"": """", ""tool_calls"": [{""name"": ""f"", ""args"": {}}]}]'
    )
    (sample,) = from_csv(tmp_path, f'user_input,tier\n"{messages}",gold\n')
    assert sample == MultiTurnSample(
        user_input=[HumanMessage("q"), AIMessage(tool_calls=[ToolCall("f")])],
        metadata={"tier": "gold"},
    )


def test_rows_of_plain_data_take_messages_with_types() -> None:
    rows = [{"user_input": [{"type": "human", "content": "q"}], "reference": "r"}]
    assert list(EvaluationDataset.from_list(rows)) == [
        MultiTurnSample(user_input=[HumanMessage("q")], reference="r")
    ]


def test_a_name_that_is_no_field_is_a_mistake_in_plain_data() -> None:
    rows: Any = [{"user_input": "q", "respons": "a"}]
    with pytest.raises(InputError, match=r"\[0\], respons: SingleTurnSample has no such field"):
        EvaluationDataset.from_list(rows)
