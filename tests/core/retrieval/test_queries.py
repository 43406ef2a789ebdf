from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.retrieval import (
    MAP,
    MRR,
    NDCG,
    Precision,
    QueryScores,
    Recall,
    evaluate_rankings,
    mrr,
    ndcg_at_k,
    recall_at_k,
)
from odograph.stats import rate_interval

RUN = {"q1": ["a", "b"], "q2": ["x", "c"], "q9": ["a"]}
JUDGED = {"q1": ["a"], "q2": {"c": 2, "d": 1}, "q3": ["e"], "q4": []}


def test_a_mean_covers_the_queries_that_have_a_relevant_document() -> None:
    scores = mrr(RUN, JUDGED)
    assert scores.per_query == {"q1": 1.0, "q2": 0.5, "q3": 0.0, "q4": None}
    assert scores.mean == 0.5
    assert (scores.scored, scores.undefined) == (3, 1)


def test_what_was_not_run_counts_0_and_what_was_not_judged_counts_for_nothing() -> None:
    scores = mrr(RUN, JUDGED)
    assert scores.missing == ("q3", "q4")
    assert scores.unjudged == ("q9",)


def test_several_measures_are_taken_in_one_pass() -> None:
    found = evaluate_rankings(RUN, JUDGED, [NDCG(10), Recall(1), MRR()])
    assert found[MRR()] == mrr(RUN, JUDGED)
    assert found[NDCG(10)] == ndcg_at_k(RUN, JUDGED, 10)
    assert found[Recall(1)] == recall_at_k(RUN, JUDGED, 1)


def test_queries_meet_across_types() -> None:
    assert mrr({301: ["a"]}, {"301": ["a"]}).mean == 1.0
    assert mrr({301.0: ["a"]}, {301: ["a"]}).mean == 1.0


def test_the_interval_is_that_of_values_from_0_to_1() -> None:
    scores = mrr(RUN, JUDGED)
    assert scores.interval(0.9) == rate_interval([1.0, 0.5, 0.0, None], level=0.9).interval
    assert QueryScores({"q": None}).interval() is None


def test_a_mean_over_no_query_is_undefined() -> None:
    nothing: Mapping[str, Sequence[str]] = {"q": []}
    assert mrr({"q": ["a"]}, nothing).mean is None
    assert evaluate_rankings({}, {}, [MAP()])[MAP()].mean is None


def test_an_empty_run_of_many_queries_is_told_by_the_judgements() -> None:
    no_queries: dict[str, list[str]] = {}
    no_scores: dict[str, float] = {}
    assert recall_at_k(no_queries, {"q": ["a"]}, 1).mean == 0.0
    assert recall_at_k(no_scores, ["a"], 1) == 0.0


def test_a_measure_is_a_value_whose_repr_is_its_spelling() -> None:
    assert repr(NDCG(10)) == "NDCG(k=10, gains='linear')"
    assert eval(repr(Precision(5))) == Precision(5)


@pytest.mark.parametrize(
    ("retrieved", "relevant", "rule"),
    [
        ({"q": ["a", None]}, {"q": ["a"]}, r"q, retrieved\[1\]: an id must be text"),
        ({"q": ["a"]}, {"q": {"a": None}}, r"q, relevant\['a'\]: a grade must be a finite number"),
        ({"q": ["a"]}, {"q": "a"}, "q: relevant must be ids or grades by id, got 'a'"),
        ({"q": 5}, {"q": ["a"]}, "q: retrieved must be a list of ids, best first, or scores"),
        ({1: ["a"], "1": ["b"]}, {"1": ["a"]}, "retrieved: a query stands once"),
        ([["a"]], {"q": ["a"]}, "retrieved must be a mapping from queries"),
    ],
)
def test_bad_input_is_refused_by_query(retrieved: Any, relevant: Any, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        evaluate_rankings(retrieved, relevant, [MRR()])


def test_no_measure_and_no_rule_are_mistakes() -> None:
    with pytest.raises(InputError, match="give at least one measure"):
        evaluate_rankings(RUN, JUDGED, [])
    with pytest.raises(InputError, match="ties must be one of given, trec, got 'id'"):
        mrr(RUN, JUDGED, ties="id")  # type: ignore[call-overload]
