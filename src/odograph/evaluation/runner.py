"""The runner: score every sample with every metric, and lose none.

Metrics that ask nobody are scored in a plain loop. Those that ask (a judge, an async function)
share one event loop and one limiter: a sync call gets a loop of its own, also where one runs.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

from odograph.errors import InputError
from odograph.evaluation.journal import Journal
from odograph.evaluation.progress import Progress, progress_of
from odograph.evaluation.result import EvaluationResult
from odograph.evaluation.run import Run
from odograph.metrics.function import metric as metric_of
from odograph.metrics.metric import Metric
from odograph.trace import Sample

__all__ = ("aevaluate", "evaluate")

MetricLike = Metric | Callable[..., Any]
Path = str | PathLike[str]


def evaluate(
    dataset: Iterable[Sample],
    metrics: MetricLike | Sequence[MetricLike],
    *,
    judge: Any = None,
    llm: Any = None,
    embeddings: Any = None,
    concurrency: int = 16,
    timeout: float | None = None,
    cache: Path | None = None,
    resume: Path | None = None,
    progress: Progress = None,
) -> EvaluationResult:
    """Score every sample with every metric.

    Whatever fails, the result has a row for each sample, in the dataset's order. A metric that
    raises leaves its row unscored (fault `harness`, `data` for an `InputError`, `judge` for what
    the judge did) with the error as the reason; the other scores stand. Ctrl-C returns what is
    done, the rest unscored as "cancelled"; a second one is raised.

    Args:
        dataset: samples, read once and in order.
        metrics: at least one, each spelled differently; functions are taken as `metric(function)`.
        judge: answers for the judged metrics that have no judge of their own: a judge, a chat
            model, or a plain function `judge(task, input)`, which is called in threads.
        llm: another spelling of `judge`.
        embeddings: likewise, for the metrics that embed texts.
        concurrency: calls to judges and async metrics at once, over the whole run.
        timeout: seconds for the asking metrics of a row, waiting for a place included; what is
            late is unscored. Metrics that ask nobody cannot be stopped.
        cache: an SQLite file of the judge's answers, by model, parameters, task and input: no
            successful call is made twice.
        resume: a results file that is written row by row; if it is there, the rows in it are not
            scored again, but for those that the judge or the harness failed at.
        progress: True shows a count on a terminal; a function is called with the number of rows
            done, after each row.

    Raises:
        InputError: no metric, two metrics with one spelling, an element that is no sample, a
            number out of range, or a file that is not what it should be.
    """
    judging = _Judging.of(judge, llm, embeddings)
    plan = _Plan.of(metrics, judging, concurrency, timeout, cache)
    with ExitStack() as closing:
        run = plan.run(dataset, resume, progress_of(progress, closing), closing)
        if not plan.awaited:
            run.score_all()
        else:
            from odograph._waiting import run as run_to_end  # noqa: PLC0415 - not for plain loops

            run_to_end(lambda: plan.ask_all(run, keeps=True))
        return run.result()


async def aevaluate(
    dataset: Iterable[Sample],
    metrics: MetricLike | Sequence[MetricLike],
    *,
    judge: Any = None,
    llm: Any = None,
    embeddings: Any = None,
    concurrency: int = 16,
    timeout: float | None = None,
    cache: Path | None = None,
    resume: Path | None = None,
    progress: Progress = None,
) -> EvaluationResult:
    """Do what `evaluate` does in the loop that runs.

    Cancelled, it raises `CancelledError`, as a coroutine must; what is done is in the file
    that `resume` names.
    """
    judging = _Judging.of(judge, llm, embeddings)
    plan = _Plan.of(metrics, judging, concurrency, timeout, cache)
    with ExitStack() as closing:
        run = plan.run(dataset, resume, progress_of(progress, closing), closing)
        await plan.ask_all(run, keeps=False)
        return run.result()


@dataclass(frozen=True)
class _Plan:
    """What to score with, and how."""

    metrics: Mapping[str, Metric]
    concurrency: int
    timeout: float | None
    cache: Path | None

    @classmethod
    def of(
        cls,
        metrics: Any,
        judging: "_Judging",
        concurrency: int,
        timeout: float | None,
        cache: Path | None,
    ) -> "_Plan":
        if type(concurrency) is not int or concurrency < 1:
            raise InputError.of("concurrency must be a positive whole number", concurrency)
        if timeout is not None and not timeout > 0:
            raise InputError.of("timeout must be a positive number of seconds", timeout)
        given = [metrics] if isinstance(metrics, Metric) or callable(metrics) else list(metrics)
        listed = [_metric(one, place=f"metrics[{i}]") for i, one in enumerate(given)]
        if not listed:
            raise InputError("give at least one metric")
        spelled = {repr(one): judging.equip(one) for one in listed}
        if len(spelled) < len(listed):
            raise InputError.of("metrics must differ", [repr(one) for one in listed])
        return cls(spelled, concurrency, timeout, cache)

    @property
    def awaited(self) -> Mapping[str, Metric]:
        """The metrics that ask somebody: those with an `ascore` of their own."""
        return {n: m for n, m in self.metrics.items() if type(m).ascore is not Metric.ascore}

    @property
    def judges(self) -> Mapping[str, Any]:
        """The judges of the judged metrics."""
        judges = {name: getattr(one, "judge", None) for name, one in self.awaited.items()}
        return {name: judge for name, judge in judges.items() if judge is not None}

    def run(
        self,
        dataset: Iterable[Sample],
        resume: Path | None,
        progress: Callable[[int], None] | None,
        closing: ExitStack,
    ) -> Run:
        journal = None
        if resume is not None:
            journal = Journal(resume, tuple(self.metrics), self._identities())
        run = Run(dataset, self.metrics, journal, progress)
        closing.callback(run.close)
        return run

    def _identities(self) -> dict[str, str]:
        """The identities of the judges, as far as they have one."""
        judges = self.judges
        if not judges:
            return {}
        from odograph.evaluation.cache import identity_of  # noqa: PLC0415 - brings in pydantic

        known: dict[str, str] = {}
        for name, judge in judges.items():
            with suppress(InputError):
                known[name] = identity_of(judge)
        return known

    async def ask_all(self, run: Run, *, keeps: bool) -> None:
        """Score what is left; cancelled, keep a row for all the rest, if asked to."""
        from odograph.evaluation.cache import AnswerCache  # noqa: PLC0415 - brings in pydantic
        from odograph.evaluation.crew import Crew  # noqa: PLC0415

        cache = None if self.cache is None else AnswerCache(self.cache)
        try:
            crew = Crew.of(
                run,
                self.awaited,
                self.judges,
                cache=cache,
                concurrency=self.concurrency,
                timeout=self.timeout,
            )
            await crew.work(keeps=keeps)
        finally:
            if cache is not None:
                cache.close()


def _metric(one: Any, place: str) -> Metric:
    if isinstance(one, Metric):
        return one
    if inspect.isclass(one):
        raise InputError(f"give a metric, {one.__name__}(), not its class", place=place)
    if not callable(one):
        raise InputError.of("must be a metric or a function", one, place=place)
    return metric_of(one)


@dataclass(frozen=True)
class _Judging:
    """Who answers for the metrics that have nobody of their own."""

    judge: Any
    embeddings: Any

    @classmethod
    def of(cls, judge: Any, llm: Any, embeddings: Any) -> "_Judging":
        if judge is not None and llm is not None:
            raise InputError("give judge or llm, which are two spellings of one thing")
        return cls(llm if judge is None else judge, embeddings)

    def equip(self, metric: Metric) -> Metric:
        equipped: Any = metric
        if self.judge is not None and hasattr(metric, "with_judge") and equipped.judge is None:
            from odograph.evaluation.threaded_judge import judge_of  # noqa: PLC0415 - as above

            equipped = equipped.with_judge(judge_of(self.judge))
        if self.embeddings is not None and getattr(metric, "embeddings", self) is None:
            equipped = replace(equipped, embeddings=self.embeddings)
        done: Metric = equipped
        return done
