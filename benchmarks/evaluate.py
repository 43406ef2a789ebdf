"""What `evaluate` adds to the judge's own time. Run it: `python benchmarks/evaluate.py`.

The judge is a function that answers at once, or after 50 ms, and every sample takes two questions,
one after the other, as faithfulness does.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from odograph import ExactMatch, Score, SingleTurnSample
from odograph.evaluation import evaluate
from odograph.judge import CLAIM_SUPPORT, Claims, Verdict, Verdicts
from odograph.judge.asking import AskedJudge
from odograph.metrics.judged import JudgedMetric
from odograph.trace import Sample

SAMPLES = 1_000
CALLS = 2
REPEATS = 5
LATENCY = 0.05
ANSWER = Verdicts(verdicts=[Verdict(index=0, reason="", verdict="yes")])


@dataclass(frozen=True, repr=False)
class TwoQuestions(JudgedMetric):
    needs: ClassVar = ("response",)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        for text in (sample.response or "", sample.question or ""):
            answer = await judge(CLAIM_SUPPORT, Claims(claims=[text], contexts=["c"]))
        return Score(answer.verdicts[0].verdict == "yes")


@dataclass(frozen=True)
class Answering:
    latency: float = 0.0

    async def __call__(self, _task: Any, _given: Any, /) -> Verdicts:
        if self.latency:
            await asyncio.sleep(self.latency)
        return ANSWER


def samples(count: int) -> list[SingleTurnSample]:
    return [
        SingleTurnSample(user_input=f"q {i}", response=f"a {i}", reference=f"a {i}")
        for i in range(count)
    ]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median(work: Callable[[], object]) -> float:
    return statistics.median(seconds(work) for _ in range(REPEATS))


def bare(rows: list[SingleTurnSample]) -> float:
    """The same awaits without anything around them."""

    async def all_of_them() -> None:
        judge = Answering()
        for _ in range(len(rows) * CALLS):
            await judge(None, None)

    return median(lambda: asyncio.run(all_of_them()))


def evaluate_slowly(count: int, concurrency: int) -> None:
    judge = Answering(LATENCY)
    evaluate(samples(count), TwoQuestions(), judge=judge, concurrency=concurrency)


def main() -> None:
    rows = samples(SAMPLES)
    calls = SAMPLES * CALLS
    metric = TwoQuestions()
    instant = median(lambda: evaluate(rows, metric, judge=Answering()))
    overhead = (instant - bare(rows)) / calls * 1000
    print(f"overhead per judge call, {SAMPLES} samples: {overhead:.3f} ms")
    with tempfile.TemporaryDirectory() as folder:
        cache, journal = Path(folder) / "answers.db", Path(folder) / "results.jsonl"
        first = seconds(lambda: evaluate(rows, metric, judge=Answering(), cache=cache))
        second = median(lambda: evaluate(rows, metric, judge=Answering(), cache=cache))
        resumed = seconds(lambda: evaluate(rows, metric, judge=Answering(), resume=journal))
    print(f"  keeping each answer: {first / calls * 1000:.3f} ms a call")
    print(f"  with every answer kept: {second / calls * 1000:.3f} ms a call")
    print(f"  writing each row: {resumed / calls * 1000:.3f} ms a call")

    for concurrency, count in ((4, 40), (16, 160), (64, 640)):
        taken = median(partial(evaluate_slowly, count, concurrency))
        ideal = count * CALLS * LATENCY / concurrency
        print(
            f"{count * CALLS} calls of 50 ms, {concurrency} at once:"
            f" {taken:.2f} s, ideal {ideal:.2f} s ({taken / ideal - 1:+.1%})"
        )

    plain = median(lambda: evaluate(rows, ExactMatch()))
    print(f"a metric that asks nobody, {SAMPLES} samples: {plain * 1000:.1f} ms")


if __name__ == "__main__":
    main()
