import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from core.evaluation.scored import METRIC, scored
from odograph.errors import InputError
from odograph.evaluation import EvaluationResult, Reliability, ResultRow, reliability
from odograph.metrics import Score
from odograph.stats import mean_pass_at_k, mean_pass_hat_k, rate_interval, wilson_interval
from odograph.trace import SingleTurnSample

TAU = Path(__file__).parents[4] / "shared" / "data" / "tau_airline_gpt4o.json.gz"
CRASH = Score.unscored("agent", "OSError: line is down")
SILENT = Score.unscored("judge", "no reply")


def test_rates_by_case_and_over_all() -> None:
    told = reliability(scored({"a": [True, True], "b": [True, False], "c": [False, False]}))
    assert [(one.case_id, one.passed, one.attempts, one.rate) for one in told.cases] == [
        ("a", 2, 2, 1.0), ("b", 1, 2, 0.5), ("c", 0, 2, 0.0)
    ]  # fmt: skip
    assert told.cases[1].interval == wilson_interval(1, 2)
    assert told.rate == rate_interval([1, 1, 1, 0, 0, 0], "aabbcc")


def test_pass_at_k_and_pass_hat_k_are_averaged_over_the_cases() -> None:
    told = reliability(scored({"a": [True] * 4, "b": [True, False, False, False]}))
    tasks = [(4, 4), (4, 1)]
    assert list(told.pass_at_k) == [1, 2, 3, 4]
    for k in (1, 2, 3, 4):
        assert told.pass_at_k[k] == mean_pass_at_k(tasks, k)
        assert told.pass_hat_k[k] == mean_pass_hat_k(tasks, k)


def test_a_crash_has_failed_and_what_is_unknown_is_left_out_and_counted() -> None:
    (case,) = reliability(scored({"a": [True, CRASH, SILENT, SILENT]})).cases
    assert (case.passed, case.attempts, case.crashed, case.unknown) == (1, 2, 1, 2)


def test_a_run_that_ended_with_an_error_has_failed_whatever_the_metric_says() -> None:
    result = scored({"a": [True, True]})
    samples = [SingleTurnSample(), SingleTurnSample(status="error", error="OSError: x")]
    (case,) = reliability(result, samples=samples).cases
    assert (case.passed, case.crashed) == (1, 1)


def test_numbers_pass_at_a_value() -> None:
    result = scored({"a": [0.7, 0.8, 1.0]})
    assert reliability(result).rate.value == pytest.approx(1 / 3)
    assert reliability(result, passes_at=0.8).rate.value == pytest.approx(2 / 3)


def test_rows_without_a_case_are_cases_of_their_own() -> None:
    rows = tuple(ResultRow({METRIC: Score(True)}) for _ in range(3))
    assert len(reliability(EvaluationResult((METRIC,), rows)).cases) == 3


def test_the_default_ks_are_those_that_every_case_has_attempts_for() -> None:
    result = scored({"a": [True] * 3, "b": [True] * 2, "c": [SILENT]})
    assert list(reliability(result).pass_at_k) == [1, 2]
    assert reliability(result, ks=[3]).pass_at_k[3].scored == 1


def test_it_is_written_as_json_values() -> None:
    written = reliability(scored({"a": [True, False]})).as_dict()
    assert json.loads(json.dumps(written)) == written
    assert written["cases"][0]["rate"] == 0.5
    assert written["pass_hat_k"]["2"]["value"] == 0.0


def test_the_table_shows_the_least_reliable_case_first() -> None:
    lines = str(reliability(scored({"good": [True, True], "bad": [False, CRASH]}))).splitlines()
    assert lines[0].startswith("Right(): 0.500 (")
    assert lines[0].endswith("of 4 attempts pass")
    assert lines[-2].split()[:3] == ["bad", "0/2", "0.00"]
    assert lines[-2].endswith("1 crashed")
    assert lines[-1].split()[:3] == ["good", "2/2", "1.00"]


def test_of_no_row_nothing_is_known() -> None:
    told: Reliability = reliability(scored({}))
    assert (told.rate.value, told.cases, dict(told.pass_at_k)) == (None, (), {})
    assert "Right(): - of 0 attempts" in str(told)


def test_bad_input_is_refused() -> None:
    two = EvaluationResult(("A()", "B()"), ())
    with pytest.raises(InputError, match=r"metric: name one of the metrics A\(\), B\(\), got None"):
        reliability(two)
    with pytest.raises(InputError, match="there must be 1 samples, one a row, got 0"):
        reliability(scored({"a": [True]}), samples=[])
    with pytest.raises(InputError, match="passes_at must be a finite number, got nan"):
        reliability(scored({"a": [True]}), passes_at=float("nan"))


@pytest.mark.skipif(not TAU.exists(), reason="the recorded runs are not here")
def test_the_published_figures_of_the_airline_agent_come_out() -> None:
    cases: dict[str, list[Any]] = {}
    with gzip.open(TAU, "rt", encoding="utf-8") as file:
        for run in json.load(file):
            cases.setdefault(str(run["task_id"]), []).append(run["reward"] == 1)
    told = reliability(scored(cases))
    at = [round(one.value or 0, 4) for one in told.pass_at_k.values()]
    every = [round(one.value or 0, 4) for one in told.pass_hat_k.values()]
    assert at == [0.42, 0.5667, 0.66, 0.72]
    assert every == [0.42, 0.2733, 0.22, 0.2]
