"""LangChain messages as messages of a sample."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.messages.utils import messages_from_dict

from odograph import trace
from odograph.errors import InputError
from odograph.trace.conversation import sample_from_conversation
from odograph.trace.openai import parse_arguments
from odograph.trace.values import as_json, is_list, is_mapping, is_tuple
from odograph_langchain.fold import fold
from odograph_langchain.usage import usage_of_message

__all__ = ("convert_message", "convert_messages", "read_message", "sample_from_messages")

_SYSTEM_ROLES = ("system", "developer")
_AI_ROLES = ("assistant", "ai")
_TYPES = ("ai", "human", "system", "tool", "function", "chat", "remove")
_CALLS = ("tool_calls", "function_call")


def convert_messages(messages: Any) -> tuple[trace.Message, ...]:
    """Convert messages in any form that LangChain takes.

    A message is a `BaseMessage`, a text (what the user wrote), a pair `(role, text)`, or a dict
    in OpenAI's, LangChain's or its serialised form. The list is read as a state is built: a
    message with the id of an earlier one replaces it, chunks with one id are one message, and what
    a `RemoveMessage` takes away is marked.

    Args:
        messages: a list of messages, or a graph's state with its list under `messages`.

    Raises:
        InputError: an element is no message; names its index.
    """
    in_state = is_mapping(messages) and "messages" in messages
    listed: Any = messages["messages"] if in_state else messages
    if not _is_listing(listed):
        raise InputError.of("messages must be a list of messages", messages)
    read = [read_message(one, place=f"[{index}]") for index, one in enumerate(listed)]
    return tuple(_converted(message, removed=removed) for message, removed in fold(read))


def sample_from_messages(
    messages: Any, *, strict: bool = False, **fields: Any
) -> trace.MultiTurnSample:
    """Convert a conversation (see `convert_messages`) to a sample.

    Orphan results and malformed arguments are kept and told in `gaps`.

    Args:
        messages: the conversation.
        strict: make an error of an orphan result, a malformed call or an unanswered call.
        fields: further fields of the sample, e.g. `reference_tool_calls=[...]`.

    Raises:
        InputError: an element is no message; names its index.
    """
    return sample_from_conversation(convert_messages(messages), strict=strict, **fields)


def _converted(read: BaseMessage | trace.Message, *, removed: bool) -> trace.Message:
    message = read if isinstance(read, trace.Message) else convert_message(read)
    return replace(message, removed=True) if removed else message


def _is_listing(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | BaseMessage | Mapping)


def read_message(value: Any, *, place: str = "") -> BaseMessage | trace.Message:
    """Read one message of any form; a dict in OpenAI's form becomes one of ours at once.

    Raises:
        InputError: the value is no message.
    """
    if isinstance(value, BaseMessage | trace.Message):
        return value
    if isinstance(value, str):
        return HumanMessage(value)
    if (is_tuple(value) or is_list(value)) and len(value) == 2 and isinstance(value[0], str):
        return trace.message_from_openai({"role": value[0], "content": value[1]}, place=place)
    if not is_mapping(value):
        raise InputError.of("must be a message", value, place=place)
    if value.get("lc") == 1 and is_mapping(value.get("kwargs")):
        value = value["kwargs"]  # LangChain's serialised form, as LangSmith stores it
    kind = value.get("type")
    if "role" in value or kind not in _TYPES:
        return trace.message_from_openai(value, place=place)
    data = value.get("data")
    try:
        return messages_from_dict(
            [{"type": kind, "data": dict(data if is_mapping(data) else value)}]
        )[0]
    except (ValueError, KeyError, TypeError) as error:  # pydantic's errors are ValueErrors
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise InputError.of(f"must be a message ({reason})", value, place=place) from None


def convert_message(message: BaseMessage) -> trace.Message:
    """Convert one message; values that are not JSON become JSON, in a copy."""
    content: Any = message.content
    blocks = [
        {"type": "text", "text": block} if isinstance(block, str) else as_json(block)
        for block in (content if is_list(content) else ())
    ]
    common: dict[str, Any] = {
        "content": str(message.text),
        "id": message.id,
        "name": message.name,
        "blocks": blocks,
        "metadata": _metadata(message),
    }
    if isinstance(message, AIMessage):
        calls, invalid = _calls(message)
        usage = usage_of_message(message)
        return trace.AIMessage(**common, tool_calls=calls, invalid_tool_calls=invalid, usage=usage)
    if isinstance(message, ToolMessage):
        return _tool_message(message, common)
    if isinstance(message, FunctionMessage):
        return trace.ToolMessage(**common)
    if isinstance(message, SystemMessage):
        return trace.SystemMessage(**common)
    if isinstance(message, ChatMessage):
        return _chat_message(message, common)
    return trace.HumanMessage(**common)


def _tool_message(message: ToolMessage, common: dict[str, Any]) -> trace.ToolMessage:
    if not common["content"] and common["blocks"]:
        # a result made of data blocks only: the model saw them, so the text must hold them
        common["content"] = json.dumps(common["blocks"], ensure_ascii=False)
    return trace.ToolMessage(
        **common,
        tool_call_id=message.tool_call_id,
        status="error" if message.status == "error" else "success",
    )


def _chat_message(message: ChatMessage, common: dict[str, Any]) -> trace.Message:
    """Give a message of a free role the role it names; an unknown one speaks as a user."""
    if message.role in _SYSTEM_ROLES:
        return trace.SystemMessage(**common)
    if message.role in _AI_ROLES:
        return trace.AIMessage(**common)
    if message.role not in ("user", "human"):
        common["name"] = common["name"] or message.role
        common["metadata"] = {**common["metadata"], "role": message.role}
    return trace.HumanMessage(**common)


def _metadata(message: BaseMessage) -> Mapping[str, Any]:
    """Keep what the provider added, but not a second form of the calls."""
    kept: dict[str, Any] = {}
    response = as_json(message.response_metadata)
    if response:
        kept["response_metadata"] = response
    extra = {k: as_json(v) for k, v in message.additional_kwargs.items() if k not in _CALLS}
    if extra:
        kept["additional_kwargs"] = extra
    return kept


def _calls(message: AIMessage) -> tuple[list[trace.ToolCall], list[trace.InvalidToolCall]]:
    if isinstance(message, AIMessageChunk) and message.tool_call_chunks:
        return _calls_of_chunks(message.tool_call_chunks)
    calls = [
        trace.ToolCall(call["name"], as_json(call["args"]), call.get("id"))
        for call in message.tool_calls
    ]
    invalid = [
        trace.InvalidToolCall(
            call.get("name"), call.get("args") or "", call.get("id"), call.get("error")
        )
        for call in message.invalid_tool_calls
    ]
    return calls, invalid


def _calls_of_chunks(
    chunks: Sequence[Any],
) -> tuple[list[trace.ToolCall], list[trace.InvalidToolCall]]:
    """Read the wire text itself: LangChain completes a cut-off text to arguments of its own."""
    calls: list[trace.ToolCall] = []
    invalid: list[trace.InvalidToolCall] = []
    for chunk in chunks:
        name, raw, call_id = chunk.get("name"), chunk.get("args"), chunk.get("id")
        args, error = parse_arguments(raw)
        if args is None or not name:
            invalid.append(trace.InvalidToolCall(name, raw or "", call_id, error))
        else:
            calls.append(trace.ToolCall(name, args, call_id))
    return calls, invalid
