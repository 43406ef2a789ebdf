"""A dataset: samples in their order, with files in and out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Self, overload

from odograph.errors import InputError
from odograph.trace.codec import sample_from_dict, sample_to_dict
from odograph.trace.jsonl import write_records
from odograph.trace.records import read_samples
from odograph.trace.samples import MultiTurnSample, Sample, SingleTurnSample

__all__ = ("EvaluationDataset",)


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

        Raises:
            InputError: naming the row and field.
        """
        samples: list[Sample] = []
        for index, row in enumerate(rows):
            try:
                samples.append(sample_from_dict(row))
            except InputError as error:
                raise error.at(f"[{index}]") from None
        return cls(samples, name)

    def to_list(self) -> list[dict[str, Any]]:
        """Write the samples as JSON objects."""
        return [sample_to_dict(sample) for sample in self.samples]

    @classmethod
    def from_jsonl(cls, path: str | PathLike[str], name: str | None = None) -> Self:
        """Read a file of samples, or of records in OpenAI's format (see `read_samples`).

        Raises:
            InputError: naming the file, line and field.
        """
        return cls(tuple(read_samples(path)), name)

    def to_jsonl(self, path: str | PathLike[str]) -> int:
        """Write one sample a line and return their number; the file appears whole or not at all."""
        return write_records(path, (sample_to_dict(sample) for sample in self.samples))
