"""The runner: score every sample with every metric, and lose none."""

from collections.abc import Callable, Iterable, Sequence

from odograph.errors import InputError
from odograph.evaluation.result import EvaluationResult, ResultRow
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("evaluate",)


def evaluate(
    dataset: Iterable[Sample],
    metrics: Sequence[Metric],
    *,
    progress: Callable[[int], None] | None = None,
) -> EvaluationResult:
    """Score every sample with every metric.

    A metric that raises leaves its row unscored (fault `harness`, or `data` for an `InputError`)
    with the error as the reason; the other scores stand.

    Args:
        dataset: samples, read once and in order.
        metrics: at least one, each spelled differently.
        progress: called with the number of rows done, after each row.

    Raises:
        InputError: no metric, or two metrics with one spelling.
    """
    spelled = {repr(metric): metric for metric in metrics}
    if not metrics:
        raise InputError("give at least one metric")
    if len(spelled) < len(metrics):
        raise InputError.of("metrics must differ", [repr(metric) for metric in metrics])
    rows: list[ResultRow] = []
    for sample in dataset:
        scores = {name: _score(metric, sample) for name, metric in spelled.items()}
        rows.append(ResultRow(scores, sample.case_id, sample.attempt, sample.run_id))
        if progress is not None:
            progress(len(rows))
    return EvaluationResult(tuple(spelled), tuple(rows))


def _score(metric: Metric, sample: Sample) -> Score:
    try:
        return metric.score(sample)
    except InputError as error:
        return Score.unscored("data", str(error), error=type(error).__name__)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return Score.unscored("harness", text, error=type(error).__name__)
