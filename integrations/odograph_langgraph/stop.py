"""Stopping a run at its first model decision."""
# ruff: noqa: ARG002 - LangChain fixes the signatures of a handler

import asyncio
import threading
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, LLMResult

from odograph.errors import InputError

__all__ = ("Decision", "FirstDecision", "RunStoppedError")


class RunStoppedError(BaseException):
    """Ends a run that has been seen far enough.

    No `Exception`, because what users' code, retry policies and fallbacks catch is `Exception`.
    """


Decision = tuple[list[BaseMessage], AIMessage]
"""The messages that the model saw, and its answer."""


class FirstDecision(BaseCallbackHandler):
    """Keeps the first decision of a model, and lets nothing start after it, and no tool before it.

    Attributes:
        decision: the first decision; None as long as there is none.
        error: why there will be none.
    """

    raise_error = True
    run_inline = True  # in the task of the run itself, which an exception is to end

    def __init__(self) -> None:
        self.decision: Decision | None = None
        self.error: InputError | None = None
        self.tasks: set[asyncio.Task[Any]] = set()
        self._seen: dict[UUID, list[BaseMessage]] = {}
        self._lock = threading.Lock()

    def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Remember what the model sees, unless middleware asks it for a purpose of its own."""
        self._check()
        if not _is_internal(metadata or {}):
            self._seen[run_id] = list(messages[0])

    def on_llm_start(
        self,
        serialized: dict[str, Any],
        prompts: list[str],
        *,
        run_id: UUID,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Do the same for a model of plain text."""
        prompt: list[BaseMessage] = [HumanMessage(prompts[0])]
        self.on_chat_model_start(serialized, [prompt], run_id=run_id, metadata=metadata)

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **kwargs: Any) -> None:
        """Keep the decision, and end the run."""
        with self._lock:
            seen = self._seen.pop(run_id, None)
            if seen is None:
                return
            if self.decision is None and self.error is None:
                self.decision = (seen, _answer(response))
        raise RunStoppedError

    def on_chain_start(self, serialized: dict[str, Any], inputs: Any, **kwargs: Any) -> None:
        """Let no node start after the decision."""
        self._check()

    def on_retriever_start(self, serialized: dict[str, Any], query: str, **kwargs: Any) -> None:
        """Let no retriever start after the decision."""
        self._check()

    def on_tool_start(self, serialized: dict[str, Any], input_str: str, **kwargs: Any) -> None:
        """Let no tool start at all."""
        self._check()
        with self._lock:
            name = (serialized or {}).get("name")
            if self.decision is None and self.error is None:
                self.error = InputError.of("no tool may start before the first model call", name)
        raise RunStoppedError

    def _check(self) -> None:
        if self.decision is not None or self.error is not None:
            raise RunStoppedError
        try:
            task = asyncio.current_task()
        except RuntimeError:  # a thread without a loop
            return
        if task is not None:
            self.tasks.add(task)


def _is_internal(metadata: dict[str, Any]) -> bool:
    return "lc_internal_call" in metadata or "lc_source" in metadata


def _answer(response: LLMResult) -> AIMessage:
    generations: Sequence[Any] = response.generations[0]
    first = generations[0]
    if isinstance(first, ChatGeneration) and isinstance(first.message, AIMessage):
        return first.message
    return AIMessage(first.text)
