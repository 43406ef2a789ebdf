import asyncio
import threading
import time
from collections.abc import Awaitable
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.evaluation import acollect, collect, evaluate, reliability
from odograph.metrics import RecallAtK, StringPresence
from odograph.trace import (
    AIMessage,
    HumanMessage,
    MultiTurnSample,
    Sample,
    SingleTurnSample,
    ToolCall,
)


def case(case_id: str | None = None, **fields: Any) -> SingleTurnSample:
    return SingleTurnSample(user_input="2 + 2?", reference="4", case_id=case_id, **fields)


def answer(case: Sample, attempt: int) -> Sample:
    return SingleTurnSample(user_input=case.question, response=f"{attempt + 3}")


def no_sample(case: Sample, attempt: int) -> Any:
    return "4"


def test_every_attempt_is_a_sample_in_the_order_of_the_cases() -> None:
    runs = collect([case("a"), case("b")], answer, repeats=2)
    assert [(run.case_id, run.attempt) for run in runs] == [
        ("a", 0), ("a", 1), ("b", 0), ("b", 1)
    ]  # fmt: skip
    assert [run.response for run in runs] == ["3", "4", "3", "4"]


def test_a_crash_is_a_failed_attempt_and_not_a_missing_one() -> None:
    def target(case: Sample, attempt: int) -> Sample:
        if attempt == 1:
            raise OSError("line is down for sk-test-0000")
        return answer(case, 1)

    runs = collect([case("a", response="from elsewhere")], target, repeats=3)
    crashed = runs[1]
    assert (crashed.status, crashed.error) == ("error", "OSError: line is down for ***")
    assert (crashed.case_id, crashed.attempt, crashed.reference) == ("a", 1, "4")
    assert crashed.response is None

    told = reliability(evaluate(runs, [StringPresence()]), samples=runs)
    assert (told.cases[0].passed, told.cases[0].attempts, told.cases[0].crashed) == (2, 3, 1)


def test_the_references_of_the_case_are_given_to_its_samples() -> None:
    wanted = [ToolCall("look")]
    expected = MultiTurnSample(
        user_input=[HumanMessage("hi")], reference_tool_calls=wanted, metadata={"tier": "gold"}
    )

    def target(case: Sample, attempt: int) -> Sample:
        return MultiTurnSample(user_input=[AIMessage("hi")], reference="own", metadata={"n": 1})

    (run,) = collect([expected], target)
    assert run.reference_tool_calls == tuple(wanted)
    assert run.reference == "own"
    assert run.metadata == {"tier": "gold", "n": 1}
    assert run.case_id == "0"


def test_what_should_be_retrieved_goes_along_with_a_recorded_run() -> None:
    def target(case: Sample, attempt: int) -> Sample:
        return MultiTurnSample(user_input=[AIMessage("hi")], calls=[])

    (run,) = collect([case("a", reference_context_ids=["d1"])], target)
    assert RecallAtK(1).score(run).value == 0.0


def test_an_async_target_is_awaited() -> None:
    async def target(case: Sample, attempt: int) -> Sample:
        await asyncio.sleep(0)
        return answer(case, attempt)

    assert [run.response for run in collect([case("a")], target, repeats=2)] == ["3", "4"]


def test_a_function_that_returns_an_awaitable_is_awaited_too() -> None:
    async def later(case: Sample, attempt: int) -> Sample:
        return answer(case, attempt)

    def target(case: Sample, attempt: int) -> Awaitable[Sample]:
        return later(case, attempt)

    (run,) = collect([case("a")], target)
    assert run.response == "3"


async def test_it_works_inside_a_running_loop() -> None:
    assert len(collect([case("a")], answer)) == 1
    assert len(await acollect([case("a")], answer)) == 1


def test_no_more_attempts_run_at_one_time_than_are_allowed() -> None:
    lock, running, most = threading.Lock(), 0, 0

    def target(case: Sample, attempt: int) -> Sample:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.01)
        with lock:
            running -= 1
        return answer(case, attempt)

    collect([case(f"{i}") for i in range(12)], target, concurrency=3)
    assert most == 3


def test_an_attempt_that_takes_too_long_has_failed() -> None:
    async def target(case: Sample, attempt: int) -> Sample:
        await asyncio.sleep(60 if attempt == 0 else 0)
        return answer(case, attempt)

    slow, quick = collect([case("a")], target, repeats=2, timeout=0.05)
    assert (slow.status, slow.error) == ("error", "TimeoutError: no answer within 0.05 s")
    assert quick.status is None


async def test_cancelled_it_cancels_what_runs() -> None:
    cancelled: list[int] = []

    async def target(case: Sample, attempt: int) -> Sample:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(attempt)
            raise
        return answer(case, attempt)

    work = asyncio.ensure_future(acollect([case("a")], target, repeats=2))
    await asyncio.sleep(0.02)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert sorted(cancelled) == [0, 1]


def test_progress_is_told_after_each_attempt() -> None:
    seen: list[int] = []
    collect([case("a")], answer, repeats=3, progress=seen.append)
    assert seen == [1, 2, 3]


def test_no_case_is_an_empty_dataset() -> None:
    assert len(collect([], answer)) == 0


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"repeats": 0}, "repeats must be a positive whole number, got 0"),
        ({"concurrency": 1.5}, "concurrency must be a positive whole number, got 1.5"),
        ({"timeout": 0}, "timeout must be a positive number of seconds, got 0"),
        ({"cases": [case("a"), case("a")]}, r"cases\[1\]: cases must have different ids, got 'a'"),
        ({"cases": ["a"]}, r"cases\[0\]: must be a sample, got 'a'"),
        ({"target": no_sample}, "case 'a': the target must return a sample, got '4'"),
    ],
)  # fmt: skip
def test_bad_input_is_refused(given: dict[str, Any], rule: str) -> None:
    usual: dict[str, Any] = {"cases": [case("a")], "target": answer}
    with pytest.raises(InputError, match=rule):
        collect(**{**usual, **given})
