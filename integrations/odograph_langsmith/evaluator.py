"""Metrics, and plain functions, as evaluators of LangSmith.

They keep to the contract of `langsmith.evaluate` where it loses results silently: the key is known
before anything runs, a result is always an `EvaluationResult`, an evaluator never raises, and a
score that is missing says why.
"""

import inspect
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from langsmith.evaluation import EvaluationResult, RunEvaluator
from langsmith.schemas import Example

from odograph.errors import InputError
from odograph.metrics import Metric, Score
from odograph.trace import Sample
from odograph.trace.values import is_mapping
from odograph_langsmith.functions import arguments_for, score_of
from odograph_langsmith.path import AnyRun, path_from_run
from odograph_langsmith.results import comment_of, fault_of, result_of, value_of
from odograph_langsmith.samples import ToSample, sample_from_row

__all__ = ("Evaluator", "as_evaluator")


def as_evaluator(
    metric: Metric | Callable[..., Any], *, name: str | None = None, sample: ToSample | None = None
) -> "Evaluator":
    """Make an evaluator for `langsmith.evaluate`, `aevaluate`, and LangSmith's pytest plugin.

    `evaluate(target, data=..., evaluators=[as_evaluator(ToolCallF1())])` scores each row;
    `evaluator(inputs=..., outputs=..., reference_outputs=...)` scores one, and returns
    `{"key", "score", "comment"}`, which `langsmith.testing.log_feedback(**result)` takes.

    A row whose target failed is unscored, and the comment holds its error. An exception of the
    metric is feedback without a score, marked as an error.

    Args:
        metric: a metric; or a function of any of `inputs`, `outputs` and `reference_outputs` that
            returns what `odograph_langsmith.functions.score_of` reads.
        name: the feedback key; without it the metric's spelling, or the function's name.
        sample: makes the sample, in place of `odograph_langsmith.samples.sample_from_row`.

    Raises:
        InputError: a function without a name, with other parameters, or with `sample`.
    """
    if isinstance(metric, Metric):
        return _MetricEvaluator(metric, name or repr(metric), sample or sample_from_row)
    if inspect.isclass(metric) and issubclass(metric, Metric):
        raise InputError(f"give a metric, {metric.__name__}(), not its class")
    if not callable(metric):
        raise InputError.of("an evaluator must be made of a metric or a function", metric)
    if sample is not None:
        raise InputError("sample= is for metrics; a function reads the outputs itself")
    own = getattr(metric, "__name__", "<callable>")
    if name is None and own.startswith("<"):
        raise InputError.of("an evaluator made of this needs name=", metric)
    return _FunctionEvaluator(metric, name or own, arguments_for(metric))


@dataclass(frozen=True)
class _Row:
    inputs: Mapping[str, Any]
    outputs: Any
    reference_outputs: Mapping[str, Any]
    run: AnyRun | None = None


class Evaluator(RunEvaluator):
    """An evaluator with one feedback key; made by `as_evaluator`."""

    key: str
    """The feedback key."""
    spelling: str
    """What is evaluated, as it is written in Python."""

    @property
    def feedback_keys(self) -> list[str]:
        """The one key under which the evaluator reports."""
        return [self.key]

    def evaluate_run(
        self, run: AnyRun, example: Example | None = None, evaluator_run_id: UUID | None = None
    ) -> EvaluationResult:
        """Score a run; what LangSmith calls."""
        del evaluator_run_id  # the evaluator writes no trace of its own to point to
        return self._result(self._scored(_row(run, example)))

    async def aevaluate_run(
        self, run: AnyRun, example: Example | None = None, evaluator_run_id: UUID | None = None
    ) -> EvaluationResult:
        """Score a run, awaiting what there is to await."""
        del evaluator_run_id
        row = _row(run, example)
        score = _failure(row)
        try:
            return self._result(await self._ascore(row) if score is None else score)
        except Exception as error:
            return self._result(fault_of(error))

    def __call__(
        self,
        *,
        inputs: Mapping[str, Any] | None = None,
        outputs: Any = None,
        reference_outputs: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Score one row and return `{"key", "score", "comment"}`."""
        score = self._scored(_Row(inputs or {}, outputs, reference_outputs or {}))
        return {"key": self.key, "score": value_of(score), "comment": comment_of(score)}

    def __repr__(self) -> str:
        name = "" if self.key == self.spelling else f", name={self.key!r}"
        return f"as_evaluator({self.spelling}{name})"

    def _scored(self, row: _Row) -> Score:
        score = _failure(row)
        try:
            return self._score(row) if score is None else score
        except Exception as error:
            return fault_of(error)

    def _result(self, score: Score) -> EvaluationResult:
        return result_of(self.key, score, self.spelling)

    @abstractmethod
    def _score(self, row: _Row) -> Score: ...

    @abstractmethod
    async def _ascore(self, row: _Row) -> Score: ...


class _MetricEvaluator(Evaluator):
    def __init__(self, metric: Metric, key: str, to_sample: ToSample) -> None:
        self.key, self.spelling = key, repr(metric)
        self._metric = metric
        self._to_sample = to_sample

    def _sample(self, row: _Row) -> Sample:
        sample = self._to_sample(row.inputs, row.outputs, row.reference_outputs)
        if sample.path is None and row.run is not None:
            path = path_from_run(row.run)
            return sample if path is None else replace(sample, path=path)
        return sample

    def _score(self, row: _Row) -> Score:
        return self._metric.score(self._sample(row))

    async def _ascore(self, row: _Row) -> Score:
        return await self._metric.ascore(self._sample(row))


class _FunctionEvaluator(Evaluator):
    def __init__(self, function: Callable[..., Any], key: str, takes: tuple[str, ...]) -> None:
        self.key, self.spelling = key, getattr(function, "__qualname__", repr(function))
        self._function = function
        self._takes = takes

    def _call(self, row: _Row) -> Any:
        return self._function(**{name: getattr(row, name) for name in self._takes})

    def _score(self, row: _Row) -> Score:
        returned = self._call(row)
        if inspect.iscoroutine(returned):
            returned.close()
            raise InputError("an async function evaluates only in langsmith.aevaluate")
        return score_of(returned)

    async def _ascore(self, row: _Row) -> Score:
        returned = self._call(row)
        return score_of(await returned if inspect.isawaitable(returned) else returned)


def _row(run: Any, example: Any) -> _Row:
    inputs = run.inputs if example is None else example.inputs
    references = None if example is None else example.outputs
    return _Row(inputs or {}, run.outputs, references or {}, run)


def _failure(row: _Row) -> Score | None:
    """Say that the target failed, where it did: there is nothing to score then."""
    if row.run is not None and row.run.error:
        first = row.run.error.strip().splitlines()[0]
        return Score.unscored("agent", f"the target failed: {first}")
    outputs = row.outputs
    if is_mapping(outputs) and list(outputs) == ["output"]:
        outputs = outputs["output"]
    if outputs is None or (is_mapping(outputs) and not outputs):
        return Score.unscored("data", "the target returned nothing")
    return None
