from typing import Any

import pytest
from langchain_core.load import dumpd
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage, message_to_dict

from odograph import trace
from odograph.errors import InputError
from odograph.trace import MultiTurnSample, NodePath, SingleTurnSample, ToolCall, sample_to_dict
from odograph_langsmith import sample_from_row

CALL = AIMessage("", tool_calls=[{"name": "add", "args": {"a": 2, "b": 2}, "id": "c1"}])
TURN = [HumanMessage("2 + 2?"), CALL, ToolMessage("4", tool_call_id="c1"), AIMessage("It is 4.")]


def said(sample: trace.Sample) -> list[tuple[str, str]]:
    assert isinstance(sample, MultiTurnSample)
    return [(message.role, message.content) for message in sample.user_input]


@pytest.mark.parametrize(
    "outputs",
    [
        {"messages": TURN},
        {"output": TURN},
        TURN,
        {"output": {"messages": TURN}},
        {"messages": [message_to_dict(one) for one in TURN]},
        {"messages": [one.model_dump() for one in TURN]},
        {"messages": [dumpd(one) for one in TURN]},
    ],
)
def test_a_conversation_is_read_from_every_form_in_which_it_comes(outputs: Any) -> None:
    sample = sample_from_row({"question": "ignored"}, outputs, None)
    assert said(sample) == [
        ("user", "2 + 2?"),
        ("assistant", ""),
        ("tool", "4"),
        ("assistant", "It is 4."),
    ]
    [record] = sample.call_records
    assert record.requested == ToolCall("add", {"a": 2, "b": 2}, "c1")
    assert (record.outcome, record.result) == ("executed", "4")


@pytest.mark.parametrize(
    "outputs",
    [
        "4",
        {"output": "4"},
        {"answer": "4", "tokens": 7},
        {"response": "4"},
        {"whatever": "4"},
        AIMessage("4"),
        {"output": AIMessage("4")},
        {"role": "assistant", "content": "4"},
    ],
)
def test_a_single_answer_follows_the_question(outputs: Any) -> None:
    sample = sample_from_row({"question": "2 + 2?"}, outputs, None)
    assert said(sample) == [("user", "2 + 2?"), ("assistant", "4")]


@pytest.mark.parametrize(
    ("inputs", "asked"),
    [
        ({"input": "a", "language": "en"}, [("user", "a")]),
        ({"whatever": "a"}, [("user", "a")]),
        ({"x": "a", "y": "b"}, []),
        (
            {"messages": [("system", "be brief"), ("user", "a")]},
            [("system", "be brief"), ("user", "a")],
        ),
        ({}, []),
    ],
)
def test_the_question_is_looked_for_in_the_inputs(inputs: Any, asked: Any) -> None:
    assert said(sample_from_row(inputs, "4", None)) == [*asked, ("assistant", "4")]


@pytest.mark.parametrize(
    "sample",
    [
        MultiTurnSample(user_input=[trace.HumanMessage("a")], path=NodePath.of(["plan"])),
        SingleTurnSample(user_input="a", response="b", retrieved_contexts=["c"]),
    ],
)
def test_a_sample_is_taken_whole(sample: trace.Sample) -> None:
    for outputs in (sample, {"output": sample}, sample_to_dict(sample)):
        assert sample_from_row({}, outputs, None) == sample


def test_references_are_read_by_our_names() -> None:
    sample = sample_from_row(
        {},
        "4",
        {
            "reference": "four",
            "reference_tool_calls": [
                {"name": "add", "args": {"a": 2}},
                {"id": "c1", "function": {"name": "add", "arguments": '{"a": 3}'}},
                ToolCall("add", {"a": 4}),
            ],
            "reference_trajectory": [{"role": "assistant", "content": "4"}],
            "reference_path": ["plan", "act"],
            "reference_topics": ["sums"],
        },
    )
    assert sample.reference == "four"
    assert sample.reference_tool_calls == (
        ToolCall("add", {"a": 2}),
        ToolCall("add", {"a": 3}, "c1"),
        ToolCall("add", {"a": 4}),
    )
    assert sample.reference_trajectory == (trace.AIMessage("4"),)
    assert sample.reference_path == NodePath.of(["plan", "act"])
    assert sample.reference_topics == ("sums",)


def test_reference_calls_may_be_listed_by_turn() -> None:
    turns: Any = [[{"name": "add", "args": {}}], []]
    sample = sample_from_row({}, "4", {"reference_tool_calls": turns})
    assert sample.reference_tool_calls == ((ToolCall("add"),), ())


@pytest.mark.parametrize(
    ("references", "field", "value"),
    [
        ({"answer": "four"}, "reference", "four"),
        ({"output": "four"}, "reference", "four"),
        ({"messages": [AIMessage("4")]}, "reference_trajectory", (trace.AIMessage("4"),)),
        ({"output": [AIMessage("4")]}, "reference_trajectory", (trace.AIMessage("4"),)),
        ({"reference": "ours", "answer": "theirs"}, "reference", "ours"),
        ({"answer": 4}, "reference", None),
        ({"output": ["a", "b"]}, "reference_trajectory", None),
        ({}, "reference", None),
    ],
)
def test_usual_names_of_datasets_serve_too(references: Any, field: str, value: Any) -> None:
    assert getattr(sample_from_row({}, "4", references), field) == value


def test_a_reference_of_the_sample_itself_stays() -> None:
    sample = SingleTurnSample(response="4", reference="its own")
    assert sample_from_row({}, sample, {"reference": "another"}).reference == "its own"


REFUSED: list[tuple[Any, Any, str]] = [
    ({"a": 1, "b": 2}, {}, "outputs must hold one of messages, .*'a', 'b'"),
    (7, {}, "outputs must hold messages, a text answer or a sample, got 7"),
    (["a", "b"], {}, "outputs must hold messages"),
    ({"messages": [{"role": "robot", "content": ""}]}, {}, r"^outputs.messages, .*0.*robot"),
    ("4", {"reference": 4}, "^reference_outputs.reference: must be text, got 4"),
    ("4", {"reference_tool_calls": [[{"name": "f"}, 1]]}, r"reference_tool_calls, \[0\]\[1\]"),
    ("4", {"reference_tool_calls": [{"args": {}}]}, r"reference_tool_calls, \[0\].*name"),
    (
        "4",
        {"reference_tool_calls": [{"name": "f", "args": "{"}]},
        r"reference_tool_calls, \[0\].*readable",
    ),
    ("4", {"reference_path": "plan"}, "^reference_outputs.reference_path, path: "),
]


@pytest.mark.parametrize(("outputs", "references", "text"), REFUSED)
def test_what_fits_no_rule_is_refused_with_its_place(
    outputs: Any, references: Any, text: str
) -> None:
    with pytest.raises(InputError, match=text):
        sample_from_row({}, outputs, references)
