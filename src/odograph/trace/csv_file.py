"""Files of comma-separated values, read and written without guessing: every cell is text.

A cell of ours tells no text (an empty cell) from an empty one (`""` as JSON text); whatever begins
with a quotation mark is therefore written as JSON text too.
"""

import csv
import json
import sys
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from odograph.errors import InputError
from odograph.trace.jsonl import open_text, replacing

__all__ = ("cell_of_text", "read_csv", "text_of_cell", "write_csv")

_limit = threading.Lock()


def cell_of_text(text: str | None) -> str:
    """Write a text, or None, as a cell that `text_of_cell` reads back."""
    if text is None:
        return ""
    if not text or text.startswith('"') or not _is_utf8(text):
        return json.dumps(text)
    return text


def text_of_cell(cell: str) -> str | None:
    """Read what `cell_of_text` wrote.

    Raises:
        InputError: a cell that begins with a quotation mark and is no JSON text.
    """
    if not cell:
        return None
    if not cell.startswith('"'):
        return cell
    try:
        text = json.loads(cell)
    except ValueError:
        raise InputError.of("must be a text as JSON", cell) from None
    return str(text)


def read_csv(path: str | PathLike[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield `(place, cells by column)` for each row of a file, whose first row names the columns.

    Raises:
        InputError: the file cannot be read, names a column twice, or a row has more cells than
            there are columns; the place is `file:line`.
    """
    file = Path(path)
    try:
        with _any_length(), open_text(file, newline="") as stream:
            reader = csv.reader(stream, strict=True)
            columns: list[str] = next(reader, list[str]())
            rows = [(reader.line_num, cells) for cells in reader]
    except UnicodeDecodeError as error:
        raise InputError(f"must be UTF-8 text ({error.reason})", place=str(file)) from None
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {reason}", place=str(file)) from None
    except csv.Error as error:
        raise InputError(f"is no CSV: {error}", place=str(file)) from None
    twice = next((name for i, name in enumerate(columns) if name in columns[:i]), None)
    if twice is not None:
        raise InputError.of("columns must have different names", twice, place=f"{file}:1")
    for line, cells in rows:
        if not cells and len(columns) != 1:
            continue  # a blank line
        if len(cells) > len(columns):
            rule = f"a row must have at most {len(columns)} cells"
            raise InputError.of(rule, len(cells), place=f"{file}:{line}")
        padded = [*cells, *([""] * (len(columns) - len(cells)))]
        yield f"{file}:{line}", dict(zip(columns, padded, strict=True))


def write_csv(
    path: str | PathLike[str], columns: Sequence[str], rows: Iterable[Mapping[str, str]]
) -> int:
    """Write rows of cells and return their number; the file appears whole or not at all."""
    count = 0
    with replacing(Path(path)) as stream:
        writer = csv.writer(stream)  # its line end is CRLF, so that a lone CR or LF is quoted
        writer.writerow(columns)
        for row in rows:
            writer.writerow([row.get(name, "") for name in columns])
            count += 1
    return count


@contextmanager
def _any_length() -> Generator[None]:
    """Let cells be longer than 128 KiB; the limit is one for the process, and is put back."""
    with _limit:
        before = csv.field_size_limit(sys.maxsize)
        try:
            yield
        finally:
            csv.field_size_limit(before)


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
