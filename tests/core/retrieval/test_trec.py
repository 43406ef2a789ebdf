"""TREC's files, and the figures that trec_eval prints for its own test run."""

import gzip
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.retrieval import (
    MAP,
    MRR,
    NDCG,
    BPref,
    HitRate,
    Measure,
    Precision,
    QueryScores,
    Recall,
    RPrecision,
    evaluate_rankings,
    read_qrels,
    read_run,
)

TREC = Path(__file__).parents[4] / "shared" / "data" / "trec"
needs_trec = pytest.mark.skipif(not TREC.exists(), reason="trec_eval's files are not here")
CUTS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
NAMES: dict[str, Measure] = {
    "map": MAP(),
    "Rprec": RPrecision(),
    "bpref": BPref(),
    "recip_rank": MRR(),
    "ndcg": NDCG(),
    **{f"P_{k}": Precision(k) for k in CUTS},
    **{f"recall_{k}": Recall(k) for k in CUTS},
    **{f"map_cut_{k}": MAP(k) for k in CUTS},
    **{f"ndcg_cut_{k}": NDCG(k) for k in CUTS},
    **{f"success_{k}": HitRate(k) for k in (1, 5, 10)},
}


def printed(path: Path) -> Mapping[str, dict[str, str]]:
    """By name of the measure, what trec_eval printed for each query and for all."""
    lines: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for line in path.read_text().splitlines():
        name, query, value = line.split()
        lines[name][query] = value
    return lines


@needs_trec
@pytest.mark.parametrize("output", ["out.test", "out.test.aq"])
def test_all_measures_print_as_trec_eval_prints_them(output: str) -> None:
    wanted = {n: figures for n, figures in printed(TREC / output).items() if n in NAMES}
    qrels, run = read_qrels(TREC / "qrels.test"), read_run(TREC / "results.test")
    found = evaluate_rankings(run, qrels, [*NAMES.values()], ties="trec")

    assert len(wanted) >= 8
    for name, figures in wanted.items():
        scores = found[NAMES[name]]
        shown = {query: f"{value:.4f}" for query, value in scores.per_query.items()}
        shown["all"] = f"{scores.mean:.4f}"
        for query, figure in figures.items():
            assert shown[query] == figure, (name, query)


@needs_trec
def test_the_run_of_trec_eval_has_the_known_figures() -> None:
    qrels, run = read_qrels(TREC / "qrels.test"), read_run(TREC / "results.test")
    found = evaluate_rankings(run, qrels, [MAP(), RPrecision(), MRR()], ties="trec")
    rounded = [round(mean_of(scores), 4) for scores in found.values()]
    assert rounded == [0.1785, 0.2174, 0.4064]


def mean_of(scores: QueryScores) -> float:
    assert scores.mean is not None
    return scores.mean


def test_files_are_read_by_query_and_document(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 a 2\n1 0 b 0\n\n2 0 a -1\n")
    (tmp_path / "run").write_text("1 Q0 b 1 0.5 tag\n1\tQ0\ta\t2\t7e-1\ttag\n")
    assert read_qrels(tmp_path / "qrels") == {"1": {"a": 2, "b": 0}, "2": {"a": -1}}
    assert read_run(tmp_path / "run") == {"1": {"b": 0.5, "a": 0.7}}


def test_gzipped_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(b"1 Q0 a 1 0.5 tag\n"))
    assert read_run(path) == {"1": {"a": 0.5}}


@pytest.mark.parametrize(
    ("read", "text", "rule"),
    [
        (read_qrels, "1 0 a 1\n1 0 a\n", "file:2: must be query iteration document grade"),
        (read_qrels, "1 0 a high\n", "file:1: a grade must be a whole number, got 'high'"),
        (read_qrels, "1 0 a 1\n1 0 a 2\n", "file:2: a document stands once for a query"),
        (read_run, "1 Q0 a 1 0.5\n", "file:1: must be query Q0 document rank score tag"),
        (read_run, "1 Q0 a 1 x tag\n", "file:1: a score must be a number, got 'x'"),
    ],
)
def test_a_bad_line_is_told_by_its_number(tmp_path: Path, read: Any, text: str, rule: str) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(InputError, match=rule):
        read(path)
