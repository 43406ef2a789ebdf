"""Datasets as pandas tables and Hugging Face datasets, both imported late."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from odograph._extras import require
from odograph.errors import InputError
from odograph.trace.foreign import samples_of_rows
from odograph.trace.samples import Sample
from odograph.trace.tables import LISTS, is_ours, row_of, used_columns
from odograph.trace.values import is_mapping, is_sequence

if TYPE_CHECKING:
    import pandas as pd

__all__ = ("from_hf_dataset", "from_pandas", "to_hf_dataset", "to_pandas")


def to_pandas(samples: Sequence[Sample]) -> "pd.DataFrame":
    """Make a table of objects, which keeps whole numbers whole and missing cells None."""
    pandas: Any = require("pandas", extra="pandas")
    columns = used_columns(samples)
    cells = [[row.get(name) for name in columns] for row in map(row_of, samples)]
    frame: pd.DataFrame = pandas.DataFrame(cells, columns=columns, dtype=object)
    return frame


def from_pandas(frame: "pd.DataFrame") -> list[Sample]:
    """Read a table.

    Raises:
        InputError: two columns of one name, or a cell at fault; names the row and column.
    """
    table: Any = frame
    names = [str(name) for name in table.columns]
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if twice is not None:
        raise InputError.of("columns must have different names", twice, place="table")
    rows: list[Mapping[str, Any]] = table.to_dict("records")
    return samples_of_rows((f"row {index}", row) for index, row in enumerate(rows))


def to_hf_dataset(samples: Sequence[Sample]) -> Any:
    """Make a Hugging Face dataset; every column has its type, and none is guessed."""
    library: Any = require("datasets", extra="datasets")
    text, whole = library.Value("string"), library.Value("int64")
    columns = used_columns(samples)
    kinds = {
        name: library.Sequence(text) if name in LISTS else whole if name == "attempt" else text
        for name in columns
    }
    rows = [row_of(sample) for sample in samples]
    cells = {name: [row.get(name) for row in rows] for name in columns}
    try:
        return library.Dataset.from_dict(cells, features=library.Features(kinds))
    except UnicodeEncodeError as error:
        rule = "a text must be UTF-8 to stand in such a dataset"
        raise InputError.of(rule, error.object) from None


def from_hf_dataset(dataset: Any) -> list[Sample]:
    """Read a Hugging Face dataset.

    Raises:
        InputError: a cell at fault, or arguments that the library may have filled with null.
    """
    return samples_of_rows(_checked(dataset))


def _checked(dataset: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for index, row in enumerate(dataset):
        place = f"row {index}"
        if not is_mapping(row):
            rule = "give one split of the dataset: dataset['train']"
            raise InputError.of(rule, row, place=place)
        if not is_ours(row):
            for name, cell in row.items():
                _refuse_filled(cell, f"{place}, {name}")
        yield place, row


def _refuse_filled(cell: Any, place: str) -> None:
    """Refuse a null among arguments: nobody can tell whether a call said it.

    A column of structs has one schema, and every call gets the argument names of all others.
    """
    if is_sequence(cell):
        for one in cell:
            _refuse_filled(one, place)
    elif is_mapping(cell):
        for name, value in cell.items():
            if name in ("args", "arguments", "kwargs") and is_mapping(value):
                empty = [key for key, item in value.items() if item is None]
                if empty:
                    rule = "arguments in a column of structs must hold no null: store JSON text"
                    raise InputError.of(rule, empty[0], place=place)
            _refuse_filled(value, place)
