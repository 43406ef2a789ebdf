"""`odograph demo`: what it prints is what it measured."""

import re
import shlex
import socket
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from odograph.evaluation import EvaluationResult
from odograph.trace import EvaluationDataset
from odograph_cli.demo_command import record_demo


@pytest.fixture
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(self: socket.socket, address: Any) -> None:
        raise AssertionError(f"the demo must stay offline, and connects to {address}")

    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.mark.usefixtures("_no_network")
def test_the_figures_of_the_demo() -> None:
    dataset, result = record_demo()

    summary = {one.metric: one for one in result.summary()}
    assert all((one.scored, one.total) == (8, 8) for one in summary.values())
    assert summary["TrajectoryMatch(mode='in_order')"].mean == Fraction(3, 4)
    assert summary["ToolCallF1()"].mean == Fraction(127, 160)
    assert summary["PathMatch()"].mean == Fraction(5, 8)
    assert summary["StringPresence()"].mean == Fraction(3, 4)
    accuracy = [float(score) for score in result.scores("ToolCallAccuracy()")]
    assert accuracy == [1.0, 1.0, 0.75, 0.0, 2 / 3, 2 / 3, 1.0, 1.0]
    assert len(dataset) == 8


@pytest.mark.usefixtures("_no_network")
def test_each_case_shows_what_it_is_there_for() -> None:
    dataset, _ = record_demo()
    by_case = {sample.case_id: sample for sample in dataset}

    def calls(case: str) -> list[tuple[str, str]]:
        return [(record.name, record.outcome) for record in by_case[case].call_records]

    assert calls("missing-score") == [("github_open_issue", "executed")]
    twice = by_case["node-retries"].call_records
    assert twice[0].requested.name == twice[1].requested.name == "docs_search"
    assert getattr(twice[0].requested, "args") == getattr(twice[1].requested, "args")  # noqa: B009
    assert ("fetch_page", "errored") in calls("no-such-page")
    assert calls("greeting") == []
    assert all(sample.retrievals for case, sample in by_case.items() if case == "node-retries")
    assert all(one.usage for sample in dataset for one in sample.model_calls)


def test_the_command_prints_a_table_the_differences_and_writes_both_files(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("odograph")
    ran = subprocess.run(
        [program, "demo"], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert ran.returncode == 0, ran.stderr
    assert "scripted by rules" in ran.stdout
    assert re.search(r"ToolCallF1\(\)\s+0\.794\s+8 of 8", ran.stdout)
    assert "call 3 fetch_page: $.url: 'docs/langsmith' != 'docs/metrics'" in ran.stdout
    assert "unexpected call 2 docs_search(query='retries node counted')" in ran.stdout
    out = tmp_path / "odograph-demo"
    dataset = EvaluationDataset.from_jsonl(out / "samples.jsonl")
    result = EvaluationResult.from_jsonl(out / "results.jsonl")
    assert [sample.case_id for sample in dataset] == [row.case_id for row in result.rows]


def test_the_next_command_that_it_names_shows_a_gate_on_a_figure_of_its_table(
    tmp_path: Path,
) -> None:
    program = Path(sys.executable).with_name("odograph")

    def odograph(*args: str) -> subprocess.CompletedProcess[str]:
        command: list[str | Path] = [program, *args]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    (hint,) = re.findall(r"odograph (score .*)", odograph("demo").stdout)
    gated = odograph(*shlex.split(hint))

    assert gated.returncode == 1
    assert "failed: ToolCallF1() = 0.794 < 0.8 (8 of 8 scored)" in gated.stdout
