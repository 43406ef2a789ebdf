"""The measures beside pytrec_eval and ranx, on runs with ties, grades, gaps and empty lists."""

import random
from typing import Any

import pytest

from odograph.retrieval import (
    MAP,
    MRR,
    NDCG,
    BPref,
    HitRate,
    Measure,
    Precision,
    Recall,
    RPrecision,
    evaluate_rankings,
)

RUNS = 1000
Judged = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

OF_TREC: dict[str, Measure] = {
    "map": MAP(),
    "map_cut_5": MAP(5),
    "Rprec": RPrecision(),
    "bpref": BPref(),
    "recip_rank": MRR(),
    "ndcg": NDCG(),
    "ndcg_cut_5": NDCG(5),
    "P_5": Precision(5),
    "recall_5": Recall(5),
    "success_5": HitRate(5),
}
OF_RANX: dict[str, Measure] = {
    "map": MAP(),
    "map@5": MAP(5),
    "r-precision": RPrecision(),
    "mrr": MRR(),
    "mrr@3": MRR(3),
    "ndcg": NDCG(),
    "ndcg@5": NDCG(5),
    "ndcg_burges@5": NDCG(5, "exponential"),
    "precision@5": Precision(5),
    "recall@5": Recall(5),
    "hit_rate@5": HitRate(5),
}


def scene(seed: int) -> tuple[Judged, Run]:
    """Five judged queries, of which some are not run, and one run is not judged."""
    generator = random.Random(seed)
    documents = [f"d{number}" for number in range(12)]
    judged = {
        f"q{query}": {
            one: generator.choice((0, 0, 1, 2, 3)) for one in generator.sample(documents, 6)
        }
        for query in range(5)
    }
    run = {
        f"q{query}": {
            one: generator.choice((0.5, 1.0, 1.5, 2.0))
            for one in generator.sample(documents, generator.randint(0, 10))
        }
        for query in range(6)
        if generator.random() < 0.8
    }
    return judged, run


def defined(judged: Judged) -> set[str]:
    """The queries with a relevant document; the others give 0 there and nothing here."""
    return {query for query, grades in judged.items() if any(grades.values())}


def test_it_agrees_with_pytrec_eval_by_trecs_rule_for_ties() -> None:
    pytrec_eval: Any = pytest.importorskip("pytrec_eval")
    measures = {"map", "map_cut.5", "Rprec", "bpref", "recip_rank", "ndcg", "ndcg_cut.5"}
    measures |= {"P.5", "recall.5", "success.5"}
    compared = 0
    for seed in range(RUNS):
        judged, run = scene(seed)
        wanted = pytrec_eval.RelevanceEvaluator(judged, measures).evaluate(run)
        found = evaluate_rankings(run, judged, [*OF_TREC.values()], ties="trec")
        for query in defined(judged):
            # a query that is missing or empty has no entry there, and counts 0 here
            figures = wanted.get(query, dict.fromkeys(OF_TREC, 0.0))
            for name, measure in OF_TREC.items():
                assert found[measure].per_query[query] == pytest.approx(figures[name], abs=1e-9)
                compared += 1
    assert compared > 9 * RUNS * len(OF_TREC) // 2


@pytest.mark.filterwarnings("ignore")  # numba's own
def test_it_agrees_with_ranx_where_no_scores_are_equal() -> None:
    ranx: Any = pytest.importorskip("ranx")
    judged: Judged = {}
    run: Run = {}
    for seed in range(RUNS):
        some, tied = scene(seed)
        for query in defined(some):
            judged[f"{seed} {query}"] = some[query]
            # its sort is not stable, so ties are broken before
            run[f"{seed} {query}"] = {
                one: score + place / 100
                for place, (one, score) in enumerate(tied.get(query, {}).items())
            } or {"unjudged": 1.0}
    wanted: Any = ranx.Run(run)
    ranx.evaluate(ranx.Qrels(judged), wanted, [*OF_RANX])
    found = evaluate_rankings(run, judged, [*OF_RANX.values()])
    for name, measure in OF_RANX.items():
        assert wanted.scores[name].keys() == judged.keys()
        assert found[measure].per_query == pytest.approx(
            {query: float(figure) for query, figure in wanted.scores[name].items()}, abs=1e-9
        )
