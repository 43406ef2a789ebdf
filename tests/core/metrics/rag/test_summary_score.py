from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge.summaries import KeyPoints
from odograph.metrics import Score, SummaryScore
from scripted_judge import ScriptedJudge, verdicts


def score(letters: str, length: int = 50, **settings: Any) -> Score:
    """Score a summary of that length of a text of 100 characters."""
    points = KeyPoints(points=[f"p{index}" for index in range(len(letters))])
    judge = ScriptedJudge(points, verdicts(letters))
    metric = SummaryScore(judge=judge, **settings)
    return metric.score(response="s" * length, reference_contexts=["t" * 60, "", "t" * 40])


@pytest.mark.parametrize(
    ("letters", "length", "value"),
    [("yyyy", 50, 0.75), ("yynn", 50, 0.375), ("yy", 100, 0.5), ("yy", 300, 0.5), ("nn", 1, 0.0)],
)
def test_by_hand(letters: str, length: int, value: float) -> None:
    assert score(letters, length).value == value


def test_coverage_alone() -> None:
    assert score("yn", 90, length_penalty=False).value == 0.5
    assert score("yn", 90, coeff=0).value == 0.5


def test_undefined_and_known_cases() -> None:
    assert score("").reason == "the text has no key points"
    metric = SummaryScore(judge=ScriptedJudge())
    assert metric.score(response="", reference_contexts=["t"]).value == 0.0
    assert metric.score(response="s", reference_contexts=[""]).fault == "data"


def test_the_coefficient_has_a_range() -> None:
    with pytest.raises(InputError, match=r"coeff must be in \[0, 1\]"):
        SummaryScore(coeff=2)


def test_by_words() -> None:
    text = "The bridge is steel. It opened in 1932. It is red. Cats like it."
    result = SummaryScore().score(response="The steel bridge.", reference_contexts=[text])
    assert result.details["coverage"] == 0.25
