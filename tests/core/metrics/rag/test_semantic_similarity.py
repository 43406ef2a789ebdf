from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.metrics import Score, SemanticSimilarity


def score(response: str, reference: str, **settings: Any) -> Score:
    return SemanticSimilarity(**settings).score(response=response, reference=reference)


def test_by_hand() -> None:
    # four words each, two in common
    assert score("red steel bridge 1932", "red steel tower 1933").value == pytest.approx(0.5)
    assert score("red bridge", "blue tower").value == 0.0


@given(st.text(min_size=1).filter(str.strip))
def test_equal_texts_are_exactly_1(text: str) -> None:
    assert score(text, text).value == 1.0


@given(st.text("abc ", min_size=1), st.text("abc ", min_size=1))
def test_it_is_symmetric_and_within_its_range(one: str, other: str) -> None:
    there, back = score(one, other).value, score(other, one).value
    assert there == back or one.strip() == "" or other.strip() == ""
    assert there is None or 0 <= float(score(one, other)) <= 1


def test_opposite_vectors_are_0_and_zero_vectors_unscored() -> None:
    async def opposite(texts: Any) -> Any:
        return [(1.0,), (-1.0,)]

    async def zeros(texts: Any) -> Any:
        return [(0.0,), (0.0,)]

    assert score("x", "y", embeddings=opposite).value == 0.0
    assert score("x", "y", embeddings=zeros).fault == "data"


@pytest.mark.parametrize(("threshold", "verdict"), [(0.5, True), (0.51, False), (0.0, True)])
def test_a_threshold_makes_it_a_verdict(threshold: float, verdict: bool) -> None:
    result = score("red steel bridge 1932", "red steel tower 1933", threshold=threshold)
    assert result.value is verdict


def test_empty_texts_are_unscored() -> None:
    assert score("", "x").fault == "agent"
    assert score("x", " ").fault == "data"


def test_the_threshold_has_a_range() -> None:
    with pytest.raises(InputError, match=r"threshold must be in \[0, 1\]"):
        SemanticSimilarity(threshold=1.5)


def test_it_says_by_what_it_compared() -> None:
    assert score("red", "red").reason == "similarity 1.000, by words"
