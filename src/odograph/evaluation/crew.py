"""The workers of a run whose metrics ask somebody: several rows at once, none for ever."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from odograph.evaluation.cache import AnswerCache
from odograph.evaluation.run import Run, checked, score_of, unscored_by
from odograph.evaluation.shared_embedder import limited
from odograph.evaluation.shared_judge import SharedJudge
from odograph.judge import JudgeError
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("Crew",)


@dataclass(frozen=True)
class Crew:
    """Workers on the rows of a run.

    Attributes:
        run: the rows.
        awaited: the metrics that are awaited, by spelling; the others are scored at once.
        judged: which of them put their calls through the run's limiter themselves.
        limiter: places for the calls of the whole run.
        size: rows at work at once.
        timeout: seconds that a row may take from its start; None for no end.
    """

    run: Run
    awaited: Mapping[str, Metric]
    judged: frozenset[str]
    limiter: asyncio.Semaphore
    size: int
    timeout: float | None

    @classmethod
    def of(
        cls,
        run: Run,
        awaited: Mapping[str, Metric],
        judges: Mapping[str, Any],
        *,
        cache: AnswerCache | None,
        concurrency: int,
        timeout: float | None,
    ) -> "Crew":
        """Give every judged metric its judge within the limit of the run.

        Raises:
            InputError: there is a cache, and a judge cannot be told from others.
        """
        limiter = asyncio.Semaphore(concurrency)
        shared: dict[int, SharedJudge] = {}  # one for each judge, whatever asks it
        metrics = dict(awaited)
        for name, judge in judges.items():
            one = shared.setdefault(id(judge), SharedJudge(judge, limiter, cache))
            judged: Any = awaited[name]
            metrics[name] = judged.with_judge(one)
        metrics = {name: limited(one, limiter) for name, one in metrics.items()}
        names = frozenset(name for name, one in awaited.items() if hasattr(one, "with_judge"))
        return cls(run, metrics, names, limiter, concurrency, timeout)

    async def work(self, *, keeps: bool) -> None:
        """Score what is left of the dataset.

        Args:
            keeps: cancelled, return with a row for every sample that was not begun.
        """
        samples = self.run.samples()
        workers = [asyncio.create_task(self._worker(samples)) for _ in range(self.size)]
        try:
            await asyncio.gather(*workers)
        except asyncio.CancelledError:
            if not keeps:
                raise
            await self._stop(workers)
            self.run.cancel_rest()
        finally:
            await self._stop(workers)

    async def _stop(self, workers: list[asyncio.Task[None]]) -> None:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    async def _worker(self, samples: Iterator[tuple[int, Sample]]) -> None:
        for index, sample in samples:
            await self._row(index, sample)

    async def _row(self, index: int, sample: Sample) -> None:
        digest, known = self.run.known(sample)
        scores = dict(known)
        tasks: dict[str, asyncio.Task[Score]] = {}
        for name, metric in self.run.metrics.items():
            if name in scores:
                continue
            if name in self.awaited:
                tasks[name] = asyncio.create_task(self._ascore(name, sample))
            else:
                scores[name] = score_of(metric, sample)
        late = False
        try:
            if tasks:
                _, pending = await asyncio.wait(tasks.values(), timeout=self.timeout)
                late = bool(pending)
        finally:
            for name, task in tasks.items():
                if task.done() and not task.cancelled():
                    scores[name] = task.result()
                elif task.cancel() and late:
                    scores[name] = self._late(name)
            self.run.keep(index, sample, scores, digest)

    async def _ascore(self, name: str, sample: Sample) -> Score:
        metric = self.awaited[name]
        try:
            if name in self.judged:
                return checked(await metric.ascore(sample))
            async with self.limiter:
                return checked(await metric.ascore(sample))
        except JudgeError as error:
            return Score.unscored("judge", str(error), error=type(error).__name__)
        except Exception as error:
            return unscored_by(error)

    def _late(self, name: str) -> Score:
        fault: Any = "judge" if name in self.judged else "harness"
        return Score.unscored(fault, f"no score within {self.timeout:g} s", error="TimeoutError")
