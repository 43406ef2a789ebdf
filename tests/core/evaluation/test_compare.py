import json
import random
from typing import Any

import pytest

from core.evaluation.scored import METRIC, Value, scored
from odograph.errors import InputError
from odograph.evaluation import (
    Comparison,
    EvaluationResult,
    MetricComparison,
    ResultRow,
    compare,
    evaluate,
)
from odograph.metrics import ExactMatch, Score
from odograph.stats import compare_paired
from odograph.trace import (
    AIMessage,
    HumanMessage,
    MultiTurnSample,
    Sample,
    SingleTurnSample,
    ToolCall,
)

CRASH = Score.unscored("agent", "OSError: line is down")
SILENT = Score.unscored("judge", "no reply")


def suite(cases: int, *values: Value) -> dict[str, list[Value]]:
    return {f"case {number}": list(values) for number in range(cases)}


def of(comparison: Comparison) -> MetricComparison:
    return comparison[METRIC]


def test_a_candidate_that_fails_what_passed_is_worse() -> None:
    comparison = compare(scored(suite(8, True, True)), scored(suite(8, False, False)))
    assert comparison.worse
    one = of(comparison)
    assert (one.verdict.name, one.paired.difference, one.paired.cases) == ("worse", -1.0, 8)
    assert [flip.case_id for flip in one.flips] == [f"case {number}" for number in range(8)]


def test_the_other_way_round_it_is_better_and_nothing_broke() -> None:
    one = of(compare(scored(suite(8, False)), scored(suite(8, True))))
    assert one.verdict.name == "better"
    assert not any(flip.broke for flip in one.flips)


def test_the_difference_is_that_of_the_paired_cases() -> None:
    baseline: dict[str, list[Value]] = {"a": [0.5, 0.7], "b": [0.2], "c": [1.0]}
    candidate: dict[str, list[Value]] = {"b": [0.4], "a": [0.9, 0.9, 0.6], "d": [0.0]}
    paired = of(compare(scored(baseline), scored(candidate))).paired
    assert paired == compare_paired(
        {"a": [0.5, 0.7], "b": [0.2], "c": [1.0]}, {"a": [0.9, 0.9, 0.6], "b": [0.4], "d": [0.0]}
    )
    assert paired.unpaired == 2


def test_crashed_runs_are_failures_and_do_not_vanish() -> None:
    # eight of ten runs crash and two succeed: that is no pass
    one = of(compare(scored(suite(10, True)), scored({**suite(8, CRASH), **_last_two()})))
    assert one.verdict.name == "worse"
    assert one.paired.candidate == 0.2
    assert one.crashed == (0, 8)


def _last_two() -> dict[str, list[Value]]:
    return {"case 8": [True], "case 9": [True]}


def test_crashed_runs_do_not_vanish_on_the_way_from_runs_to_verdict() -> None:
    def attempts(crashing: bool) -> list[Sample]:
        answered = {"response": "4"}
        crashed = {"status": "error", "error": "OSError: line is down"}
        fields: Any = crashed if crashing else answered
        return [SingleTurnSample(case_id=f"{n}", reference="4", **fields) for n in range(8)]

    before, after = (evaluate(attempts(one), [ExactMatch()]) for one in (False, True))
    one = compare(before, after)["ExactMatch()"]
    assert (one.verdict.name, one.crashed) == ("worse", (0, 8))


def test_a_run_that_ended_with_an_error_has_crashed_if_samples_tell() -> None:
    candidate = scored(suite(8, Score.unscored("data", "needs response")))
    crashed: list[Sample] = [MultiTurnSample(user_input=[], status="error")] * 8
    assert of(compare(scored(suite(8, True)), candidate)).dropped == tuple(suite(8))
    told = compare(scored(suite(8, True)), candidate, candidate_samples=crashed)
    assert told.worse


def test_what_the_judge_left_unscored_is_left_out_and_counted() -> None:
    candidate: dict[str, list[Value]] = {**suite(6, True), "case 6": [SILENT], "case 7": [SILENT]}
    one = of(compare(scored(suite(8, True)), scored(candidate)))
    assert (one.unscored, one.dropped) == ((0, 2), ("case 6", "case 7"))
    assert one.paired.cases == 6
    assert not one.worse


def test_a_flip_tells_the_attempts_and_how_likely_chance_is() -> None:
    baseline: dict[str, list[Value]] = {"a": [True, True, True], "b": [True, True, False]}
    candidate: dict[str, list[Value]] = {"a": [False, False, False], "b": [True, True, True]}
    (flip,) = of(compare(scored(baseline), scored(candidate))).flips
    assert (flip.case_id, flip.broke) == ("a", True)
    assert (flip.baseline, flip.candidate) == ((3, 3), (0, 3))
    assert flip.p_value == 0.1  # 2 of C(6, 3)
    assert flip.q_value == 0.2  # one of two cases
    assert str(flip) == "a: 3/3 passed, now 0/3"


