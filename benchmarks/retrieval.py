"""Time to measure many queries, beside pytrec_eval-terrier and ranx.

Run it: `python benchmarks/retrieval.py` (a minute).
It needs `pip install pytrec_eval-terrier ranx`. Each library gets plain dicts and lists and gives
back four means.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from odograph.retrieval import MAP, MRR, NDCG, Recall, evaluate_rankings

QUERIES = 2000
RETRIEVED = 100
ROUNDS = 9
MEASURES = (NDCG(10), MAP(100), MRR(), Recall(100))

pytrec_eval: Any = import_module("pytrec_eval")  # they have no types
ranx: Any = import_module("ranx")

Judged = dict[str, dict[str, int]]
Scores = dict[str, dict[str, float]]
Lists = dict[str, list[str]]


def main() -> None:
    print(
        f"Python {sys.version.split()[0]}; {QUERIES} queries x {RETRIEVED} results; "
        f"medians of {ROUNDS} rounds, taken in turn, after one round that is not counted\n"
    )
    judged, scores, shuffled, lists = scene(QUERIES)
    ways: dict[str, Callable[[], list[float]]] = {
        "odograph, ranked lists": lambda: odograph(lists, judged),
        "odograph, scores best first": lambda: odograph(scores, judged),
        "odograph, scores in any order": lambda: odograph(shuffled, judged),
        "pytrec_eval-terrier, scores best first": lambda: by_pytrec_eval(scores, judged),
        "pytrec_eval-terrier, scores in any order": lambda: by_pytrec_eval(shuffled, judged),
        "ranx, scores best first": lambda: by_ranx(scores, judged),
        "ranx, scores in any order": lambda: by_ranx(shuffled, judged),
    }
    figures = {name: way() for name, way in ways.items()}  # and so all are warm
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            taken[name].append(time.perf_counter() - start)
    print("| way | median | least | nDCG@10 | MAP@100 | MRR | recall@100 |")
    print("|---|---|---|---|---|---|---|")
    for name, seconds in taken.items():
        means = " | ".join(f"{mean:.6f}" for mean in figures[name])
        median, least = statistics.median(seconds) * 1000, min(seconds) * 1000
        print(f"| {name} | {median:.0f} ms | {least:.0f} ms | {means} |")
    growth()


def growth() -> None:
    print("\n| queries | odograph, ranked lists | a query |")
    print("|---|---|---|")
    for queries in (1000, 10_000, 100_000):
        judged, _, _, lists = scene(queries, retrieved=20)
        least = min(timed(lists, judged) for _ in range(3))
        print(f"| {queries} x 20 | {least * 1000:.0f} ms | {least / queries * 1e6:.1f} µs |")


def timed(lists: Lists, judged: Judged) -> float:
    start = time.perf_counter()
    odograph(lists, judged)
    return time.perf_counter() - start


def scene(queries: int, retrieved: int = RETRIEVED) -> tuple[Judged, Scores, Scores, Lists]:
    """Ranked documents without equal scores; of twenty judged ones half are among them."""
    generator = random.Random(0)
    documents = [f"doc-{number}" for number in range(50_000)]
    judged: Judged = {}
    lists: Lists = {}
    for number in range(queries):
        found = generator.sample(documents, retrieved)
        known = generator.sample(found, 10) + generator.sample(documents, 10)
        lists[f"q{number}"] = found
        judged[f"q{number}"] = {one: generator.randint(0, 3) for one in known}
    scores = {
        query: {one: 1 - rank / 1000 for rank, one in enumerate(found)}
        for query, found in lists.items()
    }
    shuffled = {
        query: dict(generator.sample([*by_document.items()], retrieved))
        for query, by_document in scores.items()
    }
    return judged, scores, shuffled, lists


def odograph(run: Any, judged: Judged) -> list[float]:
    found = evaluate_rankings(run, judged, MEASURES)
    return [found[one].mean or 0.0 for one in MEASURES]


def by_pytrec_eval(scores: Scores, judged: Judged) -> list[float]:
    names = ("ndcg_cut_10", "map_cut_100", "recip_rank", "recall_100")
    asked = {"ndcg_cut.10", "map_cut.100", "recip_rank", "recall.100"}
    found: Any = pytrec_eval.RelevanceEvaluator(judged, asked).evaluate(scores)
    return [sum(one[name] for one in found.values()) / len(found) for name in names]


def by_ranx(scores: Scores, judged: Judged) -> list[float]:
    names = ["ndcg@10", "map@100", "mrr", "recall@100"]
    found: Any = ranx.evaluate(ranx.Qrels(judged), ranx.Run(scores), names)
    return [float(found[name]) for name in names]


if __name__ == "__main__":
    main()
