from typing import Any

import pytest

from odograph import Score
from odograph.evaluation import JudgeUsage


def judged(**told: Any) -> Score:
    return Score(1.0, "", {"judge": told})


def test_usage_adds_up_and_scores_without_a_judge_took_nothing() -> None:
    scores = [
        judged(calls=2, input_tokens=10, output_tokens=3, cost=0.5),
        Score(1.0),
        judged(calls=1, input_tokens=5, output_tokens=1, cost=0.25),
    ]
    assert JudgeUsage.of(scores) == JudgeUsage(3, 15, 4, 0.75)
    assert JudgeUsage.of([]) == JudgeUsage(0, 0, 0, 0.0)


@pytest.mark.parametrize("told", [{"calls": 1, "cost": None}, {"calls": 1}])
def test_one_unknown_cost_makes_the_whole_unknown(told: dict[str, Any]) -> None:
    assert JudgeUsage.of([judged(calls=1, cost=0.5), judged(**told)]).cost is None


def test_an_answer_from_a_cache_costs_nothing() -> None:
    assert JudgeUsage.of([judged(calls=0, cost=None, kept_answers=1)]).cost == 0
