"""OpenAI's message format, as files and logs hold it.

What is read: `content` as text, null or a list of blocks; `tool_calls` in wire form
(`{"id", "function": {"name", "arguments"}}`, arguments as JSON text or object), as plain
`{"name", "args" | "arguments" | "kwargs"}`, and as custom tools; the older `function_call`;
messages as LangChain writes them to JSON, bare or below `data` or `kwargs`; the client's own
objects. Arguments that cannot be read become an `InvalidToolCall` that keeps the raw text.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from odograph.errors import InputError
from odograph.trace.conversation import sample_from_conversation
from odograph.trace.messages import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
)
from odograph.trace.samples import MultiTurnSample
from odograph.trace.values import as_json, is_list, is_mapping, is_object, is_sequence, load_json

__all__ = ("call_from_openai", "from_openai", "message_from_openai", "parse_arguments")

_ROLES: dict[str, type[Message]] = {
    "system": SystemMessage,
    "developer": SystemMessage,
    "user": HumanMessage,
    "human": HumanMessage,
    "assistant": AIMessage,
    "ai": AIMessage,
    "tool": ToolMessage,
    "function": ToolMessage,
}
_READ = frozenset(
    {
        "role",
        "type",
        "content",
        "id",
        "name",
        "tool_calls",
        "invalid_tool_calls",
        "function_call",
        "tool_call_id",
        "status",
    }
)
_ARGUMENTS = ("args", "kwargs", "input")


def from_openai(
    messages: Sequence[Mapping[str, Any]],
    *,
    strict: bool = False,
    failed: Callable[[str], bool] | None = None,
    **fields: Any,
) -> MultiTurnSample:
    """Read a conversation in OpenAI's format as a sample.

    Orphan results and malformed arguments are kept and told in `gaps`.

    Args:
        messages: the conversation, in order.
        strict: make an error of an orphan result, a malformed call or an unanswered call.
        failed: says of a result's text whether the call failed; the format has no field for it
            (a `status` of `"error"` is read where there is one).
        fields: further fields of the sample, e.g. `reference_tool_calls=[...]`.

    Raises:
        InputError: no list, or an element that is no message; names the index and the role.
    """
    if not is_sequence(messages):
        raise InputError.of("a conversation must be a list of messages", messages)
    read = [
        message_from_openai(one, place=f"[{i}]", failed=failed) for i, one in enumerate(messages)
    ]
    return sample_from_conversation(read, strict=strict, **fields)


def message_from_openai(
    data: Mapping[str, Any], *, place: str = "", failed: Callable[[str], bool] | None = None
) -> Message:
    """Read one message.

    Raises:
        InputError: no mapping, or an unknown role.
    """
    if not is_mapping(data) or "content" not in data:
        data = _unwrapped(data, place)
    role = data.get("role", data.get("type"))
    kind = _ROLES.get(role) if isinstance(role, str) else None
    if kind is None:
        known = ", ".join(_ROLES)
        raise InputError.of(f"role must be one of {known}", role, place=place)
    content: Any = data.get("content")
    text, blocks = (content, ()) if isinstance(content, str) else _content(content, place, kind)
    message_id, name = _text_or_none(data.get("id")), _text_or_none(data.get("name"))
    metadata: dict[str, Any] = {}
    if not _READ.issuperset(data):
        metadata = {key: as_json(value) for key, value in data.items() if key not in _READ}
    # given by place, since this is run for every message of every file
    if kind is AIMessage:
        calls, invalid = _calls(data, place)
        return AIMessage(text, message_id, name, blocks, metadata, False, calls, invalid)
    if kind is ToolMessage:
        error = data.get("status") == "error" or (failed is not None and failed(text))
        answers = _text_or_none(data.get("tool_call_id"))
        status: Literal["error", "success"] = "error" if error else "success"
        return ToolMessage(text, message_id, name, blocks, metadata, False, answers, status)
    return kind(text, message_id, name, blocks, metadata)


def _unwrapped(data: Any, place: str) -> Mapping[str, Any]:
    """Take a message out of what it came in: an object of a client, or LangChain's envelope."""
    if not is_mapping(data) and hasattr(data, "model_dump"):
        data = data.model_dump(exclude_none=True)
    if not is_mapping(data):
        raise InputError.of("a message must be an object", data, place=place)
    for envelope in ("data", "kwargs"):
        inner = data.get(envelope)
        if "content" not in data and is_mapping(inner) and "content" in inner:
            return {"type": data.get("type"), **inner}
    return data


