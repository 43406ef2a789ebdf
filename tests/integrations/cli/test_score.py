"""`odograph score`, as a user types it."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from odograph import (
    AIMessage,
    EvaluationDataset,
    MultiTurnSample,
    ToolCall,
    ToolCallF1,
    TrajectoryMatch,
    evaluate,
    read_samples,
)

TAU = Path(__file__).parents[4] / "shared" / "data" / "tau_airline_gpt4o.json.gz"
needs_tau = pytest.mark.skipif(not TAU.exists(), reason="the recorded runs are not here")


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


def odograph(*args: str | Path, **environment: str) -> Ran:
    program = Path(sys.executable).with_name("odograph")
    ran = subprocess.run(
        [program, *args],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two runs: one as expected, one that calls something else; F1 1 and 0."""

    def run(case_id: str, tool: str) -> MultiTurnSample:
        return MultiTurnSample(
            user_input=[AIMessage(tool_calls=[ToolCall(tool)])],
            case_id=case_id,
            reference_tool_calls=[ToolCall("look")],
        )

    path = tmp_path / "runs.jsonl"
    EvaluationDataset([run("good", "look"), run("bad", "leap")]).to_jsonl(path)
    return path


def test_runs_are_scored_and_the_failing_one_explained(runs: Path) -> None:
    ran = odograph("score", runs, "--metric", "ToolCallF1()")

    assert ran.status == 0
    assert re.search(r"ToolCallF1\(\)\s+0\.500\s+2 of 2", ran.out)
    assert "bad" in ran.out
    assert "missing call look()" in ran.out
    assert "good" not in ran.out
    assert ran.err == ""  # no progress bar in a pipe


def test_without_a_metric_those_are_taken_that_the_runs_have_references_for(runs: Path) -> None:
    ran = odograph("score", runs)

    assert "ToolCallF1()" in ran.out
    assert "TrajectoryMatch(mode='superset')" in ran.out
    assert "PathMatch()" not in ran.out


def test_json_is_one_object_with_every_row(runs: Path) -> None:
    ran = odograph("score", runs, "-m", "ToolCallF1()", "--json", "--fail-under", "ToolCallF1=0.6")

    said = json.loads(ran.out)
    assert ran.status == 1
    assert said["metrics"][0] == {
        "metric": "ToolCallF1()",
        "mean": 0.5,
        "scored": 2,
        "total": 2,
        "unscored": {},
    }
    assert [row["scores"]["ToolCallF1()"]["value"] for row in said["rows"]] == [1.0, 0.0]
    assert said["gates"] == [
        {"metric": "ToolCallF1()", "threshold": 0.6, "mean": 0.5, "passed": False}
    ]


@pytest.mark.parametrize(
    ("value", "status"),
    [("1.5", 2), ("-0.1", 2), ("nan", 2), ("abc", 2), ("0", 0), ("1", 1), ("0.5", 0), ("0.51", 1)],
)
def test_a_gate_passes_at_its_threshold_and_refuses_nonsense(
    runs: Path, value: str, status: int
) -> None:
    assert odograph("score", runs, "--fail-under", f"ToolCallF1={value}").status == status


