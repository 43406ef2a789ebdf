"""The conversation of a run without messages in a state: a chain, a model, a bare tool.

What the user asked is the input of the run, what he got its output; between them stand the
answers of the models and the results of the tools they called.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.prompt_values import PromptValue
from pydantic import BaseModel

from odograph.trace.values import as_json, dump_line, is_list, is_mapping
from odograph_langchain.calls import Told
from odograph_langchain.convert import convert_message
from odograph_langchain.graphs import place_of
from odograph_langchain.models import answers_of, as_said, is_internal, said_by
from odograph_langchain.spans import Span

__all__ = ("conversation_of",)

_QUESTION = ("question", "query", "input", "user_input", "text", "messages")
_ANSWER = ("answer", "output", "response", "result", "text")


def conversation_of(roots: Sequence[Span], spans: Sequence[Span]) -> list[Told]:
    """Put together the messages of runs from their inputs, models and outputs."""
    talk = _Talk()
    for root in roots:
        _follow(root, [span for span in spans if span.root is root], talk)
    return talk.told


def _follow(root: Span, spans: Sequence[Span], talk: "_Talk") -> None:
    models = [span for span in spans if _speaks(span, root)]
    for message in _opening(root, models):
        talk.add(message, root.number)
    for model in models:
        talk.catch_up(model)
        for answer in answers_of(model):
            author = place_of(model) or model.name
            talk.add(answer, model.ended or 0, author, model)
    for tool in spans:
        if tool.kind == "tool" and isinstance(tool.outputs, ToolMessage):
            talk.answer(tool.outputs, tool)
    closing = _closing(root, talk.messages)
    if closing is not None:
        talk.add(closing, root.ended or 0, root.name)


class _Talk:
    """The conversation so far."""

    def __init__(self) -> None:
        self.messages: list[BaseMessage] = []
        self.told: list[Told] = []
        self._open: set[str] = set()

    def add(
        self,
        message: BaseMessage,
        number: int,
        author: str | None = None,
        model: Span | None = None,
    ) -> None:
        """Append a message; `model` is the one that answered with it."""
        self.messages.append(message)
        made = convert_message(message)
        if model is not None:
            made = as_said(made, said_by(model))
        form = model is not None and bool(model.extra.get("form"))
        self.told.append(Told(made, len(self.told), number, author, form=form))
        if isinstance(message, AIMessage):
            self._open.update(call["id"] or "" for call in message.tool_calls)
        if isinstance(message, ToolMessage):
            self._open.discard(message.tool_call_id)

    def answer(self, message: ToolMessage, tool: Span) -> None:
        """Append the result of a tool, if a call waits for it."""
        if message.tool_call_id in self._open:
            self.add(message, tool.ended or 0, place_of(tool) or tool.name)

    def catch_up(self, model: Span) -> None:
        """Append what follows the last answer in the input of the next model call.

        A call whose input does not hold the last answer has a prompt of its own.
        """
        inputs: Sequence[Any] = model.inputs if is_list(model.inputs) else ()
        if not self.messages or not isinstance(self.messages[-1], AIMessage):
            return
        places = [at for at, one in enumerate(inputs) if _alike(one, self.messages[-1])]
        for message in inputs[places[-1] + 1 :] if places else ():
            if isinstance(message, BaseMessage):
                self.add(message, model.number, "code")


def _speaks(span: Span, root: Span) -> bool:
    """Whether a span is a model call of the run itself, not of middleware or inside a tool."""
    if span.kind != "model" or is_internal(span):
        return False
    return not any(outer.kind == "tool" for outer in span.outer() if outer is not root)


def _opening(root: Span, models: Sequence[Span]) -> list[BaseMessage]:
    """Find what the user asked, with the system prompt that the first model saw."""
    prompt = _messages(models[0].inputs) if models else []
    asked = prompt if root.kind == "model" else _asked(root)
    if not asked:
        return prompt
    if any(isinstance(message, SystemMessage) for message in asked):
        return asked
    system = [message for message in prompt if isinstance(message, SystemMessage)]
    humans = [str(message.text) for message in prompt if isinstance(message, HumanMessage)]
    last = asked[-1]
    if humans and isinstance(last, HumanMessage) and str(last.text) != humans[-1]:
        extra = {**last.additional_kwargs, "prompt": humans[-1]}
        asked[-1] = last.model_copy(update={"additional_kwargs": extra})
    return system + asked


def _asked(root: Span) -> list[BaseMessage]:
    inputs: Any = root.inputs
    if root.kind == "tool":
        return []
    if not is_mapping(inputs):
        return _messages(inputs)
    history = [one for value in inputs.values() if is_list(value) for one in _messages(value)]
    texts = [value for value in inputs.values() if isinstance(value, str)]
    known = [inputs[key] for key in _QUESTION if isinstance(inputs.get(key), str)]
    question = known[0] if known else texts[0] if len(texts) == 1 else ""
    return history + _messages(question)


def _messages(value: Any) -> list[BaseMessage]:
    """Read text, messages, prompts and lists of them."""
    if isinstance(value, str):
        return [HumanMessage(value)] if value else []
    if isinstance(value, PromptValue):
        return value.to_messages()
    if isinstance(value, BaseMessage):
        return [value]
    if is_list(value) and all(isinstance(item, BaseMessage | str) for item in value):
        return [message for item in value for message in _messages(item)]
    return []


def _closing(root: Span, messages: Sequence[BaseMessage]) -> AIMessage | None:
    """Find the answer that the run gave, where no model's answer says it already."""
    output: Any = root.outputs
    if root.kind in ("model", "tool", "retriever"):
        return None
    if is_mapping(output):
        known = (output[key] for key in _ANSWER if output.get(key) is not None)
        output = next((v for v in known if isinstance(v, str | BaseMessage)), output)
    answers = [one for one in messages if isinstance(one, AIMessage)]
    last = str(answers[-1].text).strip() if answers else None
    if isinstance(output, AIMessage):
        return None if _among(output, answers) else output
    if isinstance(output, str):
        return None if output.strip() == last else AIMessage(output)
    if isinstance(output, BaseModel) and not isinstance(output, BaseMessage) and not last:
        return AIMessage(dump_line(as_json(output)))
    return None


def _among(message: BaseMessage, others: Iterable[BaseMessage]) -> bool:
    return any(_alike(message, other) for other in others)


def _alike(one: Any, other: BaseMessage) -> bool:
    if one is other:
        return True
    if not isinstance(one, BaseMessage) or one.type.removesuffix("MessageChunk").lower() != (
        other.type.removesuffix("MessageChunk").lower()
    ):
        return False
    if one.id is not None and one.id == other.id:
        return True
    calls: list[Any] = [getattr(message, "tool_calls", []) for message in (one, other)]
    return str(one.text) == str(other.text) and calls[0] == calls[1]
