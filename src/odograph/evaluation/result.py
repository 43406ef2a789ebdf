"""Results: every row's scores, in the dataset's order, whatever failed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Self

from odograph._extras import require
from odograph.errors import InputError
from odograph.evaluation import files
from odograph.evaluation.journal import RESULT_SCHEMA
from odograph.evaluation.row import ResultRow
from odograph.evaluation.summary import MetricSummary, summarise_rows
from odograph.metrics.score import Score
from odograph.trace.values import is_mapping

if TYPE_CHECKING:
    import pandas as pd

__all__ = ("RESULT_SCHEMA", "EvaluationResult")

Path = str | PathLike[str]


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
        """For each metric the mean, its spread and interval, and scored of total."""
        return summarise_rows(self.metrics, self.rows)

    def by(self, field: str) -> "dict[Any, EvaluationResult]":
        """Break the result down by a field of the samples' metadata, or by `case_id`.

        The parts are in the order in which their values first occur; rows without the field are
        under None.

        Args:
            field: its name, or a dotted path into it: `customer.tier`.

        Raises:
            InputError: no row has the field.
        """
        parts: dict[Any, list[ResultRow]] = {}
        for row in self.rows:
            value = row.case_id if field == "case_id" else _look_up(row.metadata, field)
            key: Any = value if isinstance(value, str | float | int | None) else repr(value)
            parts.setdefault(key, []).append(row)
        if self.rows and set(parts) == {None}:
            known = sorted({key for row in self.rows for key in row.metadata})
            have = f"the fields {', '.join(known)}" if known else "no metadata"
            raise InputError.of(f"the rows have {have}", field, place="by")
        return {key: EvaluationResult(self.metrics, tuple(rows)) for key, rows in parts.items()}

    def save(self, path: Path) -> None:
        """Write a file that `load` reads: `.jsonl`, `.json` or `.csv`, by its suffix.

        Raises:
            InputError: another suffix.
        """
        files.save(path, self.metrics, self.rows)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote.

        Raises:
            InputError: another suffix, or no such file; names the line.
        """
        return cls(*files.load(path))

    def to_jsonl(self, path: Path) -> int:
        """Write a head line and one line per row; the file appears whole or not at all."""
        return files.to_jsonl(path, self.metrics, self.rows)

    @classmethod
    def from_jsonl(cls, path: Path) -> Self:
        """Read what `to_jsonl` wrote, or what an interrupted run left.

        Raises:
            InputError: naming the file and line.
        """
        return cls(*files.from_jsonl(path))

    def to_json(self, path: Path) -> None:
        """Write one strict JSON object: schema, summary and rows."""
        files.to_json(path, self.metrics, self.rows)

    def to_csv(self, path: Path) -> int:
        """Write a table that keeps everything, nested values as JSON text (see `to_list`)."""
        return files.to_csv(path, self.metrics, self.rows)

    def to_list(self) -> list[dict[str, Any]]:
        """Write each row flat: case, attempt, run, the metrics, and what the judge took.

        A metric has its value under its spelling, and `<metric> reason` and `<metric> fault`.
        """
        return [
            {
                "case_id": row.case_id,
                "attempt": row.attempt,
                "run_id": row.run_id,
                **{
                    name: value
                    for metric in self.metrics
                    for name, value in _columns(metric, row.scores[metric])
                },
                "judge calls": row.judge_usage.calls,
                "judge cost": row.judge_usage.cost,
            }
            for row in self.rows
        ]

    def to_pandas(self, *, reasons: bool = False) -> "pd.DataFrame":
        """Make a table: one row per sample, a column per metric (missing where unscored).

        Args:
            reasons: add reasons and faults, and the judge's calls and cost (see `to_list`).

        Raises:
            MissingExtraError: pandas is not installed.
        """
        pandas: Any = require("pandas", extra="pandas")
        columns = ["case_id", "attempt", "run_id"]
        for metric in self.metrics:
            columns += [metric, *([f"{metric} reason", f"{metric} fault"] if reasons else [])]
        columns += ["judge calls", "judge cost"] if reasons else []
        frame: pd.DataFrame = pandas.DataFrame(self.to_list(), columns=columns, dtype=object)
        return frame


def _columns(metric: str, score: Score) -> list[tuple[str, Any]]:
    return [
        (metric, score.value),
        (f"{metric} reason", score.reason),
        (f"{metric} fault", score.fault),
    ]


def _look_up(metadata: Mapping[str, Any], field: str) -> Any:
    if field in metadata:
        return metadata[field]
    value: Any = metadata
    for key in field.split("."):
        if not is_mapping(value):
            return None
        value = value.get(key)
    return value
