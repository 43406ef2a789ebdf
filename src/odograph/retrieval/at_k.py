"""Measures of the first k documents as a set, for one query or many."""

from typing import overload

from odograph.retrieval.judged import Ranked, Relevant, Ties
from odograph.retrieval.measures import HitRate, Precision, Recall
from odograph.retrieval.queries import QueryScores, Rankings, RelevantByQuery, measure

__all__ = ("hit_rate_at_k", "precision_at_k", "recall_at_k")


@overload
def precision_at_k(
    retrieved: Ranked, relevant: Relevant, k: int, *, ties: Ties = ...
) -> float | None: ...
@overload
def precision_at_k(
    retrieved: Rankings, relevant: RelevantByQuery, k: int, *, ties: Ties = ...
) -> QueryScores: ...
def precision_at_k(
    retrieved: Ranked | Rankings,
    relevant: Relevant | RelevantByQuery,
    k: int,
    *,
    ties: Ties = "given",
) -> float | QueryScores | None:
    """Relevant documents among the first k, divided by k, however many there are. 0 to 1.

    Args:
        retrieved: ids, best first, or a score for each id; or by query.
        relevant: ids of the relevant documents, or a grade for each id; or by query.
        k: the cut.
        ties: how equal scores are ranked: in the order given, or by id, the last first.

    Returns:
        None for a query without a relevant document; `QueryScores` for many queries.

    Raises:
        InputError: k is no positive whole number, or something is no id, score or grade.
    """
    return measure(retrieved, relevant, Precision(k), ties)


@overload
def recall_at_k(
    retrieved: Ranked, relevant: Relevant, k: int, *, ties: Ties = ...
) -> float | None: ...
@overload
def recall_at_k(
    retrieved: Rankings, relevant: RelevantByQuery, k: int, *, ties: Ties = ...
) -> QueryScores: ...
def recall_at_k(
    retrieved: Ranked | Rankings,
    relevant: Relevant | RelevantByQuery,
    k: int,
    *,
    ties: Ties = "given",
) -> float | QueryScores | None:
    """Relevant documents among the first k, divided by all relevant documents. 0 to 1.

    Arguments, result and errors are those of `precision_at_k`.
    """
    return measure(retrieved, relevant, Recall(k), ties)


@overload
def hit_rate_at_k(
    retrieved: Ranked, relevant: Relevant, k: int, *, ties: Ties = ...
) -> float | None: ...
@overload
def hit_rate_at_k(
    retrieved: Rankings, relevant: RelevantByQuery, k: int, *, ties: Ties = ...
) -> QueryScores: ...
def hit_rate_at_k(
    retrieved: Ranked | Rankings,
    relevant: Relevant | RelevantByQuery,
    k: int,
    *,
    ties: Ties = "given",
) -> float | QueryScores | None:
    """1.0 if a relevant document is among the first k, else 0.0.

    Arguments, result and errors are those of `precision_at_k`.
    """
    return measure(retrieved, relevant, HitRate(k), ties)
