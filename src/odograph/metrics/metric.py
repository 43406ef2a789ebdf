"""What every metric is: a frozen dataclass whose repr is its spelling."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import Field, fields, replace
from typing import Any, ClassVar, get_args

from odograph.errors import InputError
from odograph.metrics.score import Score
from odograph.trace import MultiTurnSample, Sample, SingleTurnSample

__all__ = ("Metric", "check_one_of", "sample_of")


class Metric(ABC):
    """Base of all metrics.

    A metric is a frozen dataclass; its repr leaves out fields at their defaults (and those that are
    no part of the measure, a judge say), is its name in reports, on the command line and in
    LangSmith, and parses back (`parse_metric`). It has a `score` for one sample and says in
    `needs` which fields of the sample it reads.

    A subclass for one measure gives `needs` and `_measure`.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    needs: ClassVar[Sequence[str]] = ()
    """Fields of the sample without which there is no score; `a | b` means one of them."""

    @abstractmethod
    def _measure(self, sample: Sample) -> Score:
        """Score a sample that has all that the metric needs."""

    def score(self, sample: Sample | None = None, /, **given: Any) -> Score:
        """Score a sample, or the fields given as keywords, or a sample with some fields replaced.

        Raises:
            InputError: an unknown field, or parameters that do not fit the sample (a path that no
                expected call has, say).
        """
        whole = self._prepared(sample, given)
        return whole if isinstance(whole, Score) else self._measure(whole)

    def _prepared(self, sample: Sample | None, given: dict[str, Any]) -> Sample | Score:
        """Put together the sample to score; the score, unscored, where it lacks a need."""
        whole = sample_of(sample, given)
        missing = self.missing(whole)
        if missing:
            return self._lacking(whole, missing)
        return whole

    def _lacking(self, sample: Sample, missing: str) -> Score:
        """Leave a sample unscored; what a crashed run never gave lacks by the agent's fault."""
        if sample.status == "error" and not missing.startswith(("reference", "rubrics")):
            told = f"and the run ended with an error: {sample.error}"
            return Score.unscored("agent", f"{self!r} needs {missing}, {told}")
        return Score.unscored("data", f"{self!r} needs {missing}, which the sample lacks")

    async def ascore(self, sample: Sample | None = None, /, **given: Any) -> Score:
        """Do what `score` does, awaiting what there is to await."""
        return self.score(sample, **given)

    def missing(self, sample: Sample) -> str:
        """Name the first need that the sample does not meet; empty if all are met."""
        for need in self.needs:
            if all(getattr(sample, name.strip(), None) is None for name in need.split("|")):
                return need.replace(" | ", " or ")
        return ""

    def __repr__(self) -> str:
        shown = (
            f"{field.name}={value!r}"
            for field in fields(self)
            if field.repr and (value := getattr(self, field.name)) != _default_of(field)
        )
        return f"{type(self).__name__}({', '.join(shown)})"


def check_one_of(literal: Any, value: Any, place: str) -> None:
    """Refuse a parameter that is none of a `Literal`'s values.

    Raises:
        InputError: naming the values there are.
    """
    allowed = get_args(literal)
    if value not in allowed:
        raise InputError.of(f"must be one of {', '.join(allowed)}", value, place=place)


def _default_of(field: Field[Any]) -> object:
    if callable(field.default_factory):
        return field.default_factory()
    return field.default


def sample_of(sample: Sample | None, given: dict[str, Any]) -> Sample:
    """Return the sample, with the fields given replaced; without a sample, one of the fields.

    Raises:
        InputError: an unknown field, or what is no sample.
    """
    if sample is not None and not isinstance(sample, MultiTurnSample | SingleTurnSample):
        raise InputError.of("must be a sample", sample, place="score()")
    if sample is not None and not given:
        return sample
    kind: type[Sample]
    if sample is not None:
        kind = type(sample)
    else:
        kind = SingleTurnSample if _is_single_turn(given) else MultiTurnSample
    unknown = sorted(given.keys() - kind.__dataclass_fields__.keys())
    if unknown:
        raise InputError.of(f"a {kind.__name__} has no such field", unknown[0], place="score()")
    if sample is not None:
        return replace(sample, **given)
    return kind(**given)


def _is_single_turn(given: dict[str, Any]) -> bool:
    single_only = SingleTurnSample.__dataclass_fields__.keys() - (
        MultiTurnSample.__dataclass_fields__.keys()
    )
    # without messages it cannot be known that none were exchanged
    said = given.get("user_input")
    return said is None or isinstance(said, str) or not single_only.isdisjoint(given)
