"""What a chat model answered, taken off its message; truncated and refused answers are told."""

from collections.abc import Iterator, Mapping
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from odograph.judge import JudgeError
from odograph.trace.values import is_mapping

__all__ = ("RefusedError", "check_finished", "cut_answer", "reply_of", "text_of")

# as OpenAI, Anthropic, Google, Ollama, Bedrock, Cohere and Mistral say it
_TRUNCATED = ("length", "max_tokens", "max_output_tokens", "model_length")
_REFUSED = ("content_filter", "refusal", "safety", "recitation", "blocklist", "prohibited_content")
_NAMES = ("finish_reason", "stop_reason", "stopReason", "done_reason", "finishReason")


class RefusedError(JudgeError):
    """The model, or its provider, does not want to answer; asking again does not help."""


def check_finished(message: BaseMessage) -> None:
    """Refuse an answer that was cut at a limit, or withheld.

    Raises:
        JudgeError: it was cut.
        RefusedError: it was withheld.
    """
    refusal = message.additional_kwargs.get("refusal")
    if refusal:
        raise RefusedError(f"the model refused to answer: {refusal}")
    for reason in _reasons(message.response_metadata):
        told = reason.casefold()
        if told in _TRUNCATED:
            raise JudgeError(f"the answer was cut off ({reason})", reply=text_of(message))
        if told in _REFUSED:
            raise RefusedError(f"the model refused to answer ({reason})")


def _reasons(metadata: Mapping[str, Any]) -> Iterator[str]:
    for name in _NAMES:
        reason = metadata.get(name)
        if isinstance(reason, str):
            yield reason
    incomplete = metadata.get("incomplete_details")  # OpenAI's Responses
    if is_mapping(incomplete) and isinstance(incomplete.get("reason"), str):
        yield str(incomplete["reason"])


def cut_answer(error: BaseException) -> AIMessage | None:
    """Return the cut answer that an exception carries: OpenAI's client raises where it parses."""
    completion: Any = getattr(error, "completion", None)
    try:
        choice, usage = completion.choices[0], completion.usage
        return AIMessage(
            choice.message.content or "",
            response_metadata={
                "finish_reason": choice.finish_reason,
                "token_usage": usage.model_dump() if usage else {},
            },
        )
    except (AttributeError, IndexError, TypeError):
        return None


def reply_of(message: BaseMessage) -> Any:
    """Return the arguments of the tool call that carries the answer, else the text.

    Raises:
        JudgeError: neither text nor a call, or several calls.
    """
    if isinstance(message, AIMessage):
        calls: list[Any] = [call["args"] for call in message.tool_calls]
        calls += [call["args"] or "" for call in message.invalid_tool_calls]
        if len(calls) > 1:
            raise JudgeError(f"one answer was asked for, got {len(calls)}", reply=str(calls))
        if calls:
            return calls[0]
    text = message.text
    if not text.strip():
        raise JudgeError("the answer is empty")
    return text


def text_of(message: BaseMessage) -> str:
    """Return what a message answers as text, to be shown."""
    if isinstance(message, AIMessage) and (message.tool_calls or message.invalid_tool_calls):
        return str([call["args"] for call in (*message.tool_calls, *message.invalid_tool_calls)])
    return str(message.text)
