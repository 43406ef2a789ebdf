"""Samples as JSON objects (schema `odograph/1`) and back, without loss.

A field that holds its default is left out. Messages are written with the roles of OpenAI's
format. Reading checks every name and type and says the place of what is wrong.
"""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

from odograph.errors import InputError
from odograph.trace.calls import CallRecord, Outcome
from odograph.trace.messages import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
)
from odograph.trace.path import NodePath, NodeVisit, VisitStatus
from odograph.trace.samples import (
    Document,
    Interrupt,
    ModelCall,
    MultiTurnSample,
    Retrieval,
    RunStatus,
    Sample,
    SingleTurnSample,
)
from odograph.trace.usage import Usage
from odograph.trace.values import is_list, is_mapping, is_tuple

__all__ = ("SCHEMA", "sample_from_dict", "sample_to_dict")

SCHEMA = "odograph/1"

_MESSAGES: dict[str, type[Message]] = {
    kind.role: kind for kind in (SystemMessage, HumanMessage, AIMessage, ToolMessage)
}
_Reader = Callable[[Any, str], Any]


def sample_to_dict(sample: Sample) -> dict[str, Any]:
    """Write a sample as a JSON object that begins with its schema and kind."""
    kind = "multi_turn" if isinstance(sample, MultiTurnSample) else "single_turn"
    return {"schema": SCHEMA, "kind": kind, **_write_fields(sample)}


def sample_from_dict(data: Mapping[str, Any]) -> Sample:
    """Read a sample; without `kind`, a list as `user_input` makes it multi-turn.

    Raises:
        InputError: another schema, an unknown field, or a value of the wrong type.
    """
    if not is_mapping(data):
        raise InputError.of("a sample must be an object", data)
    fields = dict(data)
    schema = fields.pop("schema", SCHEMA)
    if schema != SCHEMA:
        raise InputError.of(f"schema must be {SCHEMA!r}", schema, place="schema")
    multi_turn = isinstance(fields.get("user_input"), list)
    kind = fields.pop("kind", "multi_turn" if multi_turn else "single_turn")
    if kind not in ("multi_turn", "single_turn"):
        raise InputError.of("kind must be 'multi_turn' or 'single_turn'", kind, place="kind")
    sample: Sample = _read(
        MultiTurnSample if kind == "multi_turn" else SingleTurnSample, fields, ""
    )
    return sample


def _write(value: Any) -> Any:
    if isinstance(value, Message):
        return {"role": value.role, "content": value.content, **_write_fields(value, "content")}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _write_fields(value)
    if is_tuple(value):
        return [_write(item) for item in value]
    return value


def _write_fields(value: Any, *but: str) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        item = getattr(value, field.name)
        if field.name in but or _is_default(field, item):
            continue
        written[field.name] = _write(item)
    return written


def _is_default(field: "dataclasses.Field[Any]", item: object) -> bool:
    if field.default_factory is not dataclasses.MISSING:
        return not item
    return type(item) is type(field.default) and item == field.default


def _read(kind: type, data: Any, place: str) -> Any:
    """Read a dataclass from an object, refusing fields that it does not have."""
    if not is_mapping(data):
        raise InputError.of(f"a {kind.__name__} must be an object", data, place=place)
    readers = _READERS[kind]
    # the one field without a default that may be null
    values: dict[str, Any] = {"name": None} if kind is InvalidToolCall else {}
    for name, item in data.items():
        where = f"{place}.{name}" if place else str(name)
        reader = readers.get(name)
        if reader is None:
            raise InputError.of(f"{kind.__name__} has no such field", name, place=where)
        if item is not None:  # null is a field not given
            values[name] = reader(item, where)
    try:
        return kind(**values)
    except TypeError as error:
        raise InputError(str(error).replace(".__init__()", ""), place=place) from None
    except InputError as error:
        raise error.at(place) if place else error from None


def _read_message(data: Any, place: str) -> Message:
    role = data.get("role") if is_mapping(data) else data
    kind = _MESSAGES.get(role) if isinstance(role, str) else None
    if kind is None:
        raise InputError.of(f"role must be one of {', '.join(_MESSAGES)}", role, place=place)
    message: Message = _read(kind, {k: v for k, v in data.items() if k != "role"}, place)
    return message


def _read_call(data: Any, place: str) -> ToolCall | InvalidToolCall:
    invalid = is_mapping(data) and "raw_args" in data
    call: ToolCall | InvalidToolCall = _read(InvalidToolCall if invalid else ToolCall, data, place)
    return call


def _anything(data: Any, place: str) -> Any:
    del place
    return data


def _of(*kinds: type) -> _Reader:
    def read(data: Any, place: str) -> Any:
        if type(data) not in kinds:
            wanted = " or ".join(kind.__name__ for kind in kinds)
            raise InputError.of(f"must be {wanted}", data, place=place)
        return data

    return read


