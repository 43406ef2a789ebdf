import pytest

from odograph import AIMessage, InputError, MultiTurnSample, Score, ToolCall
from odograph.evaluation import EvaluationResult, ResultRow
from odograph.evaluation.failures import Triad, attribute_failures

TRIAD = ("ContextRelevance()", "Faithfulness()", "AnswerRelevancy()")


def answers(*rows: tuple[float | None, float, float]) -> EvaluationResult:
    def score(value: float | None) -> Score:
        return Score.unscored("judge", "no reply") if value is None else Score(value)

    return EvaluationResult(
        TRIAD,
        [ResultRow(dict(zip(TRIAD, map(score, row), strict=True))) for row in rows],
    )


def run(*calls: str) -> MultiTurnSample:
    return MultiTurnSample(
        user_input=[AIMessage(tool_calls=[ToolCall(name) for name in calls])],
        reference_tool_calls=[ToolCall("find")],
    )


def test_every_row_has_its_stage_and_the_failures_their_shares() -> None:
    report = attribute_failures(answers((1, 1, 1), (0, 0, 1), (0, 1, 0), (1, 0, 1), (None, 1, 1)))

    assert [row.stage for row in report.rows] == [
        "none",
        "retrieval",
        "retrieval",
        "generation",
        None,
    ]
    assert {stage: share.share for stage, share in report.shares.items()} == {
        "retrieval": 2 / 3,
        "generation": 1 / 3,
    }
    assert str(report) == "retrieval 2, generation 1 (3 of 5 failed, 1 undecided)"


def test_runs_are_attributed_by_their_calls_first() -> None:
    report = attribute_failures(answers((0, 0, 0), (1, 0, 1)), [run("look"), run("find")])
    assert [row.stage for row in report.rows] == ["tool choice", "generation"]


def test_runs_need_no_triad() -> None:
    result = EvaluationResult(["A()"], [ResultRow({"A()": Score(1.0)})])
    assert attribute_failures(result, [run("find")]).failed == 0


def test_metrics_of_other_names_are_said() -> None:
    result = EvaluationResult(
        ["c", "g", "a"], [ResultRow({"c": Score(1), "g": Score(0), "a": Score(1)})]
    )
    report = attribute_failures(result, triad=Triad("c", "g", "a"))
    assert report.rows[0].stage == "generation"
    with pytest.raises(InputError, match="triad: the result has the metrics c, g, a, got 'x'"):
        attribute_failures(result, triad=Triad("x", "g", "a"))


def test_what_cannot_be_attributed_is_refused() -> None:
    result = EvaluationResult(["A()"], [ResultRow({"A()": Score(1.0)})])
    with pytest.raises(InputError, match="give samples with reference calls, or a result with"):
        attribute_failures(result)
    with pytest.raises(InputError, match="give the 1 samples that were scored, got 2"):
        attribute_failures(result, [run(), run()])
