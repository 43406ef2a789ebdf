"""A chat model that plays a script: for tests and demos, offline and the same in every run.

    model = ScriptedChatModel([call("search", query="odograph"), "It draws the course taken."])
    agent = create_agent(model, tools=[search])

The model calls tools, streams, reports usage and answers with structured output as the models of
providers do, so it stands in for one wherever LangChain and LangGraph take a chat model.
"""
# ruff: noqa: ARG002 - LangChain fixes the signatures; a script needs neither stop nor run_manager

import inspect
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field, PrivateAttr

from odograph_langchain._script import Item, Play, Script, call, to_message, word_usage

__all__ = ("Item", "Script", "ScriptedChatModel", "call")


class ScriptedChatModel(BaseChatModel):
    """A chat model that answers from a script.

    A script is a list of items, played one per call, or a function that gets the messages and
    returns an item. The list suits one conversation; the function keeps no position, so it suits
    agents that run side by side. Copies and bindings (`bind_tools`, `with_structured_output`)
    share the position, and each item is played once, also when threads call.

    An item is

    * text;
    * an `AIMessage`, played as it is;
    * a tool call or a list of them (see `call`), which are one parallel batch;
    * an exception, which is raised;
    * a pydantic instance or a dict, for structured output: it becomes a call of the offered tool
      that bears the class's name or that takes these keys; where no tool is offered or the model
      is bound to a `response_format`, it becomes JSON text;
    * a function of the messages that returns one of these; an async function in async calls.

    Every answer carries usage, counted in words, unless the item brings its own; and
    `response_metadata["model_name"]`. In a stream, text comes word by word, the arguments of a
    call in pieces, usage with the last chunk; the sum of the chunks is what `invoke` returns.
    (LangChain mends cut JSON in a stream, so a malformed call may come out mended there.)

    Args:
        script: the items, or a function of the messages.
        model_name: the name that the answers bear.
        report_usage: False for a provider that tells no usage.

    Raises:
        InputError: at once for an item that cannot be played; in a call when the script is used
            up, or when structured output fits none or several of the offered tools.
    """

    script: Any = Field(exclude=True, repr=False)
    model_name: str = "scripted"
    report_usage: bool = True
    _play: Play = PrivateAttr()

    def __init__(
        self,
        script: Script,
        *,
        model_name: str = "scripted",
        report_usage: bool = True,
        **settings: Any,
    ) -> None:
        settings |= {"script": script, "model_name": model_name, "report_usage": report_usage}
        super().__init__(**settings)
        self._play = Play(script)

    @property
    def calls(self) -> list[list[BaseMessage]]:
        """The messages of each call so far, in the order of the calls."""
        return self._play.calls

    @property
    def offered(self) -> list[tuple[str, ...]]:
        """The names of the tools offered in each call so far, beside `calls`."""
        return self._play.offered

    @property
    def _llm_type(self) -> str:
        return "odograph-scripted"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name}

    def get_num_tokens(self, text: str) -> int:
        """Count words."""
        return len(text.split())

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Offer tools. The script decides what is called, whatever `tool_choice` says."""
        if tool_choice is not None:
            kwargs["tool_choice"] = tool_choice
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return _result(self._answer(self._next(messages, kwargs), messages, kwargs))

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        item = await _settled(self._next(messages, kwargs))
        return _result(self._answer(item, messages, kwargs))

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        yield from _chunks(self._answer(self._next(messages, kwargs), messages, kwargs))

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        item = await _settled(self._next(messages, kwargs))
        for chunk in _chunks(self._answer(item, messages, kwargs)):
            yield chunk

    def _next(self, messages: list[BaseMessage], options: Mapping[str, Any]) -> Any:
        tools: Sequence[Mapping[str, Any]] = options.get("tools") or ()
        names = [tool.get("function", tool).get("name", "") for tool in tools]
        return self._play.next(messages, tuple(names))

    def _answer(
        self, item: Any, messages: list[BaseMessage], options: Mapping[str, Any]
    ) -> AIMessage:
        answer = to_message(item, messages, options)
        answer.response_metadata = {"model_name": self.model_name, **answer.response_metadata}
        if answer.usage_metadata is None and self.report_usage:
            answer.usage_metadata = word_usage(messages, answer)
        return answer


async def _settled(item: Any) -> Any:
    return await item if inspect.isawaitable(item) else item


def _result(answer: AIMessage) -> ChatResult:
    return ChatResult(generations=[ChatGeneration(message=answer)])


def _chunks(answer: AIMessage) -> Iterator[ChatGenerationChunk]:
    """Cut an answer into chunks whose sum it is."""
    content = answer.content
    # at least one chunk: LangChain takes a stream of none for an error
    first, *rest = re.split(r"(?<=\S)(?=\s)", content) if isinstance(content, str) else [content]
    yield _chunk(answer, first, additional_kwargs=answer.additional_kwargs, name=answer.name)
    for word in rest:
        yield _chunk(answer, word)
    calls: list[tuple[str | None, str, str | None]]
    calls = [(one["name"], json.dumps(one["args"]), one["id"]) for one in answer.tool_calls]
    calls += [(one["name"], one["args"] or "", one["id"]) for one in answer.invalid_tool_calls]
    for index, (name, text, call_id) in enumerate(calls):
        half = len(text) // 2
        pieces = [(name, call_id, text[:half]), (None, None, text[half:])]
        for piece_name, piece_id, args in pieces:
            part = tool_call_chunk(name=piece_name, args=args, id=piece_id, index=index)
            yield _chunk(answer, "", tool_call_chunks=[part])
    yield _chunk(
        answer,
        "",
        usage_metadata=answer.usage_metadata,
        response_metadata=answer.response_metadata,
        chunk_position="last",
    )


def _chunk(answer: AIMessage, content: Any, **fields: Any) -> ChatGenerationChunk:
    return ChatGenerationChunk(message=AIMessageChunk(content=content, id=answer.id, **fields))
