"""Measures of a ranked list, as small values: `NDCG(k=10)`.

Each is a formula over a `JudgedRanking` with at least one relevant document; a query without one
can tell no ranking from another, so that every measure of it is undefined.

Definitions: C. Manning, P. Raghavan, H. Schütze, Introduction to Information Retrieval (2008),
chapter 8; nDCG: K. Järvelin, J. Kekäläinen, Cumulated gain-based evaluation of IR techniques
(2002), with the discount log2(rank + 1); bpref: C. Buckley, E. Voorhees, Retrieval evaluation
with incomplete information (2004).
"""

import math
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from odograph.errors import InputError
from odograph.retrieval.judged import JudgedRanking

__all__ = (
    "MAP",
    "MRR",
    "NDCG",
    "BPref",
    "Gains",
    "HitRate",
    "Measure",
    "Precision",
    "RPrecision",
    "Recall",
)

Gains = Literal["linear", "exponential"]


@dataclass(frozen=True)
class Measure(ABC):
    """Base of all measures."""

    @abstractmethod
    def of(self, ranking: JudgedRanking) -> float:
        """Measure a ranking of a query with a relevant document."""


@dataclass(frozen=True)
class _AtK(Measure):
    k: int

    def __post_init__(self) -> None:
        check_cut(self.k)

    def _hits(self, ranking: JudgedRanking) -> int:
        return sum(rank <= self.k for rank, _ in ranking.hits)


@dataclass(frozen=True)
class Precision(_AtK):
    """Relevant documents among the first k, divided by k, however many there are. 0 to 1."""

    def of(self, ranking: JudgedRanking) -> float:
        """Measure a ranking of a query with a relevant document."""
        return self._hits(ranking) / self.k


@dataclass(frozen=True)
class Recall(_AtK):
    """Relevant documents among the first k, divided by all relevant documents. 0 to 1."""

    def of(self, ranking: JudgedRanking) -> float:
        """Measure a ranking of a query with a relevant document."""
        return self._hits(ranking) / len(ranking.ideal)


@dataclass(frozen=True)
class HitRate(_AtK):
    """1.0 if a relevant document is among the first k, else 0.0."""

    def of(self, ranking: JudgedRanking) -> float:
        """Measure a ranking of a query with a relevant document."""
        return float(self._hits(ranking) > 0)


@dataclass(frozen=True)
class _MaybeAtK(Measure):
    k: int | None = None

    def __post_init__(self) -> None:
        if self.k is not None:
            check_cut(self.k)

    def _cut(self, ranking: JudgedRanking) -> list[tuple[int, float]]:
        """Rank and grade of the relevant documents among the first k."""
        if self.k is None:
            return ranking.hits
        return [one for one in ranking.hits if one[0] <= self.k]


@dataclass(frozen=True)
class MRR(_MaybeAtK):
    """1 / rank of the first relevant document, 0.0 where there is none (among the first k)."""

    def of(self, ranking: JudgedRanking) -> float:
        """Measure a ranking of a query with a relevant document."""
        first = ranking.hits[0][0] if ranking.hits else math.inf
        return 1 / first if self.k is None or first <= self.k else 0.0


@dataclass(frozen=True)
class MAP(_MaybeAtK):
    """Precision at the rank of each relevant document (among the first k), by all of them. 0 to 1.

    Divided by all relevant documents, also where they are more than k.
    """

    def of(self, ranking: JudgedRanking) -> float:
        """Measure a ranking of a query with a relevant document."""
        precisions = [n / rank for n, (rank, _) in enumerate(self._cut(ranking), 1)]
        return math.fsum(precisions) / len(ranking.ideal)


@dataclass(frozen=True)
class NDCG(_MaybeAtK):
    """Discounted gain of the list (of the first k), divided by that of the best list. 0 to 1.

    The best list is made of all relevant documents, cut at k. A document of grade g gains g, or
    2**g - 1 where gains are exponential; without grades, 1.
    """

    gains: Gains = "linear"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.gains not in get_args(Gains):
            raise InputError.of("gains must be 'linear' or 'exponential'", self.gains)

    def of(self, ranking: JudgedRanking) -> float:
        """Measure a ranking of a query with a relevant document."""
        found: Iterable[tuple[int, float]] = self._cut(ranking)
        best: Iterable[tuple[int, float]] = enumerate(ranking.ideal[: self.k], 1)
        if self.gains == "exponential":
            found = [(rank, _exponential(grade)) for rank, grade in found]
            best = [(rank, _exponential(grade)) for rank, grade in best]
        # the terms are rounded, so two lists of nearly equal grades may change places by one digit
        return min(_discounted(found) / _discounted(best), 1.0)


@dataclass(frozen=True)
class RPrecision(Measure):
    """Precision among the first R, where R is the number of relevant documents. 0 to 1."""

    def of(self, ranking: JudgedRanking) -> float:
        """Measure a ranking of a query with a relevant document."""
        r = len(ranking.ideal)
        return sum(rank <= r for rank, _ in ranking.hits) / r


@dataclass(frozen=True)
class BPref(Measure):
    """How seldom a document judged not relevant stands before a relevant one. 0 to 1.

    Only judged documents count: a grade of 0 is a judgement, a negative grade none, as in
    trec_eval. Without a document judged not relevant it is the share of the relevant documents
    that were retrieved.
    """

    def of(self, ranking: JudgedRanking) -> float:
        """Measure a ranking of a query with a relevant document."""
        bound = min(len(ranking.ideal), ranking.nonrelevant)
        shares: list[float] = []
        for rank, _ in ranking.hits:
            before = bisect_left(ranking.nonrelevant_ranks, rank)
            shares.append(1 - min(before, bound) / bound if before else 1.0)
        return math.fsum(shares) / len(ranking.ideal)


def check_cut(k: int) -> None:
    """Refuse what is no number of documents to look at."""
    if type(k) is not int or k < 1:
        raise InputError.of("k must be a positive whole number", k)


def _exponential(grade: float) -> float:
    try:
        return float(2.0**grade) - 1
    except OverflowError:
        rule = "a grade is too large for exponential gains"
        raise InputError.of(rule, grade) from None


def _discounted(gains: Iterable[tuple[int, float]]) -> float:
    return math.fsum([gain / _discount(rank) for rank, gain in gains])


@lru_cache(maxsize=4096)
def _discount(rank: int) -> float:
    return math.log2(rank + 1)
