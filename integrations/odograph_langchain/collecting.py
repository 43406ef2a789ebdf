"""Running an agent over cases, recorded: one sample for every attempt, crashed ones too."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

from langchain_core.runnables import Runnable, RunnableConfig

from odograph import evaluation, trace
from odograph.errors import InputError
from odograph.evaluation import failed_attempt
from odograph.trace import EvaluationDataset, Sample
from odograph.trace.secrets import error_text
from odograph_langchain.recorder import Recorder

__all__ = ("Agent", "acollect", "collect", "inputs_of")

Agent = Runnable[Any, Any] | Callable[[Any, RunnableConfig], Any]
"""A chain, agent or graph, or a function of an input and a config that runs one."""


def collect(
    cases: Iterable[Sample],
    agent: Agent,
    *,
    repeats: int = 1,
    concurrency: int = 8,
    timeout: float | None = None,
    inputs: Callable[[Sample], Any] | None = None,
    config: RunnableConfig | None = None,
    recorder: Callable[[], Recorder] = Recorder,
    progress: Callable[[int], None] | None = None,
) -> EvaluationDataset:
    """Run an agent several times over each case, and return the recorded samples.

        runs = collect(cases, agent, repeats=5)
        evaluate(runs, [ToolCallF1()])

    Every attempt has a recorder and a thread of its own. One that raises is a sample with status
    `error`, the error's text and all that was recorded before. See `odograph.evaluation.collect`
    for what the samples are given of their case.

    Args:
        cases: samples that tell the input and what is expected.
        agent: anything with `invoke`, which runs in threads here, or a function of the input and
            the config, which hands on the config's callbacks.
        repeats: attempts at each case.
        concurrency: attempts at one time.
        timeout: seconds for each attempt.
        inputs: makes the agent's input of a case; by default `inputs_of`.
        config: for every attempt; callbacks, metadata and thread are added to it.
        recorder: makes the recorder of an attempt, with a redaction of your own, say.
        progress: called with the number of attempts done, after each.

    Raises:
        InputError: as `odograph.evaluation.collect`, or the agent is none.
    """
    return evaluation.collect(
        cases,
        _Attempts(agent, inputs or inputs_of, config or {}, recorder).run,
        repeats=repeats,
        concurrency=concurrency,
        timeout=timeout,
        progress=progress,
    )


async def acollect(
    cases: Iterable[Sample],
    agent: Agent,
    *,
    repeats: int = 1,
    concurrency: int = 8,
    timeout: float | None = None,
    inputs: Callable[[Sample], Any] | None = None,
    config: RunnableConfig | None = None,
    recorder: Callable[[], Recorder] = Recorder,
    progress: Callable[[int], None] | None = None,
) -> EvaluationDataset:
    """Do what `collect` does, from async code, by `ainvoke` or an async function."""
    return await evaluation.acollect(
        cases,
        _Attempts(agent, inputs or inputs_of, config or {}, recorder).arun,
        repeats=repeats,
        concurrency=concurrency,
        timeout=timeout,
        progress=progress,
    )


def inputs_of(case: Sample) -> Mapping[str, Any]:
    """Make the input of an agent: the case's messages, or its question, under `messages`."""
    if isinstance(case, trace.SingleTurnSample):
        return {"messages": [{"role": "user", "content": case.user_input or ""}]}
    return {"messages": [_message(one) for one in case.user_input]}


def _message(message: trace.Message) -> dict[str, Any]:
    content = [dict(one) for one in message.blocks] or message.content
    written: dict[str, Any] = {"role": message.role, "content": content}
    if isinstance(message, trace.AIMessage) and message.tool_calls:
        written["tool_calls"] = [
            {"name": call.name, "args": dict(call.args), "id": call.id, "type": "tool_call"}
            for call in message.tool_calls
        ]
    if isinstance(message, trace.ToolMessage):
        written |= {"tool_call_id": message.tool_call_id, "status": message.status}
    return written


class _Attempts:
    """Runs an agent, recorded; a target for the core's `collect`."""

    def __init__(
        self,
        agent: Any,
        inputs: Callable[[Sample], Any],
        config: RunnableConfig,
        recorder: Callable[[], Recorder],
    ) -> None:
        if not hasattr(agent, "invoke") and not callable(agent):
            raise InputError.of("the agent must have invoke, or be a function", agent)
        self._agent: Any = agent
        self._inputs = inputs
        self._config = config
        self._recorder = recorder

    def run(self, case: Sample, attempt: int) -> Any:
        """Run one attempt; an async function is handed on to be awaited."""
        if inspect.iscoroutinefunction(self._agent):
            return self.arun(case, attempt)
        recorder = self._recorder()
        run = getattr(self._agent, "invoke", self._agent)
        try:
            run(self._inputs(case), self._config_of(case, attempt, recorder))
        except Exception as error:
            return _sample(recorder, case, error)
        return _sample(recorder, case)

    async def arun(self, case: Sample, attempt: int) -> Sample:
        """Run one attempt in this loop."""
        recorder = self._recorder()
        run = getattr(self._agent, "ainvoke", self._agent)
        try:
            running: Any = run(self._inputs(case), self._config_of(case, attempt, recorder))
            if inspect.isawaitable(running):
                await running
        except Exception as error:
            return _sample(recorder, case, error)
        return _sample(recorder, case)

    def _config_of(self, case: Sample, attempt: int, recorder: Recorder) -> RunnableConfig:
        config = self._config.copy()
        callbacks: Any = config.get("callbacks") or []
        if isinstance(callbacks, list):
            callbacks = [*callbacks, recorder]
        else:  # a manager
            callbacks = callbacks.copy()
            callbacks.add_handler(recorder)
        own = config.get("metadata") or {}
        config["callbacks"] = callbacks
        config["metadata"] = {**own, "case_id": case.case_id, "attempt": attempt}
        # a thread of its own, so that no attempt remembers another
        config["configurable"] = {**(config.get("configurable") or {}), "thread_id": uuid4().hex}
        return config


def _sample(recorder: Recorder, case: Sample, error: Exception | None = None) -> Sample:
    """The sample of what was recorded, or a failed one where nothing was."""
    found = recorder.collect("thread", unfinished=True)
    if not found:
        nothing = InputError("nothing was recorded: the agent must hand on the config's callbacks")
        return failed_attempt(case, error or nothing)
    sample, others = found[-1], len(found) - 1
    if others:
        gap = f"{others} more runs were recorded and left out: they have no thread in common"
        sample = replace(sample, gaps=(*sample.gaps, gap))
    if error is not None and sample.status != "error":
        sample = replace(sample, status="error", error=error_text(error))
    return sample
