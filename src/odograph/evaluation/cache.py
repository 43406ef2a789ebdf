"""Answers of judges, kept in an SQLite file so that no successful call is made twice.

An answer is found by the judge's identity (model and parameters), the task's digest and the input,
so two models never share one, nor does a task whose instruction was edited.
"""

import dataclasses
import json
import sqlite3
import warnings
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from odograph.errors import InputError
from odograph.trace.values import as_json

__all__ = ("AnswerCache", "identity_of")

_MOST_TASKS = 1_000
_TABLE = """
CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY, judge TEXT NOT NULL, answer TEXT NOT NULL
) WITHOUT ROWID
"""


def identity_of(judge: Any) -> str:
    """Name a judge so that another model, or other parameters, have another name.

    It is the judge's `identity` (text, or JSON values such as a mapping of model and parameters),
    or else the repr of a dataclass.

    Raises:
        InputError: the judge has neither; its answers must not be taken for another's.
    """
    told = getattr(judge, "identity", None)
    if callable(told):
        told = told()
    if told is not None:
        said = told if isinstance(told, str) else json.dumps(as_json(told), sort_keys=True)
    elif dataclasses.is_dataclass(judge) and not isinstance(judge, type):
        said = repr(judge)
    else:
        raise InputError.of("a judge whose answers are kept must have an `identity`", judge)
    return f"{type(judge).__module__}.{type(judge).__qualname__} {said}"


class AnswerCache:
    """A file of answers; several processes may share it.

    Raises:
        InputError: the file cannot be opened, or is no such file.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._path = Path(path)
        self._digests: dict[int, tuple[Any, str]] = {}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(self._path, timeout=30, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"cannot be opened: {error}", place=str(path)) from None
        try:
            # written ahead, so that readers never wait, and whole after a kill of the process
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.execute(_TABLE)
        except sqlite3.Error as error:
            self._file.close()
            raise InputError(f"is no cache of answers: {error}", place=str(path)) from None

    def key(self, identity: str, task: Any, given: BaseModel) -> str:
        """Make the key of a question to a judge."""
        parts = [identity, self._digest(task), _text(given)]
        return sha256(json.dumps(parts).encode()).hexdigest()

    def find(self, key: str, output: type[BaseModel]) -> BaseModel | None:
        """Return the answer kept under a key, or None."""
        row = self._file.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        try:
            return output.model_validate_json(row[0])
        except ValidationError:  # kept by another version of the model
            return None

    def keep(self, key: str, identity: str, answer: BaseModel) -> None:
        """Keep an answer; it is in the file when this returns.

        A file that cannot be written is told by a warning: the answer is no worse for it.
        """
        row = (key, identity, _text(answer))
        try:
            self._file.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", row)
        except sqlite3.OperationalError as error:
            warnings.warn(f"{self._path}: an answer was not kept: {error}", stacklevel=2)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _digest(self, task: Any) -> str:
        """The digest of a task, computed once: it writes out two JSON schemas."""
        known = self._digests.get(id(task))
        if known is None:
            if len(self._digests) >= _MOST_TASKS:  # made anew for each sample, it seems
                self._digests.clear()
            known = self._digests[id(task)] = (task, task.digest)  # the task keeps its id taken
        return known[1]


def _text(value: BaseModel) -> str:
    try:
        return value.model_dump_json()
    except ValueError:  # half of a surrogate pair
        return json.dumps(value.model_dump(mode="python"), default=str)