def test_writing_results_does_not_change_the_exit_status(runs: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    gate = ("--fail-under", "ToolCallF1=0.9")

    assert odograph("score", runs, *gate).status == 1
    assert odograph("score", runs, *gate, "--out", out).status == 1
    assert len(out.read_text().splitlines()) == 3


def test_each_gate_has_a_verdict_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    sample = MultiTurnSample(
        user_input=[AIMessage("Oslo", tool_calls=[ToolCall("look")])],
        reference="Bergen",
        reference_tool_calls=[ToolCall("look")],
    )
    EvaluationDataset([sample]).to_jsonl(path)

    gates = ("--fail-under", "ToolCallF1=1", "--fail-under", "ExactMatch=0.5")
    ran = odograph("score", path, *gates, "--json")

    assert ran.status == 1
    told = {one["metric"]: one["passed"] for one in json.loads(ran.out)["gates"]}
    assert told == {"ToolCallF1()": True, "ExactMatch()": False}


def test_a_table_does_not_round_a_mean_up_to_the_gate_that_it_fails(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    reference = [ToolCall("look")] * 1999
    made = MultiTurnSample(
        user_input=[AIMessage(tool_calls=[*reference, ToolCall("leap")])],
        reference_tool_calls=[*reference, ToolCall("look")],
    )
    EvaluationDataset([made]).to_jsonl(path)

    ran = odograph("score", path, "--fail-under", "ToolCallF1=1", "--explain", "1")

    assert ran.status == 1
    assert re.search(r"ToolCallF1\(\)\s+0\.9995\s+1 of 1", ran.out)
    assert "failed: ToolCallF1() = 0.9995 < 1.0" in ran.out
    assert "1.000" not in ran.out


def test_a_gate_on_a_metric_with_parameters(runs: Path) -> None:
    ran = odograph("score", runs, "--fail-under", "TrajectoryMatch(mode='superset')=0.5")

    assert ran.status == 0
    assert "passed: TrajectoryMatch(mode='superset') = 0.500 >= 0.5 (2 of 2 scored)" in ran.out


def test_a_gate_on_a_metric_that_scored_nothing_fails(runs: Path) -> None:
    ran = odograph("score", runs, "--fail-under", "PathMatch=0")

    assert ran.status == 1
    assert "failed: PathMatch() has no score (0 of 2 scored)" in ran.out


MISTAKES = {
    "no such file": (["score", "nowhere.jsonl"], "nowhere.jsonl: cannot be read: No such file"),
    "a mode that does not exist": (
        ["score", "{runs}", "-m", "TrajectoryMatch(mode='exactly')"],
        "mode: must be one of strict, in_order, unordered, subset, superset, got 'exactly'",
    ),
    "a spelling that does not parse": (
        ["score", "{runs}", "-m", "TrajectoryMatch(mode="],
        "'TrajectoryMatch(mode=' column",
    ),
    "a metric that does not exist": (
        ["score", "{runs}", "-m", "ToolCalF1()"],
        "there is no metric 'ToolCalF1'; did you mean ToolCallF1?",
    ),
    "a gate without a value": (
        ["score", "{runs}", "--fail-under", "ToolCallF1"],
        "must be METRIC=VALUE",
    ),
    "a mapping of an unknown field": (
        ["score", "{openai}", "--map", "refrence=x"],
        "a mapping must name fields of MultiTurnSample, got 'refrence'",
    ),
    "a pattern that is none": (["score", "{runs}", "--failed", "("], "is no regular expression"),
    "an unknown role": (["score", "{role}"], "role.jsonl:2, [1]: role must be one of"),
    "a file that is not JSON": (["score", "{text}"], "text.jsonl:1: is not JSON"),
    "a last line cut off": (
        ["score", "{cut}"],
        "cut.jsonl:3: the last line is cut off or not JSON; lines 1 to 2 are whole",
    ),
    "nothing to score against": (["score", "{openai}"], "no run has a reference to score against"),
    "an empty file": (["score", "{empty}"], "empty.jsonl: holds no run"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_clear_line_and_status_2(mistake: str, runs: Path, tmp_path: Path) -> None:
    user = '{"messages": [{"role": "user", "content": "hi"}]}\n'
    bad_role = user.replace("}]", '}, {"role": "moderator", "content": "x"}]')
    files = {
        "openai": user,
        "role": user + bad_role,
        "text": "# Notes\n",
        "cut": user * 2 + user[:30],
        "empty": "",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.jsonl").write_text(text)
    places = {name: str(tmp_path / f"{name}.jsonl") for name in files}
    args, expected = MISTAKES[mistake]
    before = tmp_path / "results.jsonl"
    before.write_text("written before\n")

    ran = odograph(*(arg.format(runs=runs, **places) for arg in args), "--out", before)

    assert ran.status == 2
    assert expected in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ran.out == ""
    assert before.read_text() == "written before\n"


def test_runs_that_nothing_can_be_scored_of_are_no_success(runs: Path) -> None:
    ran = odograph("score", runs, "-m", "PathMatch()")

    assert ran.status == 2
    assert re.search(r"PathMatch\(\)\s+-\s+0 of 2", ran.out)
    assert ran.err.endswith("runs.jsonl: nothing could be scored, see the reasons\n")


def test_an_unknown_option_is_misuse(runs: Path) -> None:
    assert odograph("score", runs, "--frobnicate").status == 2


def test_a_mapping_says_where_the_reference_is(tmp_path: Path) -> None:
    record: dict[str, Any] = {
        "messages": [
            {"role": "user", "content": "hi"},
            {"role": "assistant", "tool_calls": [{"name": "look", "args": {}}]},
        ],
        "gold": {"calls": [{"name": "look", "arguments": "{}"}]},
    }
    path = tmp_path / "runs.json"
    path.write_text(json.dumps([record]))

    ran = odograph("score", path, "--map", "reference_tool_calls=gold.calls", "-m", "ToolCallF1")

    assert re.search(r"ToolCallF1\(\)\s+1\.000\s+1 of 1", ran.out)


@needs_tau
def test_200_real_runs_are_scored_against_their_reference_calls() -> None:
    ran = odograph(
        "score", TAU, "-m", "ToolCallF1()", "-m", "TrajectoryMatch(mode='superset')", "--json"
    )

    f1, superset = json.loads(ran.out)["metrics"]
    assert (f1["scored"], f1["total"]) == (200, 200)
    assert round(f1["mean"], 5) == 0.35376
    assert (superset["scored"], superset["total"]) == (200, 200)
    assert superset["mean"] == 76 / 200


@needs_tau
def test_the_same_from_python() -> None:
    samples = list(read_samples(TAU, failed=lambda text: text.startswith("Error")))
    result = evaluate(samples, [ToolCallF1(), TrajectoryMatch(mode="superset")])

    assert sum(bool(score) for score in result.scores("TrajectoryMatch(mode='superset')")) == 76
    # what went wrong in a run is a fact of the run: failed calls, and no reward
    assert sum(c.outcome == "errored" for one in samples for c in one.call_records) > 0
    rewards = [one.metadata["info"]["reward_info"] for one in samples]
    assert rewards.count(None) == 5


def test_text_that_the_terminal_cannot_show_is_escaped(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    sample = MultiTurnSample(
        user_input=[AIMessage(tool_calls=[ToolCall("look", {"at": "海"})])],
        case_id="Ångström",
        reference_tool_calls=[ToolCall("look")],
    )
    EvaluationDataset([sample]).to_jsonl(path)
    plain = {"PYTHONIOENCODING": "ascii"}

    shown = odograph("score", path, "-m", "ToolCallF1()", **plain)
    assert (shown.status, shown.err) == (0, "")
    assert r"\xc5ngstr\xf6m" in shown.out

    written = odograph("score", path, "-m", "ToolCallF1()", "--json", **plain)
    assert json.loads(written.out)["rows"][0]["case_id"] == "Ångström"


def test_scores_that_cannot_be_written_are_a_mistake_and_no_failed_gate(runs: Path) -> None:
    ran = odograph("score", runs, "-m", "ToolCallF1()", "--out", runs / "below" / "a-file.jsonl")

    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert ran.err.startswith("odograph: [Errno ")
