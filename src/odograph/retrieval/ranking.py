"""Measures of one query's ranked list against its relevant documents.

The order of `retrieved` is the ranking. Ids are compared as canonical text (`canonical_id`). A
document that is listed twice keeps both ranks and earns nothing at the second. A query without a
relevant document can tell no ranking from another, so every measure of it is undefined: None.

Definitions: C. Manning, P. Raghavan, H. Schütze, Introduction to Information Retrieval (2008),
chapter 8; nDCG: K. Järvelin, J. Kekäläinen, Cumulated gain-based evaluation of IR techniques
(2002), with the discount log2(rank + 1).
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from odograph.errors import InputError
from odograph.retrieval.ids import DocumentId, canonical_id
from odograph.trace.values import is_mapping, is_sequence

__all__ = (
    "Relevant",
    "hit_rate_at_k",
    "ndcg_at_k",
    "precision_at_k",
    "recall_at_k",
    "reciprocal_rank",
)

Relevant = Collection[DocumentId] | Mapping[DocumentId, float]
"""Ids of the relevant documents, or a grade for each id; a grade of 0 or less is not relevant."""


def precision_at_k(retrieved: Sequence[DocumentId], relevant: Relevant, k: int) -> float | None:
    """Relevant documents among the first k, divided by k, however many there are. 0 to 1.

    Raises:
        InputError: k is no positive whole number, or an id or grade is none.
    """
    query = _Query.of(retrieved, relevant, k)
    return query.hits() / k if query.ideal else None


def recall_at_k(retrieved: Sequence[DocumentId], relevant: Relevant, k: int) -> float | None:
    """Relevant documents among the first k, divided by all relevant documents. 0 to 1.

    Raises:
        InputError: as `precision_at_k`.
    """
    query = _Query.of(retrieved, relevant, k)
    return query.hits() / len(query.ideal) if query.ideal else None


def hit_rate_at_k(retrieved: Sequence[DocumentId], relevant: Relevant, k: int) -> float | None:
    """1.0 if a relevant document is among the first k, else 0.0.

    Raises:
        InputError: as `precision_at_k`.
    """
    query = _Query.of(retrieved, relevant, k)
    return float(query.hits() > 0) if query.ideal else None


def reciprocal_rank(
    retrieved: Sequence[DocumentId], relevant: Relevant, k: int | None = None
) -> float | None:
    """1 / rank of the first relevant document, 0.0 where there is none (among the first k).

    Raises:
        InputError: as `precision_at_k`.
    """
    query = _Query.of(retrieved, relevant, k)
    if not query.ideal:
        return None
    return next((1 / rank for rank, gain in enumerate(query.gains, 1) if gain), 0.0)


def ndcg_at_k(
    retrieved: Sequence[DocumentId],
    relevant: Relevant,
    k: int,
    *,
    gains: Literal["linear", "exponential"] = "linear",
) -> float | None:
    """Discounted gain of the first k, divided by that of the best list of k. 0 to 1.

    The best list is made of all relevant documents, cut at k.

    Args:
        retrieved: ids, best first.
        relevant: ids (each of grade 1), or grades by id.
        k: the cut.
        gains: a document of grade g gains g, or 2**g - 1.

    Raises:
        InputError: as `precision_at_k`, or other gains.
    """
    if gains not in ("linear", "exponential"):
        raise InputError.of("gains must be 'linear' or 'exponential'", gains)
    query = _Query.of(retrieved, relevant, k)
    if not query.ideal:
        return None
    best, found = query.ideal[:k], query.gains
    if gains == "exponential":
        best, found = _exponential(best), _exponential(found)
    # the terms are rounded, so two lists of nearly equal grades may change places by one digit
    return min(_discounted(found) / _discounted(best), 1.0)


@dataclass(frozen=True, slots=True)
class _Query:
    """Gains at the ranks 1 to k, and the grades of all relevant documents, best first."""

    gains: list[float]
    ideal: list[float]

    @classmethod
    def of(cls, retrieved: Any, relevant: Relevant, k: int | None) -> "_Query":
        if k is not None and (type(k) is not int or k < 1):
            raise InputError.of("k must be a positive whole number", k)
        if not is_sequence(retrieved):
            raise InputError.of("retrieved must be a list of ids, best first", retrieved)
        grades = _grades(relevant)
        left = dict(grades)
        ids = (canonical_id(one, place=f"retrieved[{i}]") for i, one in enumerate(retrieved))
        gains = [left.pop(one, 0.0) for one in ids]
        return cls(gains[:k], sorted(grades.values(), reverse=True))

    def hits(self) -> int:
        return sum(gain > 0 for gain in self.gains)


def _grades(relevant: Relevant) -> dict[str, float]:
    """Read the grades above 0 by canonical id."""
    if isinstance(relevant, str) or not isinstance(relevant, Collection):
        raise InputError.of("relevant must be ids or grades by id", relevant)
    pairs: list[tuple[Any, Any]] = (
        list(relevant.items()) if is_mapping(relevant) else [(one, 1.0) for one in relevant]
    )
    grades: dict[str, float] = {}
    for one, grade in pairs:
        if not isinstance(grade, int | float) or not math.isfinite(grade):
            raise InputError.of(
                "a grade must be a finite number", grade, place=f"relevant[{one!r}]"
            )
        name = canonical_id(one, place="relevant")
        if grades.setdefault(name, float(grade)) != grade:
            raise InputError.of("a document has one grade", grade, place=f"relevant[{one!r}]")
    return {name: grade for name, grade in grades.items() if grade > 0}


def _exponential(grades: Sequence[float]) -> list[float]:
    try:
        return [2.0**grade - 1 for grade in grades]
    except OverflowError:
        raise InputError.of("a grade is too large for exponential gains", max(grades)) from None


def _discounted(gains: Sequence[float]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))
