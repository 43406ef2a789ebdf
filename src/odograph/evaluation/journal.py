"""A results file written row by row, from which an interrupted run goes on."""

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from odograph.errors import InputError
from odograph.evaluation.row import ResultRow
from odograph.metrics.score import Score
from odograph.trace import Sample, sample_to_dict
from odograph.trace.jsonl import write_records
from odograph.trace.values import dump_line, is_object, load_line

__all__ = ("RESULT_SCHEMA", "Journal", "digest_of")

RESULT_SCHEMA = "odograph-result/1"


def digest_of(sample: Sample) -> str:
    """Name a sample by its content, so that a row is never taken for another sample's."""
    return sha256(dump_line(sample_to_dict(sample)).encode()).hexdigest()[:24]


class Journal:
    """A file of rows in the order in which they were done, each with the number of its sample.

    Args:
        path: the file; it is read if it is there.
        metrics: their spellings.
        judges: for a judged metric, the identity of its judge.

    Raises:
        InputError: the file is no results file that was written so, or another judge's.
    """

    def __init__(
        self, path: str | PathLike[str], metrics: Sequence[str], judges: Mapping[str, str]
    ) -> None:
        self._path = Path(path)
        self._head: dict[str, Any] = {"schema": RESULT_SCHEMA, "metrics": list(metrics)}
        if judges:
            self._head["judges"] = dict(judges)
        self._earlier: dict[str, list[ResultRow]] = {}
        rows = self._read() if self._path.exists() else []
        for row in rows:
            self._earlier.setdefault(str(row.digest), []).append(row)
        write_records(self._path, [self._head, *(row.as_dict() for row in rows)])
        self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND)

    def take(self, digest: str) -> Mapping[str, Score]:
        """Hand over what is known of a sample: all but what the judge or the harness failed at."""
        rows = self._earlier.get(digest)
        if not rows:
            return {}
        scores = rows.pop(0).scores
        return {name: one for name, one in scores.items() if one.fault not in ("judge", "harness")}

    def add(self, index: int, row: ResultRow) -> None:
        """Write a row; one write call, so that a killed process leaves whole lines."""
        line = dump_line({"row": index, **row.as_dict()}) + "\n"
        os.write(self._file, line.encode())

    def close(self) -> None:
        """Leave the file as it is, to go on from."""
        os.close(self._file)

    def finish(self, rows: Sequence[ResultRow]) -> None:
        """Put the rows in the order of the dataset; what belongs to no sample of it is gone."""
        self.close()
        write_records(self._path, [self._head, *(row.as_dict() for row in rows)])

    def _read(self) -> list[ResultRow]:
        text = self._path.read_text(encoding="utf-8")
        lines = text.split("\n")[:-1]  # what follows the last line end was cut off by a kill
        if not lines:
            return []
        self._check_head(self._record(lines[0], 1))
        rows: list[ResultRow] = []
        for number, line in enumerate(lines[1:], start=2):
            record = self._record(line, number)
            record.pop("row", None)
            row = ResultRow.from_dict(record, f"{self._path}:{number}")
            if row.digest is None:
                rule = "cannot be resumed: it was not written with resume="
                raise InputError(rule, place=str(self._path))
            rows.append(row)
        return rows

    def _record(self, line: str, number: int) -> dict[str, Any]:
        try:
            record = load_line(line)
        except (json.JSONDecodeError, RecursionError):
            record = None
        if not is_object(record):
            raise InputError("is no line of results", place=f"{self._path}:{number}")
        return record

    def _check_head(self, head: dict[str, Any]) -> None:
        if head.get("schema") != RESULT_SCHEMA:
            rule = f"the first line must have schema {RESULT_SCHEMA!r}"
            raise InputError.of(rule, head, place=f"{self._path}:1")
        judges: Any = head.get("judges") or {}
        for metric, judge in self._head.get("judges", {}).items():
            if judges.get(metric, judge) != judge:
                rule = f"{metric} was judged by {judges[metric]}; go on with that judge"
                raise InputError.of(rule, judge, place=str(self._path))
