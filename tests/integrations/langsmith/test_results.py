from typing import Any

import numpy as np
import pytest

from odograph.metrics import Score
from odograph_langsmith.results import comment_of, fault_of, result_of, value_of


@pytest.mark.parametrize(
    ("value", "plain"),
    [(True, True), (1, 1.0), (0.25, 0.25), (np.float64(0.5), 0.5), (np.True_, True)],
)
def test_values_are_pythons_own(value: float, plain: float) -> None:
    result = result_of("m", Score(value), "M()")
    assert result.score == plain
    assert type(result.score) is type(plain)


def test_an_unscored_value_is_none_with_its_fault_and_reason() -> None:
    score = Score.unscored("data", "no reference")
    assert value_of(score) is None
    assert comment_of(score) == "unscored (data): no reference"


def test_an_empty_reason_is_no_comment() -> None:
    assert comment_of(Score(1.0)) is None


def test_details_become_json() -> None:
    result: Any = result_of("m", Score(1.0, details={"missing": ("a", {"b"})}), "M()")
    assert result.metadata == {"missing": ["a", ["b"]]}


def test_an_exception_is_a_fault_of_the_harness() -> None:
    assert fault_of(KeyError("answer")) == Score.unscored("harness", "KeyError: 'answer'")
