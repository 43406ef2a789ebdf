"""Model calls and retrievals, read off their spans."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from langchain_core.documents import Document
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import LLMResult

from odograph import trace
from odograph.trace.values import as_json, is_list, is_mapping
from odograph_langchain.graphs import place_of
from odograph_langchain.spans import Span
from odograph_langchain.usage import usage_of_message, usage_of_metadata, usage_of_result

__all__ = (
    "Said",
    "answers_of",
    "as_said",
    "is_internal",
    "model_call",
    "offered_tools",
    "retrievals_in",
    "said_by",
    "said_in",
)


def model_call(span: Span) -> trace.ModelCall:
    """Read the span of a model."""
    result = span.outputs if isinstance(span.outputs, LLMResult) else None
    return trace.ModelCall(
        model=_model_name(span, result),
        usage=_usage(span, result),
        node=place_of(span),
        internal=is_internal(span),
        tools=offered_tools(span),
        started_at=span.started_at,
        latency=span.latency,
        error=None if span.failure is None else span.failure.text,
    )


def is_internal(span: Span) -> bool:
    """Whether middleware made the call for itself, a summary say."""
    metadata = span.metadata
    return bool(metadata.get("lc_internal_call")) or "lc_source" in metadata


def offered_tools(span: Span) -> tuple[str, ...]:
    """Names of the tools that the model was offered, in any provider's format."""
    params = span.extra.get("params")
    tools = params.get("tools") if is_mapping(params) else None
    found: list[str] = []
    for tool in tools if is_list(tools) else ():
        if is_mapping(tool):
            inner = tool.get("function")
            body = inner if is_mapping(inner) else tool
            name = body.get("name") or body.get("type")
            found += [name] if isinstance(name, str) else []
    return tuple(found)


def answers_of(span: Span) -> Iterator[AIMessage]:
    """Yield the messages with which a model answered; text models answer by text."""
    if not isinstance(span.outputs, LLMResult):
        return
    for generations in span.outputs.generations:
        for generation in generations[:1]:
            message = getattr(generation, "message", None)
            if isinstance(message, AIMessage):
                yield message
            elif not isinstance(message, BaseMessage):
                yield AIMessage(generation.text)


@dataclass(frozen=True, slots=True)
class Said:
    """What of an answer may be changed in place after it was given.

    Attributes:
        args: the arguments of each call.
        usage: of the message.
    """

    args: Sequence[Any]
    usage: trace.Usage | None


def said_in(result: Any) -> tuple[trace.Usage | None, Mapping[str, Said]]:
    """Copy the usage of a model's result, and of each of its messages what may change."""
    said: dict[str, Said] = {}
    for generations in result.generations:
        for generation in generations:
            message = getattr(generation, "message", None)
            if isinstance(message, AIMessage) and message.id is not None:
                args = [as_json(call["args"]) for call in message.tool_calls]
                said[message.id] = Said(args, usage_of_message(message))
    return usage_of_result(result), said


def as_said(message: trace.Message, said: Mapping[str, Said]) -> trace.Message:
    """Return a message with what it said at the time."""
    known = said.get(message.id or "")
    if known is None or not isinstance(message, trace.AIMessage):
        return message
    calls = message.tool_calls
    if len(calls) == len(known.args):
        calls = [replace(call, args=args) for call, args in zip(calls, known.args, strict=True)]
    return replace(message, tool_calls=calls, usage=known.usage)


def said_by(span: Span) -> Mapping[str, Said]:
    """What the messages of a model said at the time, by their ids."""
    told = span.extra.get("said")
    if not told:
        return {}
    said: Mapping[str, Said] = told[1]
    if len(said) == 1 and span.extra.get("usages"):  # a message and its call tell one usage
        usage = _usage(span, span.outputs)
        return {name: replace(one, usage=usage) for name, one in said.items()}
    return said


def _model_name(span: Span, result: LLMResult | None) -> str | None:
    if result is not None:
        output: Any = result.llm_output or {}
        told: list[Any] = [output.get("model_name"), output.get("model")]
        for message in answers_of(span):
            metadata: Any = message.response_metadata
            told = [metadata.get("model_name"), metadata.get("model"), *told]
        for name in told:
            if isinstance(name, str) and name:
                return name
    name = span.metadata.get("ls_model_name")
    return name if isinstance(name, str) else None


def _usage(span: Span, result: LLMResult | None) -> trace.Usage | None:
    """Read the usage of the finished message.

    LangChain adds up what the chunks of a stream carry. A prompt is read once, so a stream that
    counts it with several chunks gives running totals, and the last one counts.
    """
    told: list[Any] = span.extra.get("usages") or []
    if sum(1 for usage in told if usage.get("input_tokens")) > 1 or (told and result is None):
        return usage_of_metadata(told[-1])
    return span.extra["said"][0] if result is not None and "said" in span.extra else None


def retrievals_in(spans: Iterable[Span]) -> list[trace.Retrieval]:
    """Read the outermost retriever runs, and documents that a tool brought in its artifact."""
    found: list[trace.Retrieval] = []
    for span in spans:
        if span.kind == "retriever" and not _inside(span, "retriever"):
            found.append(_retrieval(span, span.inputs, span.outputs))
        elif span.kind == "tool" and isinstance(span.outputs, ToolMessage):
            documents = span.outputs.artifact
            retrieved = any(inner.kind == "retriever" for inner in span.walk())
            if not retrieved and is_list(documents) and _are_documents(documents):
                query = span.inputs
                if is_mapping(query) and len(query) == 1:
                    query = next(iter(query.values()))
                found.append(_retrieval(span, query, documents))
    return found


def _are_documents(values: Sequence[Any]) -> bool:
    return bool(values) and all(isinstance(value, Document) for value in values)


def _retrieval(span: Span, query: Any, documents: Any) -> trace.Retrieval:
    return trace.Retrieval(
        query=query if isinstance(query, str) else str(as_json(query)),
        documents=tuple(
            trace.Document(one.page_content, one.id, as_json(one.metadata))
            for one in documents or ()
            if isinstance(one, Document)
        ),
        node=place_of(span),
        latency=span.latency,
        error=None if span.failure is None else span.failure.text,
    )


def _inside(span: Span, kind: str) -> bool:
    return any(outer.kind == kind for outer in span.outer() if outer is not span)
