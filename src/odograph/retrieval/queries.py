"""Measures over many queries: the mean, every query's value, and what the mean leaves out."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from odograph.errors import InputError
from odograph.retrieval.ids import are_texts, canonical_id
from odograph.retrieval.judged import JudgedRanking, Ranked, Relevant, Ties, check_ties
from odograph.retrieval.measures import Measure
from odograph.stats import Interval, rate_interval
from odograph.trace.values import is_mapping

__all__ = ("QueryScores", "Rankings", "RelevantByQuery", "evaluate_rankings", "measure")

Rankings = Mapping[Any, Ranked]
"""By query: ids, best first, or a score for each id."""

RelevantByQuery = Mapping[Any, Relevant]
"""By query: ids of the relevant documents, or a grade for each id."""

_Value = TypeVar("_Value")


@dataclass(frozen=True)
class QueryScores:
    """One measure over many queries.

    Attributes:
        per_query: the value of every judged query, in the order of the judgements; None where it
            has no relevant document, which leaves it out of the mean.
        missing: the judged queries that were not run; each counts as if nothing were retrieved.
        unjudged: the queries that were run and not judged; they count for nothing.
    """

    per_query: Mapping[str, float | None]
    missing: Sequence[str] = ()
    unjudged: Sequence[str] = ()

    @property
    def scored(self) -> int:
        """How many queries the mean covers."""
        return sum(value is not None for value in self.per_query.values())

    @property
    def undefined(self) -> int:
        """How many judged queries have no relevant document."""
        return len(self.per_query) - self.scored

    @property
    def mean(self) -> float | None:
        """Mean over the queries that have a value; None where none has."""
        values = [value for value in self.per_query.values() if value is not None]
        return math.fsum(values) / len(values) if values else None

    def interval(self, level: float = 0.95) -> Interval | None:
        """How sure the mean is, the queries taken as drawn from all there are.

        See `odograph.stats.rate_interval`.

        Raises:
            InputError: a level outside the open interval (0, 1).
        """
        return rate_interval(self.per_query.values(), level=level).interval


def evaluate_rankings(
    retrieved: Rankings,
    relevant: RelevantByQuery,
    measures: Sequence[Measure],
    *,
    ties: Ties = "given",
) -> dict[Measure, QueryScores]:
    """Measure many queries by several measures, looking up each document once.

        found = evaluate_rankings(run, judgements, [NDCG(10), Recall(100)])
        found[NDCG(10)].mean

    Args:
        retrieved: by query, ids, best first, or a score for each id.
        relevant: by query, ids of the relevant documents, or a grade for each id.
        measures: at least one.
        ties: how equal scores are ranked.

    Raises:
        InputError: naming the query and place of what is no id, score or grade.
    """
    check_ties(ties)
    if not measures:
        raise InputError("give at least one measure")
    run, judged = _by_query(retrieved, "retrieved"), _by_query(relevant, "relevant")
    tables: list[dict[str, float | None]] = [{} for _ in measures]
    formulas = [(table, one.of) for table, one in zip(tables, measures, strict=True)]
    missing: list[str] = []
    for query, wanted in judged.items():
        documents = run.get(query)
        if documents is None:
            missing.append(query)
            documents = ()
        ranking = JudgedRanking.of(documents, wanted, ties=ties, place=query)
        if ranking.ideal:
            for table, formula in formulas:
                table[query] = formula(ranking)
        else:
            for table in tables:
                table[query] = None
    unjudged = tuple(query for query in run if query not in judged)
    return {
        one: QueryScores(table, tuple(missing), unjudged)
        for one, table in zip(measures, tables, strict=True)
    }


def measure(retrieved: Any, relevant: Any, by: Measure, ties: Ties) -> float | QueryScores | None:
    """Measure one query, or many where both are mappings from queries."""
    if _are_many(retrieved, relevant):
        return evaluate_rankings(retrieved, relevant, [by], ties=ties)[by]
    check_ties(ties)
    ranking = JudgedRanking.of(retrieved, relevant, ties=ties)
    return by.of(ranking) if ranking.ideal else None


def _are_many(retrieved: Any, relevant: Any) -> bool:
    """Whether these are queries: an empty mapping is told by the other one."""
    for given in (retrieved, relevant):
        if not is_mapping(given):
            return False
        for value in given.values():
            return hasattr(value, "__len__") and not isinstance(value, str)
    return False


def _by_query(given: Mapping[Any, _Value], name: str) -> Mapping[str, _Value]:
    if not is_mapping(given):
        raise InputError.of(f"{name} must be a mapping from queries", given)
    if are_texts(given):
        return given
    read = {canonical_id(query, place=name): value for query, value in given.items()}
    if len(read) < len(given):
        raise InputError.of("a query stands once", sorted(map(repr, given)), place=name)
    return read
