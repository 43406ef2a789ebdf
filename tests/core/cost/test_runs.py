from odograph.cost import latency_of, model_calls_of, steps_of
from odograph.trace import (
    AIMessage,
    CallRecord,
    HumanMessage,
    ModelCall,
    MultiTurnSample,
    SingleTurnSample,
    ToolCall,
    Usage,
)


def test_what_the_recorder_saw_goes_before_what_the_messages_tell() -> None:
    said = [AIMessage("hi", usage=Usage(1, 1))]
    seen = [ModelCall("nova", Usage(2, 2))]
    assert model_calls_of(MultiTurnSample(user_input=said, model_calls=seen)) == tuple(seen)


def test_usage_is_read_off_messages_and_one_without_is_a_call_that_told_none() -> None:
    said = [HumanMessage("hi"), AIMessage("a", usage=Usage(1, 1)), AIMessage("b")]
    calls = model_calls_of(MultiTurnSample(user_input=said))
    assert [call.usage for call in calls] == [Usage(1, 1), None]


def test_messages_that_tell_no_usage_are_calls_of_unknown_cost() -> None:
    assert model_calls_of(MultiTurnSample(user_input=[AIMessage("a")])) == (ModelCall(),)
    assert model_calls_of(SingleTurnSample(user_input="a")) == ()


def test_where_a_recorder_saw_no_model_there_was_none() -> None:
    assert model_calls_of(MultiTurnSample(user_input=[AIMessage("a")], calls=[])) == ()


def test_each_call_of_the_agents_model_is_a_step_and_middleware_belongs_to_the_next() -> None:
    plan, summary, act, last = (
        ModelCall("plan"),
        ModelCall("summary", internal=True),
        ModelCall("act"),
        ModelCall("last", internal=True),
    )
    sample = MultiTurnSample(user_input=[], model_calls=[plan, summary, act, last])
    assert [list(step) for step in steps_of(sample)] == [[plan], [summary, act, last]]


def test_only_middleware_is_one_step() -> None:
    inner = ModelCall(internal=True)
    assert [list(s) for s in steps_of(MultiTurnSample(user_input=[], model_calls=[inner]))] == [
        [inner]
    ]


def test_latency_is_from_the_first_start_to_the_last_end() -> None:
    sample = MultiTurnSample(
        user_input=[],
        model_calls=[ModelCall(started_at=10.0, latency=1.0), ModelCall(started_at=14.0)],
        calls=[CallRecord(ToolCall("look"), "executed", started_at=11.0, latency=4.5)],
    )
    assert latency_of(sample) == 5.5


def test_without_times_there_is_no_latency() -> None:
    assert latency_of(MultiTurnSample(user_input=[], model_calls=[ModelCall()])) is None
