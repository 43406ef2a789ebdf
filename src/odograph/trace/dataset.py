"""A dataset: samples in their order, with files in and out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Self, overload

from odograph.errors import InputError
from odograph.trace import frames
from odograph.trace.codec import sample_to_dict
from odograph.trace.csv_file import read_csv, write_csv
from odograph.trace.foreign import samples_of_objects, samples_of_rows
from odograph.trace.jsonl import replacing, write_records
from odograph.trace.records import read_samples
from odograph.trace.samples import MultiTurnSample, Sample, SingleTurnSample
from odograph.trace.tables import cells_of, row_of, used_columns
from odograph.trace.values import dump_line

if TYPE_CHECKING:
    import pandas as pd

__all__ = ("EvaluationDataset",)

Path = str | PathLike[str]


@dataclass(frozen=True)
class EvaluationDataset(Sequence[Sample]):
    """Samples in order; empty is allowed.

    Raises:
        InputError: an element is no sample; names its index.
    """

    samples: Sequence[Sample] = ()
    name: str | None = None

    def __post_init__(self) -> None:
        for index, sample in enumerate(self.samples):
            if not isinstance(sample, SingleTurnSample | MultiTurnSample):
                raise InputError.of("must be a sample", sample, place=f"samples[{index}]")
        object.__setattr__(self, "samples", tuple(self.samples))

    @overload
    def __getitem__(self, index: int) -> Sample: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> Sample | Self:
        if isinstance(index, slice):
            return type(self)(self.samples[index], self.name)
        return self.samples[index]

    def __len__(self) -> int:
        return len(self.samples)

    def __iter__(self) -> Iterator[Sample]:
        return iter(self.samples)

    @classmethod
    def from_list(cls, rows: Iterable[Mapping[str, Any]], name: str | None = None) -> Self:
        """Read samples from objects, as `to_list` writes them.

        Contexts may be documents (see `contexts.documents_of`); older names of ragas are read with
        a notice.

        Raises:
            InputError: naming the row and field.
        """
        return cls(samples_of_objects(rows), name)

    def to_list(self) -> list[dict[str, Any]]:
        """Write the samples as JSON objects."""
        return [sample_to_dict(sample) for sample in self.samples]

    @classmethod
    def from_jsonl(cls, path: Path, name: str | None = None) -> Self:
        """Read a file of samples, or of records in OpenAI's format (see `read_samples`).

        Raises:
            InputError: naming the file, line and field.
        """
        return cls(tuple(read_samples(path)), name)

    def to_jsonl(self, path: Path) -> int:
        """Write one sample a line and return their number; the file appears whole or not at all."""
        return write_records(path, self.to_list())

    @classmethod
    def from_json(cls, path: Path, name: str | None = None) -> Self:
        """Read one JSON array of samples, or of records, as `from_jsonl` reads lines.

        Raises:
            InputError: naming the file, element and field.
        """
        return cls.from_jsonl(path, name)

    def to_json(self, path: Path) -> None:
        """Write one JSON array; the file appears whole or not at all."""
        with replacing(FilePath(path)) as stream:
            lines = ",\n".join(dump_line(one) for one in self.to_list())
            stream.write(f"[{lines}]\n")

    @classmethod
    def from_csv(cls, path: Path, name: str | None = None) -> Self:
        """Read a table with a head line: what `to_csv` wrote, or others' (see `from_pandas`).

        No cell is guessed at: a date stays text, `007` stays `007`, an empty cell is missing.

        Raises:
            InputError: naming the file, line and column.
        """
        rows = ((place, _given(cells)) for place, cells in read_csv(path))
        return cls(samples_of_rows(rows), name)

    def to_csv(self, path: Path) -> int:
        """Write a table, nested values as JSON text, and return the number of its rows."""
        rows = (cells_of(row_of(sample)) for sample in self.samples)
        return write_csv(path, used_columns(self.samples), rows)

    @classmethod
    def from_pandas(cls, frame: "pd.DataFrame", name: str | None = None) -> Self:
        """Read a table: what `to_pandas` made, or any with columns named as fields.

        What is missing (None, NaN, `pd.NA`) is missing. Lists may be lists, arrays or JSON text; a
        text that is no list is a list of one. Columns that are no field go to `metadata`; older
        names of ragas are read with a notice.

        Raises:
            InputError: naming the row and column.
        """
        return cls(frames.from_pandas(frame), name)

    def to_pandas(self) -> "pd.DataFrame":
        """Make a table of objects: texts, lists of texts, and JSON text for what is nested.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        return frames.to_pandas(self.samples)

    @classmethod
    def from_hf_dataset(cls, dataset: Any, name: str | None = None) -> Self:
        """Read a Hugging Face dataset, as `from_pandas` reads a table.

        Raises:
            InputError: naming the row and column; also for tool arguments in a column of structs
                with a null among them, which the library may have filled in.
        """
        return cls(frames.from_hf_dataset(dataset), name)

    def to_hf_dataset(self) -> Any:
        """Make a Hugging Face dataset: texts, lists of texts, and JSON text for what is nested.

        Raises:
            MissingExtraError: datasets is not installed.
            InputError: a text that is not UTF-8, which such a dataset cannot hold.
        """
        return frames.to_hf_dataset(self.samples)


def _given(cells: Mapping[str, str]) -> dict[str, str]:
    """The cells that hold something; an empty text of ours is written out."""
    return {name: cell for name, cell in cells.items() if cell}
