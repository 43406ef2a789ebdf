from typing import Any

import pytest

from odograph.errors import InputError
from odograph.trace import (
    AIMessage,
    CallRecord,
    Document,
    HumanMessage,
    ModelCall,
    MultiTurnSample,
    NodePath,
    Retrieval,
    SingleTurnSample,
    ToolCall,
    ToolMessage,
)


def given(fields: dict[str, Any]) -> MultiTurnSample:
    whole: dict[str, Any] = {"user_input": [], **fields}
    return MultiTurnSample(**whole)


RUN = [
    HumanMessage("q"),
    AIMessage("wait", tool_calls=[ToolCall("f", id="1")]),
    ToolMessage("r", tool_call_id="1"),
    AIMessage("a"),
]


def test_a_conversation_tells_its_question_answer_and_calls() -> None:
    sample = MultiTurnSample(user_input=RUN)
    assert (sample.question, sample.response) == ("q", "a")
    assert [(one.name, one.result) for one in sample.call_records] == [("f", "r")]


def test_what_the_recorder_saw_goes_before_what_messages_tell() -> None:
    seen = CallRecord(ToolCall("g"), "denied")
    assert MultiTurnSample(user_input=RUN, calls=[seen]).call_records == (seen,)
    assert MultiTurnSample(user_input=RUN, calls=[]).call_records == ()


def test_nothing_said_is_none() -> None:
    sample = MultiTurnSample(user_input=[])
    assert (sample.question, sample.response, sample.retrieved_contexts) == (None, None, None)


def test_contexts_are_the_documents_retrieved_in_order() -> None:
    finds = [Retrieval("q", [Document("a"), Document("b")]), Retrieval("q2", [Document("c")])]
    assert MultiTurnSample(user_input=[], retrievals=finds).retrieved_contexts == ["a", "b", "c"]


def test_reference_calls_may_be_given_by_turn() -> None:
    by_turn = MultiTurnSample(user_input=[], reference_tool_calls=[[ToolCall("f")], []])
    assert by_turn.reference_tool_calls == ((ToolCall("f"),), ())


def test_paths_may_be_written_in_python() -> None:
    written: Any = ["plan", {"a", "b"}]
    sample = SingleTurnSample(path=written, reference_path=written)
    assert sample.path == sample.reference_path == NodePath.of(["plan", {"a", "b"}])


FAULTS: list[Any] = [
    ({"user_input": None}, "user_input must be a list of messages, got None"),
    ({"user_input": "q"}, "user_input must be a list of messages, got 'q'"),
    ({"user_input": [HumanMessage("q"), "x"]}, "user_input[1]: must be a Message, got 'x'"),
    ({"reference_tool_calls": [{"name": "f"}]}, "reference_tool_calls[0]: must be a ToolCall"),
    ({"reference_tool_calls": [[ToolCall("f")], [1]]}, "reference_tool_calls[1][0]: must be"),
    ({"reference_tool_calls": [[], ToolCall("f")]}, "reference_tool_calls[0]: must be a Tool"),
    ({"reference_path": "plan"}, "reference_path, path: a path must be a list of steps"),
    ({"calls": [ToolCall("f")]}, "calls[0]: must be a CallRecord"),
    ({"reference": 5}, "reference must be text, got 5"),
    ({"case_id": 7}, "case_id must be text, got 7"),
    ({"attempt": True}, "attempt must be a whole number, got True"),
    ({"status": "done"}, "status must be one of completed, error, interrupted, cancelled"),
    ({"rubrics": ["a"]}, "rubrics must be a mapping, got ['a']"),
    ({"metadata": "x"}, "metadata must be a mapping, got 'x'"),
    ({"reference_topics": "a topic"}, "reference_topics must be a list, got 'a topic'"),
]


@pytest.mark.parametrize(
    ("fields", "says"),
    FAULTS,
)
def test_a_value_of_another_type_is_refused(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        given(fields)
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"user_input": ["q"]}, "user_input of a single turn must be text"),
        ({"response": 5}, "response must be text, got 5"),
        ({"retrieved_contexts": "one"}, "retrieved_contexts must be a list, got 'one'"),
        ({"retrieved_context_ids": [1.5]}, "retrieved_context_ids[0]: must be a str or int"),
    ],
)
def test_so_it_is_in_a_single_turn(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        SingleTurnSample(**fields)
    assert str(caught.value).startswith(says)


def test_an_id_that_a_table_made_a_float_is_whole_again() -> None:
    read: Any = [12, "7", 3.0]
    sample = SingleTurnSample(retrieved_context_ids=read)
    assert sample.retrieved_context_ids == (12, "7", 3)


def test_lists_inside_are_kept_as_tuples() -> None:
    assert Retrieval("q", [Document("a")]) == Retrieval("q", (Document("a"),))
    assert ModelCall(tools=["f"]) == ModelCall(tools=("f",))
