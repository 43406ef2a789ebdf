"""Files of records: JSON Lines and JSON, plain or gzipped, with the place of every fault."""

import gzip
import io
import json
import os
import secrets
import zlib
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from odograph.errors import InputError
from odograph.trace.values import dump_line, load_line

__all__ = ("open_text", "read_records", "replacing", "write_records")

_GZIP_MAGIC = b"\x1f\x8b"


def read_records(path: str | os.PathLike[str]) -> Iterator[tuple[str, Any]]:
    """Yield `(place, record)` for each record of a file, reading lines as they come.

    A file that is one JSON array is read as its elements; any other is JSON Lines, or one JSON
    object spread over lines. Blank lines are passed over.

    Raises:
        InputError: the file cannot be read, or a record is not JSON; the place is `file:line`.
    """
    file = Path(path)
    try:
        with open_text(file) as stream:
            first = _first_character(stream)
            if first == "[":
                yield from _read_array(file, stream.read())
            else:
                yield from _read_lines(file, stream)
    except UnicodeDecodeError as error:
        raise InputError(f"must be UTF-8 text ({error.reason})", place=str(file)) from None
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {reason}", place=str(file)) from None


def write_records(path: str | os.PathLike[str], records: Iterable[object]) -> int:
    """Write records as JSON Lines and return their number.

    The file appears whole or not at all: an existing one is replaced only when every record has
    been written.

    Raises:
        InputError: a record holds what is no JSON value; the place is `file:line`.
    """
    file = Path(path)
    count = 0
    with replacing(file) as stream:
        for count, record in enumerate(records, start=1):
            try:
                stream.write(dump_line(record) + "\n")
            except (TypeError, ValueError) as error:
                raise InputError(
                    f"must be JSON values ({error})", place=f"{file}:{count}"
                ) from None
    return count


@contextmanager
def replacing(file: Path) -> Generator[IO[str]]:
    """Open a file to be written that takes its place only once it is whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(6)}.part")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def open_text(file: Path, *, newline: str | None = None) -> IO[str]:
    """Open a file of text, which may be gzipped; `newline=""` keeps every line end as it is."""
    with file.open("rb") as stream:
        zipped = stream.read(2) == _GZIP_MAGIC
    if zipped:
        return gzip.open(file, "rt", encoding="utf-8-sig", newline=newline)
    return file.open(encoding="utf-8-sig", newline=newline)


def _first_character(stream: IO[str]) -> str:
    while (character := stream.read(1)).isspace():
        pass
    stream.seek(0)
    return character


def _read_array(file: Path, text: str) -> Iterator[tuple[str, Any]]:
    try:
        records = load_line(text)
    except (ValueError, RecursionError) as error:
        if isinstance(error, json.JSONDecodeError) and error.msg == "Extra data":
            yield from _read_lines(file, io.StringIO(text))  # each line is a list of messages
            return
        raise _not_json(str(file), error, text) from None
    for index, record in enumerate(records):
        yield f"{file}[{index}]", record


def _read_lines(file: Path, stream: IO[str]) -> Iterator[tuple[str, Any]]:
    first = True
    for number, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        try:
            record = load_line(line)
        except (ValueError, RecursionError) as error:
            whole = _whole(line + stream.read()) if first and line.lstrip()[0] == "{" else None
            if whole is None:
                raise _bad_line(file, number, line, error) from None
            yield str(file), whole[0]
            return
        first = False
        yield f"{file}:{number}", record


def _whole(text: str) -> tuple[Any] | None:
    """Read one JSON document spread over lines, or None."""
    try:
        return (load_line(text),)
    except (ValueError, RecursionError):
        return None


def _bad_line(file: Path, number: int, line: str, error: Exception) -> InputError:
    place = f"{file}:{number}"
    if line.endswith("\n") or not isinstance(error, json.JSONDecodeError):
        return _not_json(place, error, line)
    before = f"; lines 1 to {number - 1} are whole" if number > 1 else ""
    return InputError(f"the last line is cut off or not JSON{before}", place=place)


def _not_json(place: str, error: Exception, text: str) -> InputError:
    if isinstance(error, json.JSONDecodeError):
        shown = text[error.pos : error.pos + 20].split("\n", maxsplit=1)[0]
        where = f"line {error.lineno}, " if error.lineno > 1 else ""
        near = f", near {shown!r}" if shown else ""
        return InputError(
            f"is not JSON: {error.msg} at {where}column {error.colno}{near}", place=place
        )
    deep = isinstance(error, RecursionError)
    reason = "nested too deeply" if deep else "a whole number has too many digits"
    return InputError(f"is not JSON that can be read: {reason}", place=place)
