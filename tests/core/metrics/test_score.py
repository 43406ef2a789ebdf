import math
from typing import Any

import pytest

from odograph.errors import InputError, UnscoredError
from odograph.metrics import Score


def test_a_verdict_is_a_truth_value_and_a_number() -> None:
    assert Score(True)
    assert not Score(False)
    assert (float(Score(True)), float(Score(False))) == (1.0, 0.0)


def test_a_number_is_no_verdict() -> None:
    with pytest.raises(TypeError, match=r"a score of 0\.5 is no verdict"):
        bool(Score(0.5))
    assert float(Score(0.5)) == 0.5


def test_an_unscored_score_has_neither() -> None:
    score = Score.unscored("judge", "the judge gave no verdict", tries=3)
    assert (score.value, score.fault, score.scored) == (None, "judge", False)
    assert (score.reason, score.details) == ("the judge gave no verdict", {"tries": 3})
    for read in (bool, float):
        with pytest.raises(UnscoredError, match=r"unscored \(judge\): the judge gave no verdict"):
            read(score)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, [1, 2], {}])
def test_a_value_is_finite_or_it_is_none(value: Any) -> None:
    with pytest.raises(InputError):
        Score(value)


def test_a_score_has_a_value_or_a_fault_and_not_both() -> None:
    with pytest.raises(InputError, match="either a value or a fault"):
        Score(None)
    with pytest.raises(InputError, match="either a value or a fault"):
        Score(1.0, fault="agent")
