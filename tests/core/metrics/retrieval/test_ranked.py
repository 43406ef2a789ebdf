from typing import Any

import pytest

from odograph.errors import InputError
from odograph.metrics import (
    AveragePrecisionAtK,
    HitRateAtK,
    Metric,
    NDCGAtK,
    PrecisionAtK,
    RecallAtK,
    ReciprocalRank,
    RPrecisionOfRun,
    parse_metric,
)
from odograph.retrieval import (
    hit_rate_at_k,
    mean_average_precision_at_k,
    mrr,
    ndcg_at_k,
    precision_at_k,
    r_precision,
    recall_at_k,
)
from odograph.trace import Document, ModelCall, MultiTurnSample, Retrieval, SingleTurnSample

IDS, RELEVANT = ["x", "a", "y", "b"], ["a", "b", "c"]
PAIRS: list[tuple[Metric, Any]] = [
    (PrecisionAtK(3), precision_at_k(IDS, RELEVANT, 3)),
    (RecallAtK(3), recall_at_k(IDS, RELEVANT, 3)),
    (HitRateAtK(1), hit_rate_at_k(IDS, RELEVANT, 1)),
    (ReciprocalRank(), mrr(IDS, RELEVANT)),
    (AveragePrecisionAtK(), mean_average_precision_at_k(IDS, RELEVANT)),
    (NDCGAtK(3), ndcg_at_k(IDS, RELEVANT, 3)),
    (RPrecisionOfRun(), r_precision(IDS, RELEVANT)),
]
METRICS = [metric for metric, _ in PAIRS]


def recorded(*found: list[Document], relevant: Any = ("a", "b")) -> MultiTurnSample:
    return MultiTurnSample(
        user_input=[],
        model_calls=[ModelCall()],
        retrievals=[Retrieval("q", documents) for documents in found],
        metadata={"reference_context_ids": relevant},
    )


def docs(*ids: str) -> list[Document]:
    return [Document("text", one) for one in ids]


@pytest.mark.parametrize(("metric", "value"), PAIRS, ids=[repr(metric) for metric in METRICS])
def test_a_sample_scores_what_its_ranking_measures(metric: Metric, value: float) -> None:
    score = metric.score(retrieved_context_ids=IDS, reference_context_ids=RELEVANT)
    assert score.value == value
    assert score.reason == "2 of 3 relevant documents among 4 at 2, 4"


def test_ids_meet_across_types() -> None:
    sample = SingleTurnSample(retrieved_context_ids=[7, "12"], reference_context_ids=["7", 12])
    assert RecallAtK(2).score(sample).value == 1.0


def test_the_documents_that_the_recorder_saw_are_taken_in_order() -> None:
    sample = recorded(docs("x", "a"), docs("b"))
    assert RecallAtK(2).score(sample).value == 0.5
    assert RecallAtK(3).score(sample).value == 1.0
    assert ReciprocalRank(which="last").score(sample).value == 1.0
    assert RecallAtK(3, which="first").score(sample).value == 0.5


def test_grades_may_stand_in_the_metadata() -> None:
    sample = recorded(docs("a", "b"), relevant={"a": 1, "b": 3})
    assert NDCGAtK(2).score(sample).value == ndcg_at_k(["a", "b"], {"a": 1, "b": 3}, 2)


def test_the_id_may_be_in_the_metadata_of_a_document() -> None:
    found = [Document("text", None, {"source": "a"})]
    assert HitRateAtK(1, id_key="source").score(recorded(found)).value == 1.0


def test_a_document_without_an_id_is_told() -> None:
    sample = recorded(docs("a"), [Document("text")])
    assert HitRateAtK(1).score(sample).reason == "document 0 of retrieval 1 has no id"
    missing = HitRateAtK(1, id_key="url").score(sample)
    assert missing.reason == "document 0 of retrieval 0 has no 'url' in its metadata"
    assert missing.fault == "data"


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_a_run_that_retrieved_nothing_scores_0(metric: Metric) -> None:
    assert metric.score(recorded()).value == 0.0
    assert metric.score(retrieved_context_ids=[], reference_context_ids=["a"]).value == 0.0


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_what_is_not_known_is_unscored(metric: Metric) -> None:
    nothing_relevant = metric.score(retrieved_context_ids=["a"], reference_context_ids=[])
    assert (nothing_relevant.value, nothing_relevant.fault) == (None, "data")
    assert nothing_relevant.reason == "there is no relevant document"
    assert "needs reference_context_ids" in metric.score(retrieved_context_ids=["a"]).reason
    not_recorded = metric.score(SingleTurnSample(reference_context_ids=["a"]))
    assert "neither retrieved_context_ids nor recorded" in not_recorded.reason


@pytest.mark.parametrize(
    "metric", [*METRICS, NDCGAtK(5, "exponential"), RecallAtK(3, which="last", id_key="url")]
)
def test_its_spelling_parses_back(metric: Metric) -> None:
    assert parse_metric(repr(metric)) == metric


def test_bad_parameters_are_refused_at_once() -> None:
    with pytest.raises(InputError, match="k must be a positive whole number, got 0"):
        RecallAtK(0)
    with pytest.raises(InputError, match="which: must be one of all, first, last, got 'second'"):
        RecallAtK(1, which="second")  # type: ignore[arg-type]
