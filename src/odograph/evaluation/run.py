"""One evaluation at work: what is done, what is left, and how a row comes about."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from odograph.errors import InputError
from odograph.evaluation.journal import Journal, digest_of
from odograph.evaluation.result import EvaluationResult
from odograph.evaluation.row import ResultRow
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.trace import MultiTurnSample, Sample, SingleTurnSample
from odograph.trace.secrets import error_text

__all__ = ("CANCELLED", "Run", "score_of", "unscored_by")

CANCELLED = Score.unscored("harness", "cancelled")


class Run:
    """The rows of an evaluation, kept by the number of their sample.

    Args:
        dataset: read once, sample by sample.
        metrics: by spelling.
        journal: where rows are written as they are done.
        progress: called with the number of rows done, after each row.
    """

    def __init__(
        self,
        dataset: Iterable[Sample],
        metrics: Mapping[str, Metric],
        journal: Journal | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        given: Any = dataset
        if isinstance(given, str) or not isinstance(given, Iterable):
            rule = "must be samples (a file's: read_samples(path))"
            raise InputError.of(rule, given, place="dataset")
        self.metrics = metrics
        self._samples = enumerate(dataset)
        self._journal = journal
        self._progress = progress
        self._rows: dict[int, ResultRow] = {}

    def samples(self) -> Iterator[tuple[int, Sample]]:
        """Yield what is left of the dataset, with its number; several may read in turn."""
        for index, sample in self._samples:
            if not isinstance(sample, MultiTurnSample | SingleTurnSample):
                raise InputError.of("must be a sample", sample, place=f"dataset[{index}]")
            yield index, sample

    def known(self, sample: Sample) -> tuple[str | None, Mapping[str, Score]]:
        """The digest of a sample and what an earlier run knows of it; nothing without journal."""
        if self._journal is None:
            return None, {}
        digest = digest_of(sample)
        return digest, self._journal.take(digest)

    def keep(
        self, index: int, sample: Sample, scores: Mapping[str, Score], digest: str | None
    ) -> None:
        """Keep a row that is done, and say so."""
        row = ResultRow(
            {name: scores.get(name, CANCELLED) for name in self.metrics},
            sample.case_id,
            sample.attempt,
            sample.run_id,
            sample.metadata,
            digest,
        )
        self._rows[index] = row
        if self._journal is not None:
            self._journal.add(index, row)
        if self._progress is not None:
            self._progress(len(self._rows))

    def score_all(self) -> None:
        """Score what is left without a loop; Ctrl-C leaves the rest unscored."""
        try:
            for index, sample in self.samples():
                digest, known = self.known(sample)
                scores = dict(known)
                try:
                    for name, one in self.metrics.items():
                        if name not in scores:
                            scores[name] = score_of(one, sample)
                finally:
                    self.keep(index, sample, scores, digest)
        except KeyboardInterrupt:
            self.cancel_rest()

    def cancel_rest(self) -> None:
        """Keep a row for every sample that was not begun."""
        for index, sample in self.samples():
            digest, known = self.known(sample)
            self.keep(index, sample, known, digest)

    def result(self) -> EvaluationResult:
        """The rows in the order of the dataset."""
        rows = tuple(self._rows[index] for index in sorted(self._rows))
        if self._journal is not None:
            self._journal.finish(rows)
            self._journal = None
        return EvaluationResult(tuple(self.metrics), rows)

    def close(self) -> None:
        """Leave the journal to go on from, where the run did not come to its end."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None


def score_of(metric: Metric, sample: Sample) -> Score:
    """Score a sample; whatever is raised, or is no score, becomes a reason."""
    try:
        return checked(metric.score(sample))
    except Exception as error:
        return unscored_by(error)


def checked(score: Any) -> Score:
    """Refuse what is no score: a coroutine or a text must not count as a verdict."""
    if isinstance(score, Score):
        return score
    close = getattr(score, "close", None)
    if callable(close):  # a coroutine that nobody awaits would warn
        close()
    return Score.unscored("harness", f"the metric returned a {type(score).__name__}, not a Score")


def unscored_by(error: Exception) -> Score:
    """Tell whose fault an exception is: the data's for an `InputError`, else the harness's."""
    if isinstance(error, InputError):
        return Score.unscored("data", str(error), error=type(error).__name__)
    return Score.unscored("harness", error_text(error), error=type(error).__name__)
