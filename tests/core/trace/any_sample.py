"""Strategies for samples with whatever a run may hold."""

from typing import Any

from hypothesis import strategies as st

from odograph.trace import (
    AIMessage,
    CallRecord,
    Document,
    HumanMessage,
    Interrupt,
    InvalidToolCall,
    ModelCall,
    MultiTurnSample,
    NodePath,
    NodeVisit,
    Retrieval,
    SingleTurnSample,
    SystemMessage,
    ToolCall,
    ToolMessage,
    Usage,
)

__all__ = ("json_objects", "json_values", "samples")

text = st.text(max_size=6) | st.sampled_from(["", "$float", "NaN", "\u2028", "\ud800", "naïve"])
maybe = st.none() | text
count = st.integers(0, 2**70)
seconds = st.none() | st.floats(allow_nan=False)
keys = st.text(max_size=4) | st.sampled_from(["$float", "$escaped", "role", "schema"])

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | text
json_values: st.SearchStrategy[Any] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3)
)
json_objects = st.dictionaries(keys, json_values, max_size=3)

calls = st.builds(ToolCall, text, json_objects, maybe)
invalid_calls = st.builds(InvalidToolCall, maybe, text, maybe, maybe)
usages = st.builds(Usage, count, count, count, count, count, cost=st.none() | st.floats(0, 1e6))
blocks = st.lists(json_objects, max_size=2)
common: dict[str, Any] = {
    "content": text,
    "id": maybe,
    "name": maybe,
    "blocks": blocks,
    "metadata": json_objects,
    "removed": st.booleans(),
}
messages = st.one_of(
    st.builds(SystemMessage, **common),
    st.builds(HumanMessage, **common),
    st.builds(
        AIMessage,
        **common,
        tool_calls=st.lists(calls, max_size=2),
        invalid_tool_calls=st.lists(invalid_calls, max_size=1),
        usage=st.none() | usages,
    ),
    st.builds(
        ToolMessage, **common, tool_call_id=maybe, status=st.sampled_from(["success", "error"])
    ),
)
paths: st.SearchStrategy[NodePath] = st.deferred(
    lambda: st.builds(
        NodePath, st.lists(st.lists(visits, max_size=2), max_size=2), st.lists(count, max_size=1)
    )
)
visits: st.SearchStrategy[NodeVisit] = st.deferred(
    lambda: st.builds(
        NodeVisit,
        text,
        st.sampled_from(["completed", "error", "interrupted", "cancelled", "bubbled"]),
        st.integers(0, 9),
        st.lists(paths, max_size=1),
    )
)
records = st.builds(
    CallRecord,
    calls | invalid_calls,
    st.sampled_from(["executed", "errored", "rejected", "denied", "unanswered"]),
    result=maybe,
    error=maybe,
    run_args=st.none() | json_objects,
    attempts=st.integers(0, 5),
    node=maybe,
    message=st.none() | st.integers(0, 5),
    started_at=seconds,
    latency=seconds,
)
retrievals = st.builds(
    Retrieval, text, st.lists(st.builds(Document, text, maybe, json_objects), max_size=2), maybe
)
shared: dict[str, Any] = {
    "reference": maybe,
    "reference_tool_calls": st.none()
    | st.lists(calls, max_size=2)
    | st.lists(st.lists(calls, max_size=2), max_size=2),
    "reference_trajectory": st.none() | st.lists(messages, max_size=2),
    "reference_path": st.none() | paths,
    "reference_topics": st.none() | st.lists(text, max_size=2),
    "rubrics": st.none() | st.dictionaries(keys, text, max_size=2),
    "case_id": maybe,
    "attempt": st.none() | st.integers(0, 3),
    "metadata": json_objects,
    "calls": st.none() | st.lists(records, max_size=2),
    "path": st.none() | paths,
    "model_calls": st.lists(
        st.builds(ModelCall, maybe, st.none() | usages, internal=st.booleans()), max_size=1
    ),
    "retrievals": st.lists(retrievals, max_size=1),
    "interrupts": st.lists(st.builds(Interrupt, json_values, maybe, maybe), max_size=1),
    "gaps": st.lists(text, max_size=1),
    "status": st.sampled_from([None, "completed", "error", "interrupted", "cancelled"]),
}
samples: st.SearchStrategy[MultiTurnSample | SingleTurnSample] = st.builds(
    MultiTurnSample, user_input=st.lists(messages, max_size=3), **shared
) | st.builds(
    SingleTurnSample,
    user_input=maybe,
    response=maybe,
    retrieved_contexts=st.none() | st.lists(text, max_size=2),
    retrieved_context_ids=st.none() | st.lists(text | st.integers(), max_size=2),
    **shared,
)
