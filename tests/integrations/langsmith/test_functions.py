import math
from functools import partial
from typing import Any

import numpy as np
import pytest

from odograph.errors import InputError
from odograph.metrics import Score
from odograph_langsmith.functions import arguments_for, score_of


@pytest.mark.parametrize(
    ("returned", "value"),
    [
        (True, True),
        (0, 0),
        (0.8, 0.8),
        ("0.8", 0.8),
        (np.float32(0.5), 0.5),
        (np.False_, False),
        ({"key": "x", "score": "0.8"}, 0.8),
    ],
)
def test_numbers_in_every_dress_are_scores(returned: Any, value: float) -> None:
    score = score_of(returned).value
    assert score == value
    assert type(score) in (bool, int, float)


def test_a_comment_is_the_reason() -> None:
    assert score_of({"score": 1.0, "comment": "fine"}) == Score(1.0, "fine")
    assert score_of({"score": None, "comment": "no answer"}) == Score.unscored("data", "no answer")
    assert score_of(Score(1.0, "fine")) == Score(1.0, "fine")


@pytest.mark.parametrize("returned", [math.nan, math.inf, "nan", {"score": math.nan}])
def test_what_is_not_finite_is_unscored_and_says_so(returned: Any) -> None:
    score = score_of(returned)
    assert score.fault == "harness"
    assert "which is no score" in score.reason


def test_no_score_is_unscored() -> None:
    assert score_of(None).fault == "data"
    assert score_of({"value": "label"}).fault == "data"


@pytest.mark.parametrize("returned", ["False", "fail", "", [1.0], object()])
def test_other_things_are_no_score(returned: Any) -> None:
    with pytest.raises(InputError, match="must return a number"):
        score_of(returned)


def some(outputs: Any, *, inputs: Any = None, threshold: float = 0.5) -> float:
    return threshold


def all_of_them(**given: Any) -> float:
    return 1.0


def foreign(outputs: Any, foo: Any) -> float:
    return 1.0


def starred(*values: Any) -> float:
    return 1.0


def test_a_function_is_given_what_it_names() -> None:
    assert arguments_for(some) == ("outputs", "inputs")
    assert arguments_for(partial(some, threshold=1.0)) == ("outputs", "inputs")
    assert arguments_for(all_of_them) == ("inputs", "outputs", "reference_outputs")


@pytest.mark.parametrize("function", [foreign, starred])
def test_a_parameter_that_nothing_fills_is_refused(function: Any) -> None:
    with pytest.raises(InputError, match="must be among inputs, outputs, reference_outputs"):
        arguments_for(function)
