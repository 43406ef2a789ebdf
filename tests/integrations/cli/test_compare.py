"""`odograph compare`, as a user types it."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.evaluation.scored import METRIC, scored
from odograph.trace import AIMessage, EvaluationDataset, HumanMessage, MultiTurnSample, ToolCall


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


def odograph(*args: str | Path) -> Ran:
    program = Path(sys.executable).with_name("odograph")
    ran = subprocess.run([program, *args], capture_output=True, text=True, check=False)
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.jsonl"
    scored({f"case {number}": [True] for number in range(8)}).to_jsonl(path)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """As good, but that only the last case passes."""
    path = tmp_path / "bad.jsonl"
    scored({f"case {number}": [number == 7] for number in range(8)}).to_jsonl(path)
    return path


def test_what_became_worse_is_shown_and_makes_it_fail(good: Path, bad: Path) -> None:
    ran = odograph("compare", good, bad)

    assert ran.status == 1
    assert re.search(r"Right\(\)\s+1\.000\s+0\.125\s+-0\.875 \(.*\)\s+worse\s+8\s", ran.out)
    assert "Right(): worse (p = 0.0156)" in ran.out
    assert "broke case 0: 1/1 passed, now 0/1" in ran.out
    assert "case 7" not in ran.out
    assert ran.err == ""


def test_what_became_better_or_stayed_passes(good: Path, bad: Path) -> None:
    better, same = odograph("compare", bad, good), odograph("compare", good, good)

    assert (better.status, same.status) == (0, 0)
    assert "better" in better.out
    assert "mended case 0" in better.out
    assert "no evidence" in same.out


def test_json_is_one_object(good: Path, bad: Path) -> None:
    ran = odograph("compare", good, bad, "--json")

    said = json.loads(ran.out)
    assert ran.status == 1
    assert said["schema"] == "odograph-comparison/1"
    assert said["worse"] is True
    (metric,) = said["metrics"]
    assert (metric["metric"], metric["verdict"], metric["cases"]) == (METRIC, "worse", 8)
    assert len(metric["flips"]) == 7


def test_with_the_runs_it_tells_where_failing_ones_part(
    good: Path, bad: Path, tmp_path: Path
) -> None:
    def write(name: str, tool: str) -> Path:
        said = AIMessage(tool_calls=[ToolCall(tool)])
        runs = [MultiTurnSample(user_input=[HumanMessage("go"), said]) for _ in range(8)]
        EvaluationDataset(runs).to_jsonl(tmp_path / name)
        return tmp_path / name

    before, after = write("before.jsonl", "look"), write("after.jsonl", "leap")
    ran = odograph("compare", good, bad, "--baseline-runs", before, "--candidate-runs", after)

    assert "step 1: passing runs look({}) (1); failing leap({}) (1)" in ran.out


def test_too_few_runs_say_how_many_are_missing(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    scored({f"{n}": [n % 2 == 0, True] for n in range(40)}).to_jsonl(one)
    scored({f"{n}": [True, n % 2 == 1] for n in range(40)}).to_jsonl(other)
    ran = odograph("compare", one, other)

    assert ran.status == 0
    assert re.search(r"too few \(p = 1; about \d+ more repeats of each case needed\)", ran.out)


def test_mistakes_are_one_line_and_status_2(good: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    scored({"a": [True]}, "Other()").to_jsonl(other)

    missing = odograph("compare", good, tmp_path / "none.jsonl")
    assert (missing.status, missing.out) == (2, "")
    assert missing.err.rstrip().endswith("none.jsonl: there is no such file")
    strangers = odograph("compare", good, other)
    assert strangers.status == 2
    assert "must share a metric with the baseline, Right()" in strangers.err
    assert odograph("compare", good, good, "--detect", "0").status == 2
