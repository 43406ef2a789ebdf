"""Results: every row's scores, in the dataset's order, whatever failed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any, Self

from odograph._extras import require
from odograph.errors import InputError
from odograph.evaluation.threshold import exact_mean
from odograph.metrics.score import Score
from odograph.trace.jsonl import read_records, write_records
from odograph.trace.values import as_json, is_object

if TYPE_CHECKING:
    import pandas as pd

__all__ = ("RESULT_SCHEMA", "EvaluationResult", "MetricSummary", "ResultRow")

RESULT_SCHEMA = "odograph-result/1"


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The scores of one sample, by the spelling of the metric."""

    scores: Mapping[str, Score]
    case_id: str | None = None
    attempt: int | None = None
    run_id: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Write the row as JSON values: value or null, reason, details, and whose fault."""
        named = {"case_id": self.case_id, "attempt": self.attempt, "run_id": self.run_id}
        return {
            **{name: value for name, value in named.items() if value is not None},
            "scores": {metric: _score_as_dict(score) for metric, score in self.scores.items()},
        }


@dataclass(frozen=True, slots=True)
class MetricSummary:
    """One metric over all rows.

    Attributes:
        mean: of the rows scored with a number, exact; None where there is none.
        scored: number of rows with a value.
        total: number of all rows.
        faults: how many rows are unscored, by whose fault it is.
    """

    metric: str
    mean: Fraction | None
    scored: int
    total: int
    faults: Mapping[str, int]

    def as_dict(self) -> dict[str, Any]:
        """Write the summary as JSON values."""
        return {
            "metric": self.metric,
            "mean": None if self.mean is None else float(self.mean),
            "scored": self.scored,
            "total": self.total,
            "unscored": dict(self.faults),
        }


@dataclass(frozen=True)
class EvaluationResult:
    """Scores of a dataset.

    Attributes:
        metrics: spellings of the metrics, in the order given.
        rows: one per sample, in the order of the dataset.
    """

    metrics: Sequence[str]
    rows: Sequence[ResultRow]

    def __len__(self) -> int:
        return len(self.rows)

    def scores(self, metric: str) -> list[Score]:
        """The scores of one metric, by row.

        Raises:
            InputError: the result has no such metric.
        """
        if metric not in self.metrics:
            rule = f"the result has the metrics {', '.join(self.metrics)}"
            raise InputError.of(rule, metric, place="metric")
        return [row.scores[metric] for row in self.rows]

    def summary(self) -> list[MetricSummary]:
        """Mean, and scored of total, for each metric."""
        return [self._summary(metric) for metric in self.metrics]

    def _summary(self, metric: str) -> MetricSummary:
        scores = self.scores(metric)
        numbers = [score.number for score in scores if score.number is not None]
        scored = sum(score.scored for score in scores)
        faults: Counter[str] = Counter(s.fault for s in scores if s.fault is not None)
        return MetricSummary(metric, exact_mean(numbers), scored, len(scores), faults)

    def to_jsonl(self, path: str | PathLike[str]) -> int:
        """Write a head line and one line per row; the file appears whole or not at all."""
        head = {"schema": RESULT_SCHEMA, "metrics": list(self.metrics)}
        return write_records(path, [head, *(row.as_dict() for row in self.rows)]) - 1

    @classmethod
    def from_jsonl(cls, path: str | PathLike[str]) -> Self:
        """Read what `to_jsonl` wrote.

        Raises:
            InputError: naming the file and line.
        """
        records = read_records(path)
        place, head = next(records, (str(path), None))
        if not is_object(head) or head.get("schema") != RESULT_SCHEMA:
            raise InputError.of(
                f"the first line must have schema {RESULT_SCHEMA!r}", head, place=place
            )
        return cls(head["metrics"], [_read_row(record, place) for place, record in records])

    def to_pandas(self) -> "pd.DataFrame":
        """Make a table: one row per sample, a column per metric (missing where unscored).

        Raises:
            MissingExtraError: pandas is not installed.
        """
        pandas: Any = require("pandas", extra="pandas")
        table = [
            {
                "case_id": row.case_id,
                "attempt": row.attempt,
                "run_id": row.run_id,
                **{metric: row.scores[metric].value for metric in self.metrics},
            }
            for row in self.rows
        ]
        frame: pd.DataFrame = pandas.DataFrame(table, dtype=object)
        return frame


def _score_as_dict(score: Score) -> dict[str, Any]:
    written: dict[str, Any] = {"value": score.value, "reason": score.reason}
    if score.details:
        written["details"] = as_json(score.details)
    if score.fault is not None:
        written["fault"] = score.fault
    return written


def _read_row(record: Any, place: str) -> ResultRow:
    try:
        fields = dict(record)
        scores = {metric: Score(**one) for metric, one in fields.pop("scores").items()}
        return ResultRow(scores, **fields)
    except InputError as error:
        raise error.at(place) from None
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise InputError(f"is not a row of results: {error}", place=place) from None
