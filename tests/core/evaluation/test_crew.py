"""Runs whose metrics ask somebody."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.evaluation.judged import Playing, Supported, Twice, answers, yes
from odograph import ExactMatch, InputError, SingleTurnSample
from odograph.evaluation import aevaluate, evaluate
from odograph.judge import Claims, JudgeError, Verdicts
from odograph.metrics import SemanticSimilarity
from odograph.metrics.function import metric


def test_rows_stand_in_the_order_of_the_dataset_whatever_takes_how_long() -> None:
    @metric
    async def first_last(sample: SingleTurnSample) -> float:
        number = int(sample.case_id or "")
        await asyncio.sleep((10 - number) / 500)
        return number / 10

    result = evaluate(answers(10), first_last, concurrency=5)

    assert [row.case_id for row in result.rows] == [str(i) for i in range(10)]
    assert [score.value for score in result.scores("first_last")] == [i / 10 for i in range(10)]


def test_one_limit_holds_for_all_rows_and_metrics_together() -> None:
    judge = Playing(latency=0.005)
    evaluate(answers(20), [Supported(), Twice()], judge=judge, concurrency=3)

    assert len(judge.asked) == 60
    assert judge.at_once[1] == 3


def test_the_calls_of_a_row_are_made_at_once() -> None:
    judge = Playing(latency=0.05)
    start = time.perf_counter()
    evaluate(answers(1), [Supported(), Twice()], judge=judge)

    assert judge.at_once[1] == 2
    assert time.perf_counter() - start < 0.15  # two calls in a row, beside one


def test_a_call_that_hangs_costs_its_row_and_no_other() -> None:
    @metric
    async def hangs_once(sample: SingleTurnSample) -> float:
        await asyncio.sleep(3600 if sample.case_id == "1" else 0.01)
        return 1.0

    start = time.perf_counter()
    result = evaluate(answers(4), hangs_once, concurrency=2, timeout=0.3)

    assert [score.value for score in result.scores("hangs_once")] == [1.0, None, 1.0, 1.0]
    late = result.scores("hangs_once")[1]
    assert (late.fault, late.reason) == ("harness", "no score within 0.3 s")
    assert time.perf_counter() - start < 3


def test_a_judge_that_hangs_is_at_fault_and_what_was_ready_stands() -> None:
    hanging = Playing(latency=3600)
    (row,) = evaluate(answers(1), [ExactMatch(), Supported()], judge=hanging, timeout=0.1).rows

    assert row.scores["Supported()"].fault == "judge"
    assert row.scores["ExactMatch()"].fault == "data"


def test_a_judge_that_raises_is_at_fault_with_its_words() -> None:
    def play(given: Claims) -> Verdicts:
        if given.claims == ["answer 1"]:
            raise ConnectionError("503")
        if given.claims == ["answer 2"]:
            raise JudgeError("that is no JSON")
        return yes(given)

    result = evaluate(answers(4), Supported(), judge=Playing(play))

    assert [score.fault for score in result.scores("Supported()")] == [
        None,
        "judge",
        "judge",
        None,
    ]
    assert "ConnectionError: 503" in result.rows[1].scores["Supported()"].reason
    assert "that is no JSON" in result.rows[2].scores["Supported()"].reason
    assert result.summary()[0].faults == {"judge": 2}


def test_an_error_in_an_async_metric_is_the_harness_s() -> None:
    @metric
    async def broken(response: str) -> bool:
        raise KeyError(response)

    (score,) = evaluate(answers(1), broken).scores("broken")
    assert (score.fault, score.reason) == ("harness", "KeyError: 'answer 0'")


def test_a_judge_that_blocks_runs_in_threads() -> None:
    seen: set[int] = set()

    def judge(task: Any, given: Claims) -> Verdicts:
        seen.add(threading.get_ident())
        time.sleep(0.02)
        return yes(given)

    start = time.perf_counter()
    result = evaluate(answers(16), Supported(), judge=judge, concurrency=8)

    assert result.summary()[0].mean == 1
    assert threading.get_ident() not in seen
    assert time.perf_counter() - start < 16 * 0.02


def test_a_metric_keeps_the_judge_that_it_was_given() -> None:
    own, other = Playing(), Playing()
    evaluate(answers(2), Supported(judge=own), judge=other)

    assert (len(own.asked), len(other.asked)) == (2, 0)


def test_the_judge_s_calls_are_counted_by_row_and_metric() -> None:
    result = evaluate(answers(3), [Supported(), Twice()], judge=Playing())

    assert result.rows[0].judge_usage.calls == 3
    assert [one.judge.calls for one in result.summary()] == [3, 6]
    assert result.summary()[0].judge.cost is None  # the judge did not tell


def test_a_sync_call_works_inside_a_running_loop() -> None:
    async def cell() -> list[Any]:
        return [
            score.value
            for score in evaluate(answers(2), Supported(), judge=Playing()).scores("Supported()")
        ]

    assert asyncio.run(cell()) == [1.0, 1.0]


def test_a_sync_call_works_under_another_loop_s_implementation() -> None:
    uvloop: Any = pytest.importorskip("uvloop")

    async def handler() -> list[Any]:
        result = evaluate(answers(2), Supported(), judge=Playing())
        return [score.value for score in result.scores("Supported()")]

    async def served() -> list[Any]:
        return await asyncio.wait_for(handler(), 20)

    assert uvloop.run(served()) == [1.0, 1.0]


async def test_an_async_call_uses_the_loop_that_runs() -> None:
    loops: set[int] = set()

    @metric
    async def noted(response: str) -> bool:
        loops.add(id(asyncio.get_running_loop()))
        return bool(response)

    result = await aevaluate(answers(3), noted)

    assert result.summary()[0].mean == 1
    assert loops == {id(asyncio.get_running_loop())}


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="descriptors cannot be counted")
def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    def once() -> int:
        evaluate(answers(1), Supported(), judge=Playing(), cache=tmp_path / "answers.db")
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - as the kernel lists them

    before = once()
    assert [once() for _ in range(20)][-1] == before


def interrupt_at_10(done: int) -> None:
    if done == 10:
        os.kill(os.getpid(), signal.SIGINT)


@metric
async def slow(sample: SingleTurnSample) -> float:
    await asyncio.sleep(0.01)
    return 1.0


def test_ctrl_c_keeps_what_is_done() -> None:
    result = evaluate(answers(400), slow, concurrency=4, progress=interrupt_at_10)

    scores = result.scores("slow")
    assert len(result) == 400
    assert 10 <= sum(score.scored for score in scores) < 400
    left = [score for score in scores if not score.scored]
    assert {(score.fault, score.reason) for score in left} == {("harness", "cancelled")}


def test_ctrl_c_keeps_what_is_done_inside_a_running_loop_too() -> None:
    async def cell() -> int:
        result = evaluate(answers(400), slow, concurrency=4, progress=interrupt_at_10)
        assert len(result) == 400
        return sum(score.scored for score in result.scores("slow"))

    with asyncio.Runner() as runner:  # whose own run() would take the first Ctrl-C for itself
        assert 10 <= runner.get_loop().run_until_complete(cell()) < 400


async def test_an_async_call_that_is_cancelled_says_so() -> None:
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(aevaluate(answers(200), slow, concurrency=2), 0.1)


def test_an_error_of_the_dataset_itself_is_raised() -> None:
    def broken() -> Any:
        yield answers(1)[0]
        raise OSError("the file is gone")

    with pytest.raises(OSError, match="the file is gone"):
        evaluate(broken(), slow)


def test_an_element_that_is_no_sample_is_named() -> None:
    rows: Any = [*answers(1), {"response": "x"}]
    for measure in (slow, ExactMatch()):
        with pytest.raises(InputError, match=r"dataset\[1\]: must be a sample"):
            evaluate(rows, measure)


def test_llm_is_another_spelling_and_both_at_once_a_mistake() -> None:
    judge = Playing()
    evaluate(answers(1), Supported(), llm=judge)
    assert len(judge.asked) == 1
    with pytest.raises(InputError, match="give judge or llm"):
        evaluate(answers(1), Supported(), llm=judge, judge=judge)


def test_embeddings_are_given_to_the_metrics_that_embed_and_keep_to_the_limit() -> None:
    at_once = [0, 0]

    async def embed(texts: Sequence[str], /) -> list[list[float]]:
        at_once[0] += 1
        at_once[1] = max(at_once)
        await asyncio.sleep(0.005)
        at_once[0] -= 1
        return [[1.0, float(len(text))] for text in texts]

    samples = [SingleTurnSample(response="abc", reference="xyz")] * 6
    metrics = [SemanticSimilarity(), Supported()]
    result = evaluate(samples, metrics, embeddings=embed, judge=Playing(), concurrency=2)

    assert result.summary()[0].mean == 1
    assert at_once == [0, 2]