def _one_of(literal: Any) -> _Reader:
    allowed = get_args(literal)

    def read(data: Any, place: str) -> Any:
        if data not in allowed:
            raise InputError.of(f"must be one of {', '.join(allowed)}", data, place=place)
        return data

    return read


def _each(reader: _Reader) -> _Reader:
    def read(data: Any, place: str) -> Any:
        if not is_list(data):
            raise InputError.of("must be a list", data, place=place)
        return tuple(reader(item, f"{place}[{index}]") for index, item in enumerate(data))

    return read


def _dataclass(kind: type) -> _Reader:
    def read(data: Any, place: str) -> Any:
        return _read(kind, data, place)

    return read


def _call_or_turn(data: Any, place: str) -> Any:
    """Read a reference call, or the list of calls of one turn."""
    return _calls(data, place) if is_list(data) else _read(ToolCall, data, place)


def _path(data: Any, place: str) -> Any:
    """Read a path: our own object form, or the Python form as far as JSON can write it."""
    if is_mapping(data):
        return _read(NodePath, data, place)
    try:
        return NodePath.of(data)
    except InputError as error:
        raise error.at(place) from None


_text, _whole, _number = _of(str), _of(int), _of(int, float)
_object, _texts = _of(dict), _each(_text)
_calls, _messages = _each(_dataclass(ToolCall)), _each(_read_message)

_MESSAGE: dict[str, _Reader] = {
    "content": _text,
    "id": _text,
    "name": _text,
    "blocks": _each(_object),
    "metadata": _object,
    "removed": _of(bool),
}
_TIMED: dict[str, _Reader] = {"node": _text, "latency": _number, "error": _text}
_SAMPLE: dict[str, _Reader] = {
    "reference": _text,
    "reference_tool_calls": _each(_call_or_turn),
    "reference_trajectory": _messages,
    "reference_path": _path,
    "reference_topics": _texts,
    "rubrics": _object,
    "case_id": _text,
    "attempt": _whole,
    "run_id": _text,
    "thread_id": _text,
    "metadata": _object,
    "calls": _each(_dataclass(CallRecord)),
    "path": _path,
    "model_calls": _each(_dataclass(ModelCall)),
    "retrievals": _each(_dataclass(Retrieval)),
    "interrupts": _each(_dataclass(Interrupt)),
    "gaps": _texts,
    "status": _one_of(RunStatus),
    "error": _text,
}
_READERS: dict[type, dict[str, _Reader]] = {
    Usage: {
        "input_tokens": _whole,
        "output_tokens": _whole,
        "cached_tokens": _whole,
        "cache_write_tokens": _whole,
        "reasoning_tokens": _whole,
        "cost": _number,
    },
    ToolCall: {"name": _text, "args": _object, "id": _text},
    InvalidToolCall: {"name": _text, "raw_args": _text, "id": _text, "error": _text},
    SystemMessage: _MESSAGE,
    HumanMessage: _MESSAGE,
    AIMessage: {
        **_MESSAGE,
        "tool_calls": _calls,
        "invalid_tool_calls": _each(_dataclass(InvalidToolCall)),
        "usage": _dataclass(Usage),
    },
    ToolMessage: {
        **_MESSAGE,
        "tool_call_id": _text,
        "status": _one_of(Literal["success", "error"]),
    },
    CallRecord: {
        **_TIMED,
        "requested": _read_call,
        "outcome": _one_of(Outcome),
        "result": _text,
        "run_args": _object,
        "attempts": _whole,
        "message": _whole,
        "started_at": _number,
    },
    NodeVisit: {
        "name": _text,
        "status": _one_of(VisitStatus),
        "attempts": _whole,
        "nested": _each(_dataclass(NodePath)),
    },
    NodePath: {"steps": _each(_each(_dataclass(NodeVisit))), "gaps": _each(_whole)},
    ModelCall: {
        **_TIMED,
        "model": _text,
        "usage": _dataclass(Usage),
        "internal": _of(bool),
        "tools": _texts,
        "started_at": _number,
    },
    Document: {"content": _text, "id": _text, "metadata": _object},
    Interrupt: {"value": _anything, "id": _text, "node": _text, "answer": _anything},
    Retrieval: {**_TIMED, "query": _text, "documents": _each(_dataclass(Document))},
    MultiTurnSample: {**_SAMPLE, "user_input": _messages},
    SingleTurnSample: {
        **_SAMPLE,
        "user_input": _text,
        "response": _text,
        "multi_responses": _texts,
        "retrieved_contexts": _texts,
        "reference_contexts": _texts,
        "retrieved_context_ids": _each(_of(str, int, float)),
        "reference_context_ids": _each(_of(str, int, float)),
        "persona_name": _text,
        "query_style": _text,
        "query_length": _text,
    },
}
