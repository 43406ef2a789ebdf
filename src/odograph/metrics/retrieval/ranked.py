"""Measures of the ranking of documents that a run retrieved."""

from abc import abstractmethod
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from odograph.metrics.metric import Metric, check_one_of
from odograph.metrics.retrieval.documents import WhichRetrieval, reference_ids, retrieved_ids
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.retrieval import (
    MAP,
    MRR,
    NDCG,
    Gains,
    HitRate,
    JudgedRanking,
    Measure,
    Precision,
    Recall,
    RPrecision,
)
from odograph.trace import Sample

__all__ = (
    "AveragePrecisionAtK",
    "HitRateAtK",
    "NDCGAtK",
    "PrecisionAtK",
    "RPrecisionOfRun",
    "RankedMetric",
    "RecallAtK",
    "ReciprocalRank",
)


@dataclass(frozen=True, repr=False)
class RankedMetric(Metric):
    """Base of the measures of a ranking.

    The documents are `retrieved_context_ids`, else the ids of the documents that the recorder
    saw; the relevant ones are `reference_context_ids`, for a recorded run in its metadata, there
    also as grades by id. Unscored where there is no relevant document, as no ranking is then
    better than another; a run that retrieved nothing scores 0.

    Attributes:
        which: of several retrievals of a run, whose documents: `all` in their order, those of
            the `first`, or of the `last`.
        id_key: the key of a document's metadata that holds its id; None means its own id.
    """

    _: KW_ONLY
    which: WhichRetrieval = "all"
    id_key: str | None = None

    needs: ClassVar = ()

    def __post_init__(self) -> None:
        check_one_of(WhichRetrieval, self.which, "which")
        _ = self._formula()

    @abstractmethod
    def _formula(self) -> Measure:
        """The measure of one ranking."""

    def _measure(self, sample: Sample) -> Score:
        relevant = reference_ids(sample)
        if relevant is None:
            needed = f"{self!r} needs reference_context_ids, which the sample lacks"
            return Score.unscored("data", needed)
        retrieved, unknown = retrieved_ids(sample, self.which, self.id_key)
        if retrieved is None:
            return Score.unscored("data", unknown)
        ranking = JudgedRanking.of(retrieved, relevant)
        wanted, ranks = len(ranking.ideal), [rank for rank, _ in ranking.hits]
        if not wanted:
            return Score.unscored("data", "there is no relevant document")
        at = f" at {', '.join(map(str, ranks))}" if ranks else ""
        found = f"{len(ranks)} of {counted(wanted, 'relevant document')} among {len(retrieved)}{at}"
        details = {"ranks": ranks, "relevant": wanted, "retrieved": len(retrieved)}
        return Score(self._formula().of(ranking), found, details)


@dataclass(frozen=True, repr=False)
class PrecisionAtK(RankedMetric):
    """Relevant documents among the first k, divided by k, however many there are. 0 to 1."""

    k: int = 10

    def _formula(self) -> Measure:
        return Precision(self.k)


@dataclass(frozen=True, repr=False)
class RecallAtK(RankedMetric):
    """Relevant documents among the first k, divided by all relevant documents. 0 to 1."""

    k: int = 10

    def _formula(self) -> Measure:
        return Recall(self.k)


@dataclass(frozen=True, repr=False)
class HitRateAtK(RankedMetric):
    """1.0 if a relevant document is among the first k, else 0.0."""

    k: int = 10

    def _formula(self) -> Measure:
        return HitRate(self.k)


@dataclass(frozen=True, repr=False)
class ReciprocalRank(RankedMetric):
    """1 / rank of the first relevant document (among the first k), else 0.0; its mean is MRR."""

    k: int | None = None

    def _formula(self) -> Measure:
        return MRR(self.k)


@dataclass(frozen=True, repr=False)
class AveragePrecisionAtK(RankedMetric):
    """Precision at the rank of each relevant document, by all of them. 0 to 1; its mean is MAP."""

    k: int | None = None

    def _formula(self) -> Measure:
        return MAP(self.k)


@dataclass(frozen=True, repr=False)
class NDCGAtK(RankedMetric):
    """Discounted gain of the first k, divided by that of the best list of k. 0 to 1.

    Attributes:
        gains: a document of grade g gains g, or 2**g - 1 where they are exponential.
    """

    k: int | None = 10
    gains: Gains = "linear"

    def _formula(self) -> Measure:
        return NDCG(self.k, self.gains)


@dataclass(frozen=True, repr=False)
class RPrecisionOfRun(RankedMetric):
    """Precision among the first R, where R is the number of relevant documents. 0 to 1."""

    def _formula(self) -> Measure:
        return RPrecision()
