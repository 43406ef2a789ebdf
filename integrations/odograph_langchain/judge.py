"""Any chat model of LangChain as a judge: asked in the best way it has, and asked again."""

import asyncio
from dataclasses import dataclass, field
from hashlib import sha256
from inspect import signature
from typing import Any, TypeVar, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from odograph.errors import InputError
from odograph.judge import JudgeError, JudgeTask, note_call
from odograph.judge.form import shape_of
from odograph.judge.reading import read_answer
from odograph.trace.secrets import error_text
from odograph.trace.values import is_mapping
from odograph_langchain.judge_budget import Budget, Purse, priced
from odograph_langchain.judge_loops import call
from odograph_langchain.judge_replies import (
    RefusedError,
    check_finished,
    cut_answer,
    reply_of,
    text_of,
)
from odograph_langchain.judge_waits import is_refused_form, is_transient, wait_before
from odograph_langchain.usage import usage_of_message

__all__ = ("Budget", "ChatModelJudge", "as_judge")

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)
_Model = Runnable[Any, Any]


@dataclass(eq=False, repr=False)
class ChatModelJudge:
    """Puts judge tasks to a chat model.

    The model is asked by its structured output where it has it (a JSON schema or a tool, as the
    model prefers), else, or where the endpoint refuses that, by text, from which one JSON object is
    read. An answer that does not fit is shown to the model with the error, and asked for again.
    Time-outs, 429 and 5xx are waited out and repeated; the model's own client may have repeated
    them before. The model object is never changed.

    One judge may be asked many things at once; its budget is one for all.

    Attributes:
        model: a chat model, or its name for `init_chat_model`: `"openai:gpt-4o-mini"`.
        retries: repeats after an answer that does not fit, and repeats after a failed call.
        timeout: seconds for one call; None waits as long as the model's client does.
        structured: False asks by text only.
        budget: limits of calls, tokens and dollars.
        price: US dollars for a million tokens of input and of output, where the provider tells no
            cost; cached input is priced as input.
        longest_wait: seconds; a provider that asks for a longer pause is not waited for.

    Raises:
        InputError: no chat model, a name that says none, or a number outside its range.
        ImportError: the library of the named provider is not installed.
    """

    model: Any
    retries: int = field(default=2, kw_only=True)
    timeout: float | None = field(default=120.0, kw_only=True)
    structured: bool = field(default=True, kw_only=True)
    budget: Budget = field(default=Budget(), kw_only=True)
    price: tuple[float, float] | None = field(default=None, kw_only=True)
    longest_wait: float = field(default=60.0, kw_only=True)

    def __post_init__(self) -> None:
        if isinstance(self.model, str):
            from langchain.chat_models import init_chat_model  # noqa: PLC0415 - heavy

            try:
                self.model = init_chat_model(self.model)
            except ValueError as error:
                raise InputError(str(error), place=repr(self.model)) from None
        if not isinstance(self.model, Runnable):
            raise InputError.of("a judge needs a chat model or its name", self.model)
        if type(self.retries) is not int or self.retries < 0:
            raise InputError.of("retries must be a whole number, not negative", self.retries)
        if self.timeout is not None and not self.timeout > 0:
            raise InputError.of("timeout must be above 0", self.timeout)
        self._purse = Purse(self.budget)
        self._forms: dict[type[BaseModel], _Model | None] = {}

    def __repr__(self) -> str:
        return f"ChatModelJudge({self.name!r})"

    @property
    def name(self) -> str:
        """Class and name of the model."""
        told = getattr(self.model, "model_name", None) or getattr(self.model, "model", None)
        kind = type(self.model).__name__
        return f"{kind}:{told}" if isinstance(told, str) else kind

    @property
    def identity(self) -> str:
        """The model's name and a hash of its settings: a part of a cache key."""
        settings: Any = getattr(self.model, "_identifying_params", {})
        served = [getattr(self.model, one, None) for one in ("openai_api_base", "base_url")]
        told = [served, self.structured, sorted(map(repr, dict(settings).items()))]
        return f"{self.name} {sha256(repr(told).encode()).hexdigest()[:16]}"

    async def __call__(self, task: JudgeTask[In, Out], input: In, /) -> Out:  # noqa: A002
        """Answer one task.

        Raises:
            JudgeError: no answer that fits, within the repeats, the budget and the time.
        """
        messages: list[BaseMessage] = [HumanMessage(task.render(input))]
        for repeat in range(self.retries + 1):
            answer: BaseMessage | None = None
            try:
                answer = await self._answer(messages, task.output)
                check_finished(answer)
                return task.checked(input, read_answer(reply_of(answer), task.output))
            except JudgeError as error:
                if answer is None or isinstance(error, RefusedError):  # or nothing came back
                    raise
                reply = text_of(answer)
                if repeat == self.retries:
                    told = f"no usable answer in {repeat + 1} calls: {error}"
                    raise JudgeError(told, reply=reply) from error
                messages = [*messages[:1], *_correction(reply, error, task.output)]
        raise AssertionError("unreachable")

    async def _answer(self, messages: list[BaseMessage], output: type[BaseModel]) -> BaseMessage:
        form = self._form(output)
        if form is not None:
            try:
                return await self._call(form, messages)
            except JudgeError as error:
                if error.__cause__ is None or not is_refused_form(error.__cause__):
                    raise
                self._forms[output] = None
        asked = HumanMessage(f"{messages[0].content}\n\n{_by_text(output)}")
        return await self._call(self.model, [asked, *messages[1:]])

    def _form(self, output: type[BaseModel]) -> _Model | None:
        """Bind the model to a form of answer; None where it is asked by text."""
        if output not in self._forms:
            self._forms[output] = self._bound(output) if self.structured else None
        return self._forms[output]

    def _bound(self, output: type[BaseModel]) -> _Model | None:
        if not isinstance(self.model, BaseChatModel):
            return None
        schema = output.model_json_schema()
        bind = self.model.with_structured_output
        settings: dict[str, Any] = {"include_raw": True}
        if "strict" in signature(bind).parameters:  # the server then keeps to the schema
            settings["strict"] = True
        try:
            return bind(schema, **settings)
        except (NotImplementedError, ValueError, TypeError):  # it has no such thing
            return None

    async def _call(self, model: _Model, messages: list[BaseMessage]) -> BaseMessage:
        """Make one call, and repeat it where it failed for the time being."""
        attempt = 1
        while True:
            self._purse.take_call()
            try:
                async with asyncio.timeout(self.timeout):
                    return self._received(await call(model, messages))
            except Exception as error:
                cut = cut_answer(error)
                if cut is not None:
                    return self._received(cut)
                self._account(None)
                await self._wait(attempt, error)
                attempt += 1

    async def _wait(self, attempt: int, error: Exception) -> None:
        """Wait before the next attempt, or give up.

        Raises:
            JudgeError: it would not help, or there were attempts enough.
        """
        told = f"the model failed: {error_text(error)}"
        if isinstance(error, TimeoutError) and not str(error):
            told = f"the model gave no answer within {self.timeout} s"
        if attempt > self.retries or not is_transient(error):
            raise JudgeError(told) from error
        pause = wait_before(attempt, error, self.longest_wait)
        if pause is None:
            raise JudgeError(f"{told} (it asks for too long a pause)") from error
        await asyncio.sleep(pause)

    def _received(self, answer: Any) -> BaseMessage:
        raw: Any = answer.get("raw") if is_mapping(answer) else answer
        message = raw if isinstance(raw, BaseMessage) else AIMessage(str(raw))
        self._account(message)
        return message

    def _account(self, message: BaseMessage | None) -> None:
        found = usage_of_message(message) if isinstance(message, AIMessage) else None
        usage = priced(found, self.price)
        note_call(usage)
        if message is not None:
            self._purse.pay(usage)


def _by_text(output: type[BaseModel]) -> str:
    return f"Answer with one JSON object of this form and nothing else:\n{shape_of(output)}"


def _correction(reply: str, error: JudgeError, output: type[BaseModel]) -> list[BaseMessage]:
    """Show the model its answer and what is wrong with it."""
    wrong = f"That answer cannot be used: {error}. Keep reasons short. {_by_text(output)}"
    return [*([AIMessage(reply)] if reply.strip() else []), HumanMessage(wrong)]


def as_judge(value: Any) -> ChatModelJudge | None:
    """Turn a chat model, or the name of one, into a judge; None for what is neither."""
    if isinstance(value, str | Runnable):
        return ChatModelJudge(cast("Any", value))
    return None
