"""Samples as rows of a table: one cell for each field, and no value changed by the way.

Texts, whole numbers and lists of texts are cells of their own kind; everything else (messages,
calls, paths, metadata) is one cell of JSON text, because a column of nested values has one schema
and a table library fills every call's arguments with the names of all the others. The columns
`schema` and `kind` say that a row is ours.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from odograph.errors import InputError
from odograph.trace.codec import SCHEMA, sample_from_dict, sample_to_dict
from odograph.trace.csv_file import cell_of_text, text_of_cell
from odograph.trace.samples import MultiTurnSample, Sample, SingleTurnSample
from odograph.trace.values import dump_line, is_sequence, load_line

__all__ = (
    "COLUMNS",
    "LISTS",
    "TEXTS",
    "as_plain",
    "cells_of",
    "is_ours",
    "load_json",
    "row_of",
    "sample_of_row",
    "used_columns",
)

TEXTS = frozenset(
    {
        "schema",
        "kind",
        "reference",
        "case_id",
        "run_id",
        "thread_id",
        "status",
        "error",
        "response",
        "persona_name",
        "query_style",
        "query_length",
    }
)
LISTS = frozenset(
    {"retrieved_contexts", "reference_contexts", "multi_responses", "reference_topics", "gaps"}
)
COLUMNS = (
    "schema",
    "kind",
    *dict.fromkeys([*SingleTurnSample.__dataclass_fields__, *MultiTurnSample.__dataclass_fields__]),
)

Row = Mapping[str, Any]

_CSV_SCHEMA = f"{SCHEMA} csv"
"""Says that texts are escaped as `cell_of_text` does it, whoever reads the file."""


def used_columns(samples: Sequence[Sample]) -> list[str]:
    """The columns that some sample has a value for, in the order of the fields."""
    used = {"schema", "kind"}.union(*(sample_to_dict(sample) for sample in samples))
    return [name for name in COLUMNS if name in used]


def row_of(sample: Sample) -> dict[str, Any]:
    """Write a sample as a row; a field that holds its default is left out."""
    return {
        name: value if _is_plain(name, value) else dump_line(value)
        for name, value in sample_to_dict(sample).items()
    }


def _is_plain(name: str, value: Any) -> bool:
    if name == "user_input":
        return isinstance(value, str)
    return name in TEXTS or name in LISTS or name == "attempt"


def sample_of_row(row: Row) -> Sample:
    """Read a row that `row_of` wrote, whatever the table made of missing cells.

    Raises:
        InputError: a cell that is not of its column's kind; the place is the column.
    """
    plain = {name: as_plain(cell) for name, cell in row.items()}
    if plain.get("schema") == _CSV_SCHEMA:
        plain = _unescaped(plain)
    single = plain.get("kind") == "single_turn"
    return sample_from_dict(
        {name: _value(name, cell, single) for name, cell in plain.items() if cell is not None}
    )


def _value(name: str, cell: Any, single: bool) -> Any:
    if name == "attempt" and isinstance(cell, float) and cell.is_integer():
        return int(cell)  # a column with gaps holds floats
    if not isinstance(cell, str) or name in TEXTS or (name == "user_input" and single):
        return cell
    return load_json(cell, name)


def is_ours(row: Row) -> bool:
    """Whether a row says that it holds a sample of ours."""
    schema = row.get("schema")
    return isinstance(schema, str) and schema.startswith(SCHEMA.split("/", maxsplit=1)[0] + "/")


def cells_of(row: Row) -> dict[str, str]:
    """Write a row as text cells, for a file that has no other kind."""
    cells = {
        name: cell_of_text(value) if isinstance(value, str) else dump_line(value)
        for name, value in row.items()
    }
    return {**cells, "schema": _CSV_SCHEMA}


def _unescaped(cells: Row) -> dict[str, Any]:
    """Undo `cells_of`."""
    row: dict[str, Any] = {"schema": SCHEMA}
    for name, cell in cells.items():
        if name == "schema":
            continue
        if not isinstance(cell, str):
            row[name] = cell
        elif cell and (name in LISTS or name == "attempt"):
            row[name] = load_json(cell, name)
        else:
            try:
                row[name] = text_of_cell(cell)
            except InputError as error:
                raise error.at(name) from None
    return row


def load_json(text: str, place: str) -> Any:
    """Read a cell of JSON text.

    Raises:
        InputError: it is not JSON.
    """
    try:
        return load_line(text)
    except (ValueError, RecursionError):
        raise InputError.of("must be JSON text", text, place=place) from None


def as_plain(cell: Any) -> Any:
    """Turn a cell as table libraries hold it into plain Python: what is missing is None.

    Arrays become lists and numpy's numbers numbers; a whole number that a column with gaps made a
    float is one again only where the field asks for one.
    """
    nothing = type(cell).__name__ in ("NoneType", "NAType", "NaTType")
    if nothing or (isinstance(cell, float) and math.isnan(cell)):
        return None
    to_list = getattr(cell, "tolist", None)
    plain = to_list() if callable(to_list) else cell
    return list(plain) if is_sequence(plain) and not isinstance(plain, list) else plain
