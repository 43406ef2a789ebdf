"""A LangSmith row (inputs, outputs, reference outputs) as a sample.

Read from `outputs`, the first that fits; LangSmith wraps a result that is no mapping as
`{"output": result}`, so each form may also stand there:

* a sample, or one as an object of the schema `odograph/1`: taken whole;
* `{"messages": [...]}`, or a list of messages: the conversation, as it is;
* one message, or one text (`output`, `answer`, `response`, `result`, else the only value): the
  answer, after the messages or the question of `inputs`.

Read from `reference_outputs`, into fields of the sample that are still empty: our own field names
(`reference`, `reference_tool_calls`, `reference_trajectory`, `reference_path`, `reference_topics`,
`rubrics`); then, of `messages`, `answer` and `output`, a text as `reference` and a list of messages
as `reference_trajectory`.

Messages are LangChain's, dicts in OpenAI's or LangChain's form, or ours.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from langchain_core.messages import BaseMessage

from odograph.errors import InputError
from odograph.trace import (
    SCHEMA,
    InvalidToolCall,
    Message,
    MultiTurnSample,
    NodePath,
    Sample,
    SingleTurnSample,
    ToolCall,
    call_from_openai,
    sample_from_dict,
)
from odograph.trace.values import is_mapping, is_sequence
from odograph_langchain.convert import convert_messages, sample_from_messages

__all__ = ("ToSample", "sample_from_row")

ToSample = Callable[[Mapping[str, Any], Any, Mapping[str, Any]], Sample]
"""A user's own mapping: `(inputs, outputs, reference_outputs) -> sample`."""

_ANSWER = ("output", "answer", "response", "result")
_QUESTION = ("question", "input", "query", "user_input", "prompt")


def sample_from_row(
    inputs: Mapping[str, Any] | None, outputs: Any, reference_outputs: Mapping[str, Any] | None
) -> Sample:
    """Read a row as a sample; the rules are those of this module. Nothing given is changed.

    Raises:
        InputError: `outputs` fits no rule, or a reference is of the wrong form; names the place.
    """
    sample = _sample(inputs or {}, outputs)
    references = _references(reference_outputs or {})
    empty = {name: value for name, value in references.items() if getattr(sample, name) is None}
    return replace(sample, **empty) if empty else sample


def _sample(inputs: Mapping[str, Any], outputs: Any) -> Sample:
    if isinstance(outputs, MultiTurnSample | SingleTurnSample):
        return outputs
    if isinstance(outputs, str) or _is_message(outputs):
        return _answered(inputs, outputs)
    if is_mapping(outputs):
        if outputs.get("schema") == SCHEMA:
            return sample_from_dict(outputs)
        if is_sequence(outputs.get("messages")):
            return _conversation(outputs["messages"], "outputs.messages")
        return _sample(inputs, _inner(outputs))
    if is_sequence(outputs) and not any(isinstance(one, str) for one in outputs):
        return _conversation(outputs, "outputs")
    raise InputError.of("outputs must hold messages, a text answer or a sample", outputs)


def _inner(outputs: Mapping[str, Any]) -> Any:
    """Return the answer inside an object of outputs."""
    for key in _ANSWER:
        if outputs.get(key) is not None:
            return outputs[key]
    if len(outputs) == 1:
        return next(iter(outputs.values()))
    looked = ", ".join(("messages", *_ANSWER))
    raise InputError.of(f"outputs must hold one of {looked}", sorted(map(str, outputs)))


def _conversation(messages: Any, place: str) -> MultiTurnSample:
    try:
        return sample_from_messages(messages)
    except InputError as error:
        raise error.at(place) from None


def _answered(inputs: Mapping[str, Any], answer: Any) -> MultiTurnSample:
    """Put the messages of the inputs, else their question, before the answer."""
    said = {"role": "assistant", "content": answer} if isinstance(answer, str) else answer
    asked = inputs.get("messages")
    if not is_sequence(asked):
        only = list(inputs.values()) if len(inputs) == 1 else []
        named = [*(inputs.get(key) for key in _QUESTION), *only]
        asked = [text for text in named if isinstance(text, str)][:1]
    return _conversation([*asked, said], "inputs.messages")


def _references(given: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, read in _READERS.items():
        if given.get(name) is not None:
            try:
                found[name] = read(given[name])
            except InputError as error:
                raise error.at(f"reference_outputs.{name}") from None
    # the names that other people's datasets use bind nobody: what does not fit is left alone
    for name in ("messages", "answer", "output"):
        value = given.get(name)
        if isinstance(value, str):
            found.setdefault("reference", value)
        elif is_sequence(value) and all(_is_message(one) for one in value):
            found.setdefault("reference_trajectory", convert_messages(value))
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise InputError.of("must be text", value)
    return value


def _calls(values: Any) -> Any:
    """Read calls, or one list of calls for each turn."""
    if not is_sequence(values):
        raise InputError.of("must be a list of calls", values)
    if values and all(is_sequence(turn) for turn in values):
        return [
            [_call(one, f"[{index}][{at}]") for at, one in enumerate(turn)]
            for index, turn in enumerate(values)
        ]
    return [_call(one, f"[{index}]") for index, one in enumerate(values)]


def _call(value: Any, place: str) -> ToolCall:
    call = value if isinstance(value, ToolCall) else call_from_openai(value, place=place)
    if isinstance(call, InvalidToolCall):
        rule = f"a reference call must be readable ({call.error})"
        raise InputError.of(rule, call.raw_args, place=place)
    return call


def _as_it_is(value: Any) -> Any:
    return value


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "reference": _text,
    "reference_tool_calls": _calls,
    "reference_trajectory": convert_messages,
    "reference_path": NodePath.of,
    "reference_topics": _as_it_is,
    "rubrics": _as_it_is,
}


def _is_message(value: Any) -> bool:
    if is_mapping(value):
        return "lc" in value or ("content" in value and ("role" in value or "type" in value))
    return isinstance(value, Message | BaseMessage)
