from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.retrieval import (
    context_precision,
    context_recall,
    context_relevance,
    mean_average_precision_at_k,
)

MEASURES: list[Any] = [context_precision, context_recall, context_relevance]


def test_precision_by_hand() -> None:
    # precision at the ranks 2 and 3
    assert context_precision([False, True, True]) == (1 / 2 + 2 / 3) / 2


@pytest.mark.parametrize("verdicts", [[1], [1, 1, 1], [1, 1, 0, 0]])
def test_a_perfect_ranking_is_exactly_1(verdicts: Any) -> None:
    assert context_precision(verdicts) == 1.0


def test_recall_and_relevance_are_shares() -> None:
    assert context_recall([True, False, True, True]) == 0.75
    assert context_relevance([False, True]) == 0.5


@pytest.mark.parametrize("measure", MEASURES)
def test_nothing_good_is_0_and_nothing_at_all_undefined(measure: Any) -> None:
    assert measure([False, False]) == 0.0
    assert measure([]) is None


@given(st.lists(st.booleans(), min_size=1).filter(any))
def test_precision_is_the_average_precision_of_what_was_retrieved(verdicts: list[bool]) -> None:
    useful = [rank for rank, one in enumerate(verdicts) if one]
    wanted = mean_average_precision_at_k(range(len(verdicts)), useful)
    assert context_precision(verdicts) == pytest.approx(wanted)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("verdict", ["False", "yes", 0.5, None])
def test_text_and_other_numbers_are_no_verdicts(measure: Any, verdict: Any) -> None:
    with pytest.raises(InputError, match=r"\[1\]: must be True or False, got"):
        measure([True, verdict])
