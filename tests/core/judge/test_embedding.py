import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.judge import HashedWords
from odograph.judge.embedding import cosine

NUMBERS = st.floats(-100, 100).filter(lambda number: abs(number) > 1e-3)


async def test_words_count_whatever_their_order_and_form() -> None:
    texts = ["Steel bridges opened", "the opening, steel bridge", "a"]
    one, other, none = await HashedWords()(texts)
    assert one == other
    assert sum(one) == 3
    assert sum(none) == 0


async def test_the_same_text_has_the_same_vector_in_every_process() -> None:
    [vector] = await HashedWords(size=8)(["bridge 1932"])
    assert vector == [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize("size", [0, -1, 1.5])
def test_the_size_is_a_positive_whole_number(size: Any) -> None:
    with pytest.raises(InputError, match="size must be a whole number above 0"):
        HashedWords(size)


def test_cosine_by_hand() -> None:
    assert cosine([1, 0], [0.6, 0.8]) == 0.6
    assert cosine([1, 0], [-1, 0]) == -1.0
    assert cosine([0, 0], [1, 0]) is None
    assert cosine([1e200, 1e200], [1e-200, 1e-200]) == pytest.approx(1.0)


@given(st.lists(NUMBERS, min_size=1, max_size=8))
def test_equal_vectors_are_exactly_1(vector: list[float]) -> None:
    assert cosine(vector, list(vector)) == 1.0


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=8))
def test_it_is_symmetric_and_within_its_range(pairs: list[tuple[float, float]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    value = cosine(one, other)
    assert value is not None
    assert -1 <= value <= 1
    assert cosine(other, one) == pytest.approx(value)


@pytest.mark.parametrize("other", [[1.0], [1.0, math.nan], [1.0, math.inf]])
def test_vectors_that_do_not_fit_are_refused(other: list[float]) -> None:
    with pytest.raises(InputError):
        cosine([1.0, 0.0], other)