def call_from_openai(data: Mapping[str, Any], *, place: str = "") -> ToolCall | InvalidToolCall:
    """Read one call in wire form or plain form; one without a name is invalid.

    Raises:
        InputError: no mapping.
    """
    if not is_mapping(data):
        raise InputError.of("a tool call must be an object", data, place=place)
    inner = data.get("function") or data.get("custom")
    body = inner if is_mapping(inner) else data
    name = body.get("name")
    raw = body.get("arguments")
    if raw is None:
        raw = next((body[key] for key in _ARGUMENTS if body.get(key) is not None), None)
    call_id = _text_or_none(data.get("id"))
    if not isinstance(name, str):
        return InvalidToolCall(None, _raw_text(raw), call_id, "the call has no name")
    if isinstance(raw, str) and "custom" in data:
        return ToolCall(name, {"input": raw}, call_id)  # custom tools take free text
    args, error = parse_arguments(raw)
    if args is None:
        return InvalidToolCall(name, _raw_text(raw), call_id, error)
    return ToolCall(name, args, call_id)


def parse_arguments(raw: Any) -> tuple[dict[str, Any] | None, str | None]:
    """Read the arguments of a call: an object, or its JSON text; nothing or empty text is `{}`.

    Returns:
        The arguments and None, or None and what is wrong with them.
    """
    if raw is None:
        return {}, None
    if isinstance(raw, str):
        if not raw or raw.isspace():
            return {}, None
        try:
            raw = load_json(raw)
        except (ValueError, RecursionError) as error:  # ValueError also for endless digits
            return None, f"not JSON: {error}"
    if not is_object(raw):
        return None, f"not a JSON object but {type(raw).__name__}"
    return raw, None


def _calls(
    data: Mapping[str, Any], place: str
) -> tuple[tuple[ToolCall, ...], tuple[InvalidToolCall, ...]]:
    read = [
        call_from_openai(one, place=f"{place}.tool_calls[{index}]")
        for index, one in enumerate(_listed(data, "tool_calls", place))
    ]
    if data.get("function_call"):
        read.append(call_from_openai(data["function_call"], place=f"{place}.function_call"))
    calls = tuple([call for call in read if isinstance(call, ToolCall)])
    invalid = [call for call in read if isinstance(call, InvalidToolCall)]
    for one in _listed(data, "invalid_tool_calls", place):
        raw = one.get("args", one.get("raw_args")) if is_mapping(one) else one
        name, call_id, error = (
            _text_or_none(one.get(key)) if is_mapping(one) else None
            for key in ("name", "id", "error")
        )
        invalid.append(InvalidToolCall(name, _raw_text(raw), call_id, error))
    return calls, tuple(invalid)


def _listed(data: Mapping[str, Any], key: str, place: str) -> Sequence[Any]:
    value = data.get(key)
    if value is None:
        return ()
    if not is_sequence(value):
        raise InputError.of("must be a list of calls", value, place=f"{place}.{key}")
    return value


def _raw_text(raw: Any) -> str:
    return raw if isinstance(raw, str) else json.dumps(as_json(raw))


def _content(
    content: Any, place: str, kind: type[Message]
) -> tuple[str, tuple[Mapping[str, Any], ...]]:
    if content is None:
        return "", ()
    if isinstance(content, str):
        return content, ()
    if is_mapping(content) or (kind is ToolMessage and not is_list(content)):
        return json.dumps(as_json(content), ensure_ascii=False), ()  # a result given as its object
    if not is_list(content):
        raise InputError.of("content must be text, null or a list of blocks", content, place=place)
    blocks: tuple[dict[str, Any], ...] = tuple(
        block if is_object(block) else {"type": "text", "text": str(block)}
        for block in as_json(content)
    )
    texts: list[str] = [block["text"] for block in blocks if isinstance(block.get("text"), str)]
    if not texts and blocks and kind is ToolMessage:
        return json.dumps(as_json(content), ensure_ascii=False), blocks
    return "".join(texts), blocks


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)