def test_numbers_flip_at_the_value_at_which_they_pass() -> None:
    baseline, candidate = scored({"a": [0.9]}), scored({"a": [0.7]})
    assert of(compare(baseline, candidate)).flips == ()
    assert [flip.broke for flip in of(compare(baseline, candidate, passes_at=0.8)).flips] == [True]


def run(*tools: str) -> MultiTurnSample:
    said = [AIMessage(tool_calls=[ToolCall(name)]) for name in tools]
    return MultiTurnSample(user_input=[HumanMessage("go"), *said])


def test_a_broken_case_tells_where_its_failing_runs_part_from_passing_ones() -> None:
    comparison = compare(
        scored({"a": [True, True]}),
        scored({"a": [False, False, True]}),
        baseline_samples=[run("search", "read"), run("search", "read")],
        candidate_samples=[run("search", "guess"), run("search", "guess"), run("search", "read")],
    )
    (flip,) = of(comparison).flips
    assert flip.divergence is not None
    assert flip.divergence.step == 2
    assert flip.divergence.passing == {"read({})": 3}
    assert flip.divergence.failing == {"guess({})": 2}


def test_results_without_cases_are_paired_row_by_row() -> None:
    def rows(*values: bool) -> EvaluationResult:
        return EvaluationResult(
            (METRIC,), tuple(ResultRow({METRIC: Score(value)}) for value in values)
        )

    one = of(compare(rows(True, True, False), rows(True, False, False)))
    assert one.paired.cases == 3
    assert [flip.case_id for flip in one.flips] == ["row 1"]
    with pytest.raises(InputError, match="without case_id the candidate must have 3 rows, got 1"):
        compare(rows(True, True, False), rows(True))


def test_metrics_that_only_one_has_are_told() -> None:
    def both(*metrics: str) -> EvaluationResult:
        row = ResultRow({metric: Score(True) for metric in metrics}, "a")
        return EvaluationResult(metrics, (row,))

    comparison = compare(both("A()", "B()"), both("B()", "C()"))
    assert [one.metric for one in comparison.metrics] == ["B()"]
    assert (comparison.only_baseline, comparison.only_candidate) == (("A()",), ("C()",))
    with pytest.raises(InputError, match=r"must share a metric with the baseline, A\(\)"):
        compare(both("A()"), both("C()"))
    with pytest.raises(InputError, match=r"both results have the metrics B\(\), got 'A\(\)'"):
        _ = comparison["A()"]


def test_labels_are_not_compared_as_numbers() -> None:
    def result(label: str) -> EvaluationResult:
        scores = {"Tone()": Score(label), METRIC: Score(True)}
        return EvaluationResult(("Tone()", METRIC), (ResultRow(scores, "a"),))

    comparison = compare(result("kind"), result("curt"))
    assert [one.metric for one in comparison.metrics] == [METRIC]
    assert comparison.without_numbers == ("Tone()",)


def test_it_is_written_as_json_values() -> None:
    comparison = compare(scored(suite(8, True, True)), scored(suite(8, False, True)))
    written = comparison.as_dict()
    assert json.loads(json.dumps(written, allow_nan=False)) == written
    assert written["metrics"][0]["verdict"] == "worse"


def test_an_unchanged_suite_seldom_alarms() -> None:
    generator = random.Random(5)

    def result() -> EvaluationResult:
        return scored({f"{c}": [generator.random() < 0.8 for _ in range(3)] for c in range(40)})

    alarms = sum(compare(result(), result()).worse for _ in range(100))
    assert alarms <= 6


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"detect": 0}, "detect must be a number above 0, got 0"),
        ({"alpha": 1}, r"alpha must be in the open interval \(0, 1\), got 1"),
        ({"passes_at": float("nan")}, "passes_at must be a finite number, got nan"),
        ({"baseline_samples": []}, "there must be 1 samples, one a row, got 0"),
    ],
)
def test_bad_input_is_refused(given: dict[str, Any], rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        compare(scored({"a": [True]}), scored({"a": [True]}), **given)


def test_some_rows_without_a_case_cannot_be_paired() -> None:
    nameless = EvaluationResult((METRIC,), (ResultRow({METRIC: Score(True)}),))
    with pytest.raises(InputError, match="all 2 rows need a case_id, or none, got 1"):
        compare(scored({"a": [True]}), nameless)


def test_results_over_other_cases_cannot_be_compared() -> None:
    rule = r"the candidate must share a case with the baseline, which has 'a', got \['z'\]"
    with pytest.raises(InputError, match=rule):
        compare(scored({"a": [True]}), scored({"z": [False]}))
