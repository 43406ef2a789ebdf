"""How good a ranked list of documents is."""

from odograph.retrieval.at_k import hit_rate_at_k, precision_at_k, recall_at_k
from odograph.retrieval.contexts import context_precision, context_recall, context_relevance
from odograph.retrieval.ids import DocumentId, canonical_id
from odograph.retrieval.judged import JudgedRanking, Ranked, Relevant, Ties
from odograph.retrieval.measures import (
    MAP,
    MRR,
    NDCG,
    BPref,
    Gains,
    HitRate,
    Measure,
    Precision,
    Recall,
    RPrecision,
)
from odograph.retrieval.queries import QueryScores, Rankings, RelevantByQuery, evaluate_rankings
from odograph.retrieval.ranks import (
    bpref,
    mean_average_precision_at_k,
    mrr,
    ndcg_at_k,
    r_precision,
)
from odograph.retrieval.trec import read_qrels, read_run

__all__ = (
    "MAP",
    "MRR",
    "NDCG",
    "BPref",
    "DocumentId",
    "Gains",
    "HitRate",
    "JudgedRanking",
    "Measure",
    "Precision",
    "QueryScores",
    "RPrecision",
    "Ranked",
    "Rankings",
    "Recall",
    "Relevant",
    "RelevantByQuery",
    "Ties",
    "bpref",
    "canonical_id",
    "context_precision",
    "context_recall",
    "context_relevance",
    "evaluate_rankings",
    "hit_rate_at_k",
    "mean_average_precision_at_k",
    "mrr",
    "ndcg_at_k",
    "precision_at_k",
    "r_precision",
    "read_qrels",
    "read_run",
    "recall_at_k",
)
