"""Measures of the ranks of the relevant documents, for one query or many."""

from typing import overload

from odograph.retrieval.judged import Ranked, Relevant, Ties
from odograph.retrieval.measures import MAP, MRR, NDCG, BPref, Gains, RPrecision
from odograph.retrieval.queries import QueryScores, Rankings, RelevantByQuery, measure

__all__ = ("bpref", "mean_average_precision_at_k", "mrr", "ndcg_at_k", "r_precision")


@overload
def mrr(
    retrieved: Ranked, relevant: Relevant, k: int | None = ..., *, ties: Ties = ...
) -> float | None: ...
@overload
def mrr(
    retrieved: Rankings, relevant: RelevantByQuery, k: int | None = ..., *, ties: Ties = ...
) -> QueryScores: ...
def mrr(
    retrieved: Ranked | Rankings,
    relevant: Relevant | RelevantByQuery,
    k: int | None = None,
    *,
    ties: Ties = "given",
) -> float | QueryScores | None:
    """Mean reciprocal rank: 1 / rank of the first relevant document (among the first k), else 0.0.

    Arguments, result and errors are those of `precision_at_k`.
    """
    return measure(retrieved, relevant, MRR(k), ties)


@overload
def mean_average_precision_at_k(
    retrieved: Ranked, relevant: Relevant, k: int | None = ..., *, ties: Ties = ...
) -> float | None: ...
@overload
def mean_average_precision_at_k(
    retrieved: Rankings, relevant: RelevantByQuery, k: int | None = ..., *, ties: Ties = ...
) -> QueryScores: ...
def mean_average_precision_at_k(
    retrieved: Ranked | Rankings,
    relevant: Relevant | RelevantByQuery,
    k: int | None = None,
    *,
    ties: Ties = "given",
) -> float | QueryScores | None:
    """Precision at the rank of each relevant document (among the first k), by all of them. 0 to 1.

    Divided by all relevant documents, also where they are more than k.

    Arguments, result and errors are those of `precision_at_k`.
    """
    return measure(retrieved, relevant, MAP(k), ties)


@overload
def ndcg_at_k(
    retrieved: Ranked,
    relevant: Relevant,
    k: int | None = ...,
    *,
    gains: Gains = ...,
    ties: Ties = ...,
) -> float | None: ...
@overload
def ndcg_at_k(
    retrieved: Rankings,
    relevant: RelevantByQuery,
    k: int | None = ...,
    *,
    gains: Gains = ...,
    ties: Ties = ...,
) -> QueryScores: ...
def ndcg_at_k(
    retrieved: Ranked | Rankings,
    relevant: Relevant | RelevantByQuery,
    k: int | None = None,
    *,
    gains: Gains = "linear",
    ties: Ties = "given",
) -> float | QueryScores | None:
    """Discounted gain of the first k, divided by that of the best list of k. 0 to 1.

    The best list is made of all relevant documents, cut at k. A document of grade g gains g, or
    2**g - 1 where gains are exponential; without grades, 1.

    Arguments, result and errors are those of `precision_at_k`, and other gains are refused.
    """
    return measure(retrieved, relevant, NDCG(k, gains), ties)


@overload
def r_precision(retrieved: Ranked, relevant: Relevant, *, ties: Ties = ...) -> float | None: ...
@overload
def r_precision(
    retrieved: Rankings, relevant: RelevantByQuery, *, ties: Ties = ...
) -> QueryScores: ...
def r_precision(
    retrieved: Ranked | Rankings, relevant: Relevant | RelevantByQuery, *, ties: Ties = "given"
) -> float | QueryScores | None:
    """Precision among the first R, where R is the number of relevant documents. 0 to 1.

    Arguments, result and errors are those of `precision_at_k`.
    """
    return measure(retrieved, relevant, RPrecision(), ties)


@overload
def bpref(retrieved: Ranked, relevant: Relevant, *, ties: Ties = ...) -> float | None: ...
@overload
def bpref(retrieved: Rankings, relevant: RelevantByQuery, *, ties: Ties = ...) -> QueryScores: ...
def bpref(
    retrieved: Ranked | Rankings, relevant: Relevant | RelevantByQuery, *, ties: Ties = "given"
) -> float | QueryScores | None:
    """How seldom a document judged not relevant stands before a relevant one. 0 to 1.

    Only judged documents count: a grade of 0 is a judgement, a negative grade none.

    Arguments, result and errors are those of `precision_at_k`.
    """
    return measure(retrieved, relevant, BPref(), ties)
