"""The items of a script and the message that each of them becomes."""

import hashlib
import inspect
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolCall
from langchain_core.messages.ai import UsageMetadata
from pydantic import BaseModel

from odograph.errors import InputError

__all__ = ("Item", "Play", "Script", "call", "to_message", "word_usage")

Item = (
    str
    | AIMessage
    | ToolCall
    | Sequence[ToolCall]
    | BaseException
    | type[BaseException]
    | BaseModel
    | Mapping[str, Any]
    | Callable[[list[BaseMessage]], Any]
)
Script = Sequence[Item] | Callable[[list[BaseMessage]], Any]

_KINDS = (
    "an item must be text, an AIMessage, a tool call or a list of them, an exception, "
    "a pydantic instance, a dict, or a function of the messages"
)


def call(name: str, /, **args: Any) -> ToolCall:
    """Build a tool call of LangChain's kind, `call("search", query="x")`.

    Its id is made of the name and the arguments, so it is the same in every run. When a scripted
    model plays the call in a conversation that holds this id already, the id gets a number.
    """
    return ToolCall(name=name, args=args, id=_call_id(name, args), type="tool_call")


def _call_id(name: str, args: Mapping[str, Any]) -> str:
    wire = json.dumps(args, sort_keys=True, default=repr)
    return f"call_{name}_{hashlib.sha256(wire.encode()).hexdigest()[:8]}"


class Play:
    """A script and how far it has been played; copies and bindings of a model share it.

    Raises:
        InputError: an item is of no kind that can be played; the text names its index.
    """

    def __init__(self, script: Any) -> None:
        self.calls: list[list[BaseMessage]] = []
        self.offered: list[tuple[str, ...]] = []
        self._script: Any = script
        self._lock = threading.Lock()
        if callable(script):
            return
        if not _is_list(script):
            raise InputError.of("a script must be a list of items or a function", script)
        for index, item in enumerate(script):
            if not _playable(item):
                raise InputError.of(_KINDS, item, place=f"script[{index}]")

    def next(self, messages: list[BaseMessage], offered: tuple[str, ...]) -> Any:
        """Record the call and return its item; a function of the messages has been called.

        Raises:
            InputError: the script is used up.
        """
        with self._lock:
            position = len(self.calls)
            self.calls.append(list(messages))
            self.offered.append(offered)
        if callable(self._script):
            return self._script(messages)
        if position >= len(self._script):
            size = len(self._script)
            raise InputError(
                f"the script is used up: it has {size} item{'' if size == 1 else 's'}, "
                f"and this is call {position + 1}",
                place="ScriptedChatModel",
            )
        item = self._script[position]
        return item(messages) if _is_function(item) else item


def _playable(item: Any) -> bool:
    if _is_list(item):
        return bool(item) and all(map(_is_call, item))
    if isinstance(item, str | AIMessage) or _is_error(item) or _is_output(item):
        return True
    return _is_function(item)


# each kind is told apart in a function of its own, so that an item stays Any for the type checkers


def _is_function(item: Any) -> bool:
    return callable(item) and not isinstance(item, type | AIMessage | BaseModel)


def _is_list(item: Any) -> bool:
    return isinstance(item, Sequence) and not isinstance(item, str | bytes)


def _is_mapping(item: Any) -> bool:
    return isinstance(item, Mapping)


def _is_call(item: Any) -> bool:
    return _is_mapping(item) and item.get("type") == "tool_call" and "name" in item


def _is_output(item: Any) -> bool:
    return isinstance(item, BaseModel) or _is_mapping(item)


def _is_error(item: Any) -> bool:
    return isinstance(item, BaseException) or (
        isinstance(item, type) and issubclass(item, BaseException)
    )


def to_message(item: Any, messages: list[BaseMessage], options: Mapping[str, Any]) -> AIMessage:
    """Turn a played item into the model's answer; `options` are the keywords of the model call.

    Raises:
        InputError: the item is of no kind that can be played, or is structured output that fits
            none of the offered tools.
        BaseException: the item, where it is an exception.
    """
    if inspect.isawaitable(item):
        if inspect.iscoroutine(item):
            item.close()
        raise InputError("an async function of the script needs an async call of the model")
    if _is_error(item):
        raise item
    if isinstance(item, str):
        return AIMessage(item)
    if isinstance(item, AIMessage):
        return item.model_copy()
    if _is_call(item):
        return _calling([item], messages)
    if _is_output(item):
        return _structured(item, messages, options)
    if _is_list(item) and _playable(item):
        return _calling(item, messages)
    raise InputError.of(_KINDS, item, place="ScriptedChatModel")


def _calling(calls: Sequence[Any], messages: list[BaseMessage]) -> AIMessage:
    """Make the calls of one message, with ids that the conversation does not hold yet."""
    taken = {
        one["id"]
        for message in messages
        if isinstance(message, AIMessage)
        for one in message.tool_calls
    }
    made: list[ToolCall] = []
    for one in calls:
        default = _call_id(one["name"], one["args"])
        call_id, number = one.get("id") or default, 1
        while call_id in taken and one.get("id") in (None, default):
            number += 1
            call_id = f"{default}_{number}"
        taken.add(call_id)
        made.append(ToolCall(name=one["name"], args=one["args"], id=call_id, type="tool_call"))
    return AIMessage("", tool_calls=made)


def _structured(
    item: BaseModel | Mapping[str, Any], messages: list[BaseMessage], options: Mapping[str, Any]
) -> AIMessage:
    """Answer the way it was asked for: as a call of the schema's tool, else as JSON text."""
    value: dict[str, Any] = (
        item.model_dump(mode="json") if isinstance(item, BaseModel) else dict(item)
    )
    tools = [tool["function"] for tool in options.get("tools") or () if "function" in tool]
    if "response_format" in options or not tools:
        return AIMessage(json.dumps(value, ensure_ascii=False))
    fitting = [tool["name"] for tool in tools if _fits(value, tool.get("parameters") or {})]
    if type(item).__name__ in (tool["name"] for tool in tools):
        fitting = [type(item).__name__]
    if len(fitting) != 1:
        raise InputError.of(
            f"structured output must fit one of the offered tools, it fits {fitting or 'none'}",
            value,
            place="ScriptedChatModel",
        )
    return _calling([call(fitting[0], **value)], messages)


def _fits(value: Mapping[str, Any], schema: Mapping[str, Any]) -> bool:
    required = set(schema.get("required") or ())
    return required <= value.keys() <= set(schema.get("properties") or ())


def word_usage(messages: list[BaseMessage], answer: AIMessage) -> UsageMetadata:
    """Count words for tokens: the same figures in every run, and roughly a model's."""
    read, written = sum(map(_words, messages)), _words(answer)
    return UsageMetadata(input_tokens=read, output_tokens=written, total_tokens=read + written)


def _words(message: BaseMessage) -> int:
    words = len(message.text.split())
    if isinstance(message, AIMessage):
        for one in message.tool_calls:
            words += 1 + len(json.dumps(one["args"], default=repr).split())
    return words
