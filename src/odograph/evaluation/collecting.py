"""Running cases: every attempt becomes a sample, and one that crashes a failed one.

The core knows no framework: a target is any function of a case and the number of the attempt that
gives back the sample of what happened. `odograph_langchain.collect` makes one of an agent.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from odograph._waiting import in_thread, run
from odograph.errors import InputError
from odograph.trace import EvaluationDataset, MultiTurnSample, Sample, SingleTurnSample
from odograph.trace.secrets import error_text

__all__ = ("Target", "acollect", "collect", "failed_attempt")

Target = Callable[[Sample, int], Sample | Awaitable[Sample]]
"""Called with the case and the number of the attempt, from 0; may be async."""

_REFERENCES = (
    "reference",
    "reference_tool_calls",
    "reference_trajectory",
    "reference_path",
    "reference_topics",
    "rubrics",
    "reference_contexts",
    "reference_context_ids",
)
_ANSWERS = ("response", "multi_responses", "retrieved_contexts", "retrieved_context_ids")


def collect(
    cases: Iterable[Sample],
    target: Target,
    *,
    repeats: int = 1,
    concurrency: int = 8,
    timeout: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> EvaluationDataset:
    """Run a target several times over each case, and return a sample for every attempt.

    The samples are in the order of the cases, the attempts of a case together. Each has the
    case's id (its number, if it has none), the number of its attempt, and the case's references
    where the target gave none. An attempt that raises, or takes too long, is a sample with status
    `error` and the error's text: it has failed, and is not missing.

    Args:
        cases: samples that tell the input and what is expected.
        target: see `Target`; a sync one runs in threads.
        repeats: attempts at each case.
        concurrency: attempts at one time.
        timeout: seconds for each attempt. A sync target that takes longer is left to itself.
        progress: called with the number of attempts done, after each.

    Raises:
        InputError: a number out of its range, two cases of one id, something that is no case, or
            a target that returns no sample.
    """
    return run(
        lambda: acollect(
            cases,
            target,
            repeats=repeats,
            concurrency=concurrency,
            timeout=timeout,
            progress=progress,
        )
    )


async def acollect(
    cases: Iterable[Sample],
    target: Target,
    *,
    repeats: int = 1,
    concurrency: int = 8,
    timeout: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> EvaluationDataset:
    """Do what `collect` does, from async code; cancelled, it cancels what runs."""
    for name, number in (("repeats", repeats), ("concurrency", concurrency)):
        if type(number) is not int or number < 1:
            raise InputError.of(f"{name} must be a positive whole number", number)
    if timeout is not None and not timeout > 0:
        raise InputError.of("timeout must be a positive number of seconds", timeout)
    plan = [(case, attempt) for case in _named(cases) for attempt in range(repeats)]
    done: dict[int, Sample] = {}
    left = iter(enumerate(plan))

    async def work() -> None:
        for place, (case, attempt) in left:
            done[place] = await _attempt(case, attempt, target, timeout)
            if progress is not None:
                progress(len(done))

    workers = [asyncio.ensure_future(work()) for _ in range(min(concurrency, len(plan)))]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
    return EvaluationDataset([done[place] for place in range(len(plan))])


def failed_attempt(case: Sample, error: BaseException) -> Sample:
    """The sample of an attempt at a case that raised before anything was recorded."""
    answers: dict[str, Any] = {name: None for name in _ANSWERS if hasattr(case, name)}
    if isinstance(case, MultiTurnSample):
        answers = {}
    return replace(case, **answers, status="error", error=error_text(error))


async def _attempt(case: Sample, attempt: int, target: Target, timeout: float | None) -> Sample:
    try:
        found = await asyncio.wait_for(_call(target, case, attempt), timeout)
    except TimeoutError as error:
        late = TimeoutError(f"no answer within {timeout:g} s") if timeout is not None else error
        return replace(failed_attempt(case, late), attempt=attempt)
    except Exception as error:
        return replace(failed_attempt(case, error), attempt=attempt)
    if not isinstance(found, MultiTurnSample | SingleTurnSample):
        place = f"case {case.case_id!r}"
        raise InputError.of("the target must return a sample", found, place=place)
    return _with_case(found, case, attempt)


async def _call(target: Target, case: Sample, attempt: int) -> Any:
    if inspect.iscoroutinefunction(target):
        return await target(case, attempt)
    found = await in_thread(target, case, attempt)
    return await found if inspect.isawaitable(found) else found


def _named(cases: Iterable[Sample]) -> Sequence[Sample]:
    named: dict[str, Sample] = {}
    for index, case in enumerate(cases):
        place = f"cases[{index}]"
        if not isinstance(case, MultiTurnSample | SingleTurnSample):
            raise InputError.of("must be a sample", case, place=place)
        name = str(index) if case.case_id is None else case.case_id
        if name in named:
            raise InputError.of("cases must have different ids", name, place=place)
        named[name] = replace(case, case_id=name)
    return tuple(named.values())


def _with_case(found: Sample, case: Sample, attempt: int) -> Sample:
    """Give a sample its case's id and what the case expects."""
    own = {field.name for field in fields(found)}
    wanted = {
        name: value for name in _REFERENCES if (value := getattr(case, name, None)) is not None
    }
    given: dict[str, Any] = {
        name: value
        for name, value in wanted.items()
        if name in own and getattr(found, name) is None
    }
    # a recorded run has no field for what it should have retrieved
    others = {name: list(value) for name, value in wanted.items() if name not in own}
    metadata = {**case.metadata, **others, **found.metadata}
    return replace(found, **given, case_id=case.case_id, attempt=attempt, metadata=metadata)
