"""One query's ranked list beside its relevant documents: all that a measure looks at."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from odograph.errors import InputError
from odograph.retrieval.ids import DocumentId, are_texts, canonical_id
from odograph.trace.values import is_mapping, is_sequence

__all__ = ("JudgedRanking", "Ranked", "Relevant", "Ties", "check_ties")

Ranked = Sequence[DocumentId] | Mapping[Any, float]
"""Ids, best first, or a score for each id."""

Relevant = Collection[DocumentId] | Mapping[Any, float]
"""Ids of the relevant documents, or a grade for each id; a grade of 0 or less is not relevant."""

Ties = Literal["given", "trec"]
"""How equal scores are ranked: in the order given, or by id, the last in the alphabet first."""


@dataclass(slots=True)
class JudgedRanking:
    """The judged documents of a ranked list.

    Attributes:
        hits: rank (from 1) and grade of each relevant document that was retrieved, best rank
            first; a document that is listed twice has its first rank.
        ideal: the grades of all relevant documents, best first; without any, nothing is defined.
        nonrelevant: how many documents were judged and found not relevant (a grade of 0).
        nonrelevant_ranks: the ranks of those of them that were retrieved.
    """

    hits: list[tuple[int, float]]
    ideal: list[float]
    nonrelevant: int = 0
    nonrelevant_ranks: Sequence[int] = ()

    @classmethod
    def of(
        cls, retrieved: Ranked, relevant: Relevant, *, ties: Ties = "given", place: str = ""
    ) -> "JudgedRanking":
        """Look up each retrieved document among the judged ones.

        Raises:
            InputError: the list or the relevant documents are no such thing, or hold an id, score
                or grade that is none.
        """
        grades = _grades(relevant, place)
        ids = _ranking(retrieved, ties, place)
        found = [(rank, one) for rank, one in enumerate(ids, 1) if one in grades]
        if len({one for _, one in found}) < len(found):
            first = {one: rank for rank, one in reversed(found)}
            found = [(rank, one) for rank, one in found if first[one] == rank]
        graded = [(rank, grades[one]) for rank, one in found]
        hits = [one for one in graded if one[1] > 0]
        ideal = [grade for grade in grades.values() if grade > 0]
        ideal.sort(reverse=True)
        if len(ideal) == len(grades):
            return cls(hits, ideal)
        nonrelevant = sum(grade == 0 for grade in grades.values())
        return cls(hits, ideal, nonrelevant, [rank for rank, grade in graded if grade == 0])


def check_ties(ties: str) -> None:
    """Refuse what is no rule for ties."""
    if ties not in get_args(Ties):
        raise InputError.of(f"ties must be one of {', '.join(get_args(Ties))}", ties)


def _ranking(retrieved: Any, ties: Ties, place: str) -> Sequence[str]:
    """Read the ids, best first."""
    if is_mapping(retrieved):
        scores = _numbers(retrieved, "retrieved", "a score", place)
        if ties == "trec":
            return sorted(scores, key=lambda one: (scores[one], one), reverse=True)
        return sorted(scores, key=scores.__getitem__, reverse=True)
    if not is_sequence(retrieved):
        rule = "retrieved must be a list of ids, best first, or scores by id"
        raise InputError.of(rule, retrieved, place=place)
    if are_texts(retrieved):
        return retrieved
    where = _inside(place, "retrieved")
    return [canonical_id(one, place=f"{where}[{i}]") for i, one in enumerate(retrieved)]


def _grades(relevant: Any, place: str) -> Mapping[str, float]:
    """Read the grades by canonical id."""
    if is_mapping(relevant):
        return _numbers(relevant, "relevant", "a grade", place)
    if isinstance(relevant, str) or not hasattr(relevant, "__len__"):
        raise InputError.of("relevant must be ids or grades by id", relevant, place=place)
    ids: Collection[Any] = relevant
    if not are_texts(ids):
        where = _inside(place, "relevant")
        ids = [canonical_id(one, place=where) for one in ids]
    return dict.fromkeys(ids, 1.0)


def _numbers(given: Mapping[Any, Any], name: str, noun: str, place: str) -> Mapping[str, float]:
    """Read finite numbers by canonical id."""
    if are_texts(given) and _are_finite(given.values()):
        return given
    where = _inside(place, name)
    read: dict[str, float] = {}
    for one, number in given.items():
        try:
            value = float(number)
        except (TypeError, ValueError, OverflowError):
            value = math.nan
        if isinstance(number, str) or not math.isfinite(value):
            rule = f"{noun} must be a finite number"
            raise InputError.of(rule, number, place=f"{where}[{one!r}]")
        if read.setdefault(canonical_id(one, place=where), value) != value:
            raise InputError.of(f"a document has one {noun[2:]}", number, place=f"{where}[{one!r}]")
    return read


def _are_finite(values: Iterable[Any]) -> bool:
    """Whether these are finite numbers of Python's own; one that is none spoils the sum."""
    try:
        total = sum(values)
    except (TypeError, OverflowError):
        return False
    return type(total) in {int, float} and math.isfinite(total)


def _inside(place: str, name: str) -> str:
    return f"{place}, {name}" if place else name
