import pytest

from core.evaluation.scored import METRIC, scored
from odograph.evaluation import EvaluationResult, ResultRow
from odograph.evaluation.attempts import Attempt, attempts_by_case
from odograph.metrics import Score
from odograph.trace import SingleTurnSample

CRASH = Score.unscored("agent", "OSError: line is down")
SILENT = Score.unscored("judge", "no reply")


def test_attempts_are_grouped_by_case_and_know_their_row() -> None:
    rows = (
        ResultRow({METRIC: Score(1.0)}, "a", 0),
        ResultRow({METRIC: Score(0.5)}, "b", 0),
        ResultRow({METRIC: Score(0.0)}, "a", 1),
        ResultRow({METRIC: Score(1.0)}),
    )
    assert attempts_by_case(EvaluationResult((METRIC,), rows), METRIC) == {
        "a": [Attempt(1.0, False, 0), Attempt(0.0, False, 2)],
        "b": [Attempt(0.5, False, 1)],
        "row 3": [Attempt(1.0, False, 3)],
    }


@pytest.mark.parametrize(
    ("score", "worth", "passes"),
    [
        (Score(True), True, True),
        (Score(0.4), 0.4, False),
        (CRASH, 0.0, False),
        (SILENT, None, None),
        (Score("a label"), None, None),
    ],
)
def test_a_crash_is_worth_nothing_and_what_is_unknown_is_not_known(
    score: Score, worth: float | None, passes: bool | None
) -> None:
    (attempt,) = attempts_by_case(scored({"a": [score]}), METRIC)["a"]
    assert (attempt.worth, attempt.passes(1.0)) == (worth, passes)


def test_a_run_that_ended_with_an_error_never_passes_but_keeps_its_value() -> None:
    samples = [SingleTurnSample(status="error")]
    (attempt,) = attempts_by_case(scored({"a": [1.0]}), METRIC, samples)["a"]
    assert (attempt.worth, attempt.passes(0.5)) == (1.0, False)
