"""Long contents cut, and marked where they are."""

from dataclasses import replace
from typing import Any, TypeVar

from odograph.trace import AIMessage, CallRecord, Message, MultiTurnSample, Retrieval, ToolCall
from odograph.trace.values import is_list, is_mapping

__all__ = ("trim",)

_M = TypeVar("_M", bound=Message)


def trim(sample: MultiTurnSample, limit: int) -> MultiTurnSample:
    """Cut every text of the messages, calls and documents to `limit` characters."""
    trimmed = replace(
        sample,
        user_input=[_message(one, limit) for one in sample.user_input],
        calls=None if sample.calls is None else [_record(one, limit) for one in sample.calls],
        retrievals=[_retrieval(one, limit) for one in sample.retrievals],
    )
    if trimmed == sample:
        return sample
    return replace(trimmed, gaps=[*sample.gaps, f"texts of over {limit} characters were cut"])


def _message(message: _M, limit: int) -> _M:
    changes: dict[str, Any] = {
        "content": _cut(message.content, limit),
        "blocks": _cut(list(message.blocks), limit),
    }
    if isinstance(message, AIMessage):
        changes["tool_calls"] = [_call(call, limit) for call in message.tool_calls]
    return replace(message, **changes)


def _call(call: ToolCall, limit: int) -> ToolCall:
    return replace(call, args=_cut(call.args, limit))


def _record(record: CallRecord, limit: int) -> CallRecord:
    requested = record.requested
    if isinstance(requested, ToolCall):
        requested = _call(requested, limit)
    return replace(
        record,
        requested=requested,
        result=_cut(record.result, limit),
        run_args=_cut(record.run_args, limit),
    )


def _retrieval(retrieval: Retrieval, limit: int) -> Retrieval:
    documents = tuple(replace(one, content=_cut(one.content, limit)) for one in retrieval.documents)
    return replace(retrieval, query=_cut(retrieval.query, limit), documents=documents)


def _cut(value: Any, limit: int) -> Any:
    if isinstance(value, str) and len(value) > limit:
        return f"{value[:limit]}[... {len(value) - limit} characters cut]"
    if is_mapping(value):
        return {key: _cut(item, limit) for key, item in value.items()}
    if is_list(value):
        return [_cut(item, limit) for item in value]
    return value
