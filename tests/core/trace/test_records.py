import json
from pathlib import Path
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.trace import (
    AIMessage,
    HumanMessage,
    MultiTurnSample,
    Sample,
    SingleTurnSample,
    ToolCall,
    read_samples,
    sample_from_record,
    sample_to_dict,
)

HELLO = [{"role": "user", "content": "hi"}]
ASKED = [{"role": "assistant", "tool_calls": [{"name": "f", "args": {"x": 1}}]}]


def lines(folder: Path, *records: Any) -> Path:
    path = folder / "runs.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


@pytest.mark.parametrize("key", ["messages", "user_input", "traj", "trajectory", "conversation"])
def test_the_usual_names_of_a_conversation_are_known(key: str) -> None:
    assert sample_from_record({key: HELLO}).user_input == (HumanMessage("hi"),)


def test_a_record_of_tau_bench_needs_no_mapping() -> None:
    sample = sample_from_record(
        {
            "task_id": 3,
            "trial": 1,
            "reward": 0.0,
            "traj": ASKED,
            "info": {"task": {"actions": [{"name": "f", "kwargs": {"x": 1}}]}},
        }
    )
    assert sample.reference_tool_calls == (ToolCall("f", {"x": 1}),)
    assert (sample.case_id, sample.attempt, sample.metadata["reward"]) == ("3", 1, 0.0)


def test_a_bare_list_of_messages_is_a_record(tmp_path: Path) -> None:
    read = list(read_samples(lines(tmp_path, HELLO, ASKED)))
    assert read == [
        MultiTurnSample(user_input=[HumanMessage("hi")]),
        MultiTurnSample(user_input=[AIMessage(tool_calls=[ToolCall("f", {"x": 1})])]),
    ]


def test_our_own_samples_are_read(tmp_path: Path) -> None:
    samples: list[Sample] = [
        MultiTurnSample(user_input=[HumanMessage("hi")], case_id="a"),
        SingleTurnSample(user_input="q", retrieved_contexts=["one", "two"]),
    ]
    assert list(read_samples(lines(tmp_path, *[sample_to_dict(one) for one in samples]))) == samples


def test_a_schema_of_another_tool_does_not_make_a_record_ours() -> None:
    record = {"messages": HELLO, "schema": {"type": "object"}}
    assert sample_from_record(record).metadata == {"schema": {"type": "object"}}


def test_a_mapping_says_where_fields_are() -> None:
    gold = {"calls": [{"name": "f", "args": {"x": 1}}]}
    record: Any = {"chat": {"log": HELLO}, "gold": gold, "n": 1}
    mapping = {"user_input": "chat.log", "reference_tool_calls": "gold.calls"}
    sample = sample_from_record(record, mapping=mapping)
    assert sample.user_input == (HumanMessage("hi"),)
    assert sample.reference_tool_calls == (ToolCall("f", {"x": 1}),)
    assert sample.metadata["n"] == 1


def test_what_no_field_takes_is_kept() -> None:
    record = {"traj": HELLO, "messages": "a note", "metadata": {"k": 1}, "id": 7, "run_id": "r"}
    sample = sample_from_record(record, mapping={"user_input": "traj"})
    assert sample.metadata == {"messages": "a note", "k": 1, "id": 7}
    assert sample.run_id == "r"


def test_a_reference_by_messages_is_read() -> None:
    sample = sample_from_record({"messages": HELLO, "reference_trajectory": ASKED})
    assert sample.reference_trajectory == (AIMessage(tool_calls=[ToolCall("f", {"x": 1})]),)


FAULTS: list[Any] = [
    (5, {}, "a record must be an object or a list of messages, got 5"),
    ({"text": "x"}, {}, "a record must have messages (looked for messages, user_input"),
    ({"messages": "x"}, {}, "the messages of a record must be a list, got 'x'"),
    ({"messages": []}, {"user_inputs": "m"}, "a mapping must name fields of MultiTurnSample"),
    ({"messages": []}, {"reference": "gold"}, "has no 'gold' to take reference from"),
    (
        {"messages": [], "reference_tool_calls": [{"name": "f", "args": "{"}]},
        {},
        "reference_tool_calls[0]: a reference call must be readable (not JSON",
    ),
    (
        {"messages": [], "reference_tool_calls": [{"args": {}}]},
        {},
        "reference_tool_calls[0]: a reference call must be readable (the call has no name)",
    ),
    ({"messages": [], "reference_tool_calls": {}}, {}, "reference_tool_calls: must be a list"),
    ({"messages": [], "attempt": "one"}, {}, "attempt must be a whole number, got 'one'"),
    ({"messages": [], "schema": "odograph/9"}, {}, "schema must be 'odograph/1'"),
    ({"user_input": "q", "retrieved_contexts": "Paris"}, {}, "retrieved_contexts: must be a"),
]


@pytest.mark.parametrize(
    ("record", "mapping", "says"),
    FAULTS,
)
def test_a_fault_is_named_with_its_field(record: Any, mapping: Any, says: str) -> None:
    with pytest.raises(InputError) as caught:
        sample_from_record(record, mapping=mapping)
    assert says in str(caught.value)


def test_a_fault_in_a_file_is_named_with_file_and_line(tmp_path: Path) -> None:
    path = lines(tmp_path, {"messages": HELLO}, {"messages": [{"role": "moderator"}]})
    with pytest.raises(InputError) as caught:
        list(read_samples(path))
    assert str(caught.value).startswith(f"{path}:2, [0]: role must be one of system")
