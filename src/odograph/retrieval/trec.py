"""TREC's files: judgements (qrels) and runs, plain or gzipped."""

import gzip
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import TypeVar

from odograph.errors import InputError

__all__ = ("read_qrels", "read_run")

_Number = TypeVar("_Number", int, float)


def read_qrels(path: str | PathLike[str]) -> dict[str, dict[str, int]]:
    """Read lines of `query iteration document grade` as grades by query and document.

    Raises:
        InputError: a line has other columns, a grade is no whole number, or a document is judged
            twice for a query; names the file and line.
    """
    grades: dict[str, dict[str, int]] = {}
    for place, (query, _, document, grade) in _columns(path, "query iteration document grade"):
        try:
            value = int(grade)
        except ValueError:
            raise InputError.of("a grade must be a whole number", grade, place=place) from None
        _put(grades.setdefault(query, {}), document, value, place)
    return grades


def read_run(path: str | PathLike[str]) -> dict[str, dict[str, float]]:
    """Read lines of `query Q0 document rank score tag` as scores by query and document.

    The ranks in the file are not looked at, as in trec_eval: the scores rank the documents (with
    `ties="trec"` equal ones as trec_eval does).

    Raises:
        InputError: a line has other columns, a score is no number, or a document stands twice for
            a query; names the file and line.
    """
    scores: dict[str, dict[str, float]] = {}
    for place, (query, _, document, _, score, _) in _columns(
        path, "query Q0 document rank score tag"
    ):
        try:
            value = float(score)
        except ValueError:
            raise InputError.of("a score must be a number", score, place=place) from None
        _put(scores.setdefault(query, {}), document, value, place)
    return scores


def _columns(path: str | PathLike[str], names: str) -> Iterator[tuple[str, list[str]]]:
    wanted = len(names.split())
    opened = gzip.open if Path(path).suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            columns = line.split()
            if not columns:
                continue
            place = f"{path}:{number}"
            if len(columns) != wanted:
                raise InputError.of(f"must be {names}", line.strip(), place=place)
            yield place, columns


def _put(by_document: dict[str, _Number], one: str, value: _Number, place: str) -> None:
    if one in by_document:
        raise InputError.of("a document stands once for a query", one, place=place)
    by_document[one] = value
