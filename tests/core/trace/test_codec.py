import json
import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from core.trace.any_sample import samples
from odograph import InputError, MultiTurnSample, SingleTurnSample
from odograph.trace import (
    AIMessage,
    CallRecord,
    HumanMessage,
    InvalidToolCall,
    NodePath,
    ToolCall,
    ToolMessage,
    sample_from_dict,
    sample_to_dict,
)
from odograph.trace.values import dump_line, load_line

slow = settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)


def through_json(sample: Any) -> Any:
    return sample_from_dict(load_line(dump_line(sample_to_dict(sample))))


@slow
@given(samples)
def test_a_sample_comes_back_as_it_was(sample: Any) -> None:
    back = through_json(sample)
    assert back == sample
    assert repr(back) == repr(sample)  # == takes 1 for True and 1.0; the spelling does not


def test_nan_and_infinities_in_arguments_survive() -> None:
    call = ToolCall("f", {"x": [math.nan, math.inf, -math.inf]})
    (back,) = through_json(MultiTurnSample(user_input=[AIMessage(tool_calls=[call])])).user_input
    low, high, least = back.tool_calls[0].args["x"]
    assert math.isnan(low)
    assert (high, least) == (math.inf, -math.inf)


def test_empty_and_absent_stay_apart() -> None:
    empty = MultiTurnSample(user_input=[], reference_tool_calls=[], calls=[], reference="")
    absent = MultiTurnSample(user_input=[])
    assert through_json(empty) == empty
    assert through_json(absent) == absent
    assert empty != absent


def test_every_field_of_a_conversation_survives() -> None:
    sample = MultiTurnSample(
        user_input=[
            HumanMessage("q"),
            AIMessage(tool_calls=[ToolCall("f", {"n": 1, "l": [1, 2.5], "u": None}, "1")]),
            ToolMessage("r", tool_call_id="1", status="error"),
            AIMessage("a"),
        ],
        reference_tool_calls=[ToolCall("f", {"n": 1})],
        metadata={"k": [1]},
    )
    assert through_json(sample) == sample


def test_defaults_are_left_out() -> None:
    assert sample_to_dict(MultiTurnSample(user_input=[HumanMessage("hi")])) == {
        "schema": "odograph/1",
        "kind": "multi_turn",
        "user_input": [{"role": "user", "content": "hi"}],
    }


def test_what_is_written_is_strict_json() -> None:
    sample = SingleTurnSample(metadata={"a": math.nan, "b": [math.nan, 1.0], "c": math.inf})

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    json.loads(dump_line(sample_to_dict(sample)), parse_constant=refuse)


def test_null_is_a_field_not_given() -> None:
    read = sample_from_dict(
        {
            "user_input": [{"role": "assistant", "content": None, "tool_calls": None}],
            "metadata": None,
            "calls": None,
        }
    )
    assert read == MultiTurnSample(user_input=[AIMessage()])


def test_a_path_may_be_written_as_in_python() -> None:
    read = sample_from_dict({"user_input": [], "reference_path": ["plan", {"team": ["draft"]}]})
    assert read.reference_path == NodePath.of(["plan", {"team": ["draft"]}])


def test_an_invalid_call_is_told_from_a_valid_one() -> None:
    invalid = CallRecord(InvalidToolCall("f", '{"a'), "rejected", attempts=0)
    assert through_json(MultiTurnSample(user_input=[], calls=[invalid])).calls == (invalid,)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([1], "a sample must be an object, got [1]"),
        ({"schema": "odograph/2"}, "schema: schema must be 'odograph/1', got 'odograph/2'"),
        ({"kind": "video"}, "kind: kind must be 'multi_turn' or 'single_turn', got 'video'"),
        ({"kind": "multi_turn"}, "MultiTurnSample missing 1 required keyword-only argument"),
        ({"user_input": [], "refrence": "x"}, "refrence: MultiTurnSample has no such field"),
        ({"user_input": "q", "reference": 5}, "reference: must be str, got 5"),
        ({"user_input": "q", "attempt": True}, "attempt: must be int, got True"),
        ({"user_input": "q", "status": "done"}, "status: must be one of completed, error"),
        ({"user_input": "q", "retrieved_contexts": "one"}, "retrieved_contexts: must be a list"),
        ({"user_input": "q", "retrieved_contexts": ["a", None]}, "retrieved_contexts[1]: must be"),
        (
            {"user_input": [{"role": "user"}, {"role": "moderator", "content": "x"}]},
            "user_input[1]: role must be one of system, user, assistant, tool, got 'moderator'",
        ),
        (
            {"user_input": [{"role": "assistant", "tool_calls": [{"name": "f", "args": "{}"}]}]},
            "user_input[0].tool_calls[0].args: must be dict, got '{}'",
        ),
        (
            {"user_input": [], "reference_tool_calls": [[{"name": "f"}], [{"nme": "g"}]]},
            "reference_tool_calls[1][0].nme: ToolCall has no such field, got 'nme'",
        ),
        (
            {"user_input": [], "calls": [{"requested": {"name": "f"}, "outcome": "ran"}]},
            "calls[0].outcome: must be one of executed, errored, rejected, denied, unanswered",
        ),
        (
            {"user_input": [], "calls": [{"outcome": "executed"}]},
            "calls[0]: CallRecord missing 1 required positional argument: 'requested'",
        ),
        ({"user_input": [], "retrievals": [{"query": None}]}, "retrievals[0]: Retrieval missing 1"),
        ({"user_input": [], "retrievals": [{"query": "q", "documents": [None]}]}, "documents[0]"),
        ({"user_input": [], "reference_path": [["a"]]}, "reference_path, path[0]: a step must be"),
        ({"user_input": [], "path": {"steps": [[{"name": 1}]]}}, "path.steps[0][0].name: must be"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(data: Any, says: str) -> None:
    with pytest.raises(InputError) as caught:
        sample_from_dict(data)
    assert says in str(caught.value)
