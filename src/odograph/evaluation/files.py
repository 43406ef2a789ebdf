"""Files of results: JSON Lines, JSON and CSV, each strict and each read back equal."""

import json
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from pathlib import Path as FilePath
from typing import Any

from odograph.errors import InputError
from odograph.evaluation.journal import RESULT_SCHEMA
from odograph.evaluation.row import ResultRow, score_to_dict
from odograph.evaluation.summary import summarise_rows
from odograph.metrics.score import Score
from odograph.trace.csv_file import cell_of_text, read_csv, text_of_cell, write_csv
from odograph.trace.jsonl import read_records, replacing, write_records
from odograph.trace.values import is_list, is_object

__all__ = ("from_jsonl", "load", "save", "to_csv", "to_json", "to_jsonl")

Path = str | PathLike[str]
Contents = tuple[Sequence[str], Sequence[ResultRow]]

_PARTS = ("reason", "fault", "details")
_UNSCORED = Score.unscored("harness", "not scored")


def save(path: Path, metrics: Sequence[str], rows: Sequence[ResultRow]) -> None:
    """Write the file that the suffix says."""
    _by_suffix(path, {".jsonl": to_jsonl, ".json": to_json, ".csv": to_csv})(path, metrics, rows)


def load(path: Path) -> Contents:
    """Read the file that the suffix says."""
    contents: Contents = _by_suffix(
        path, {".jsonl": from_jsonl, ".json": _from_json, ".csv": _from_csv}
    )(path)
    return contents


def to_jsonl(path: Path, metrics: Sequence[str], rows: Sequence[ResultRow]) -> int:
    """Write a head line and one line per row."""
    head = {"schema": RESULT_SCHEMA, "metrics": list(metrics)}
    return write_records(path, [head, *(row.as_dict() for row in rows)]) - 1


def from_jsonl(path: Path) -> Contents:
    """Read what `to_jsonl` wrote, or a journal, whose rows stand as they were done."""
    records = read_records(path)
    place, head = next(records, (str(path), None))
    metrics = _metrics(head, place)
    return metrics, _in_order(metrics, records)


def to_json(path: Path, metrics: Sequence[str], rows: Sequence[ResultRow]) -> None:
    """Write one object, the summary in it for those who read no further."""
    whole = {
        "schema": RESULT_SCHEMA,
        "metrics": list(metrics),
        "summary": [one.as_dict(spread=True) for one in summarise_rows(metrics, rows)],
        "rows": [row.as_dict() for row in rows],
    }
    with replacing(FilePath(path)) as stream:
        json.dump(whole, stream, allow_nan=False, indent=1)
        stream.write("\n")


def to_csv(path: Path, metrics: Sequence[str], rows: Sequence[ResultRow]) -> int:
    """Write a row of cells for each row; a value is JSON text, as are details and metadata."""
    columns = ["case_id", "attempt", "run_id", "digest", "metadata"]
    for metric in metrics:
        columns += [metric, *(f"{metric} {part}" for part in _PARTS)]
    return write_csv(path, columns, (_cells(row) for row in rows))


def _cells(row: ResultRow) -> dict[str, str]:
    written = row.as_dict()
    cells = {name: cell_of_text(written.get(name)) for name in ("case_id", "run_id", "digest")}
    cells["attempt"] = "" if row.attempt is None else str(row.attempt)
    cells["metadata"] = _json_cell(written.get("metadata"))
    for metric, score in row.scores.items():
        parts = score_to_dict(score)
        cells[metric] = _json_cell(parts["value"])
        cells[f"{metric} reason"] = cell_of_text(parts["reason"])
        cells[f"{metric} fault"] = parts.get("fault", "")
        cells[f"{metric} details"] = _json_cell(parts.get("details"))
    return cells


def _json_cell(value: Any) -> str:
    return "" if value is None else json.dumps(value, allow_nan=False)


def _from_csv(path: Path) -> Contents:
    metrics: list[str] = []
    rows: list[ResultRow] = []
    for place, cells in read_csv(path):
        metrics = [name for name in cells if all(f"{name} {part}" in cells for part in _PARTS)]
        try:
            record = _record(cells, metrics)
        except InputError as error:
            raise error.at(place) from None
        except (ValueError, KeyError) as error:
            raise InputError(f"is not a row of results: {error}", place=place) from None
        rows.append(ResultRow.from_dict(record, place))
    return metrics, rows


def _record(cells: dict[str, str], metrics: Sequence[str]) -> dict[str, Any]:
    record: dict[str, Any] = {
        name: text_of_cell(cells[name]) for name in ("case_id", "run_id", "digest")
    }
    record["attempt"] = int(cells["attempt"]) if cells["attempt"] else None
    record["metadata"] = json.loads(cells["metadata"] or "{}")
    record["scores"] = {
        metric: {
            "value": json.loads(cells[metric] or "null"),
            "reason": text_of_cell(cells[f"{metric} reason"]) or "",
            "fault": cells[f"{metric} fault"] or None,
            "details": json.loads(cells[f"{metric} details"] or "{}"),
        }
        for metric in metrics
    }
    return record


def _from_json(path: Path) -> Contents:
    nothing: Any = None
    place, whole = next(read_records(path), (str(path), nothing))
    metrics = _metrics(whole, place)
    rows = whole.get("rows")
    if not is_list(rows):
        raise InputError.of("rows must be a list", rows, place=place)
    return metrics, _in_order(metrics, ((f"{place}, rows[{i}]", r) for i, r in enumerate(rows)))


def _metrics(head: Any, place: str) -> Sequence[str]:
    if not is_object(head) or head.get("schema") != RESULT_SCHEMA:
        raise InputError.of(f"the first line must have schema {RESULT_SCHEMA!r}", head, place=place)
    metrics = head.get("metrics")
    if not is_list(metrics):
        raise InputError.of("metrics must be a list", metrics, place=place)
    return metrics


def _in_order(metrics: Sequence[str], records: Iterator[tuple[str, Any]]) -> Sequence[ResultRow]:
    """Read rows, and put those that say their number in its order."""
    numbered: list[tuple[int, ResultRow]] = []
    for place, record in records:
        number = record.pop("row", len(numbered)) if is_object(record) else 0
        row = ResultRow.from_dict(record, place)
        for metric in metrics:
            if metric not in row.scores:  # the run had more metrics when it was taken up again
                row = _with(row, metric)
        numbered.append((number, row))
    return [row for _, row in sorted(numbered, key=lambda one: one[0])]


def _with(row: ResultRow, metric: str) -> ResultRow:
    scores = {**row.scores, metric: _UNSCORED}
    return ResultRow(scores, row.case_id, row.attempt, row.run_id, row.metadata, row.digest)


def _by_suffix(path: Path, known: dict[str, Callable[..., Any]]) -> Callable[..., Any]:
    suffix = FilePath(path).suffix
    if suffix not in known:
        raise InputError.of(f"a results file must end in {', '.join(known)}", str(path))
    return known[suffix]
