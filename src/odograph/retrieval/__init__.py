"""How good a ranked list of documents is."""

from odograph.retrieval.ids import DocumentId, canonical_id
from odograph.retrieval.ranking import (
    Relevant,
    hit_rate_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)

__all__ = (
    "DocumentId",
    "Relevant",
    "canonical_id",
    "hit_rate_at_k",
    "ndcg_at_k",
    "precision_at_k",
    "recall_at_k",
    "reciprocal_rank",
)
