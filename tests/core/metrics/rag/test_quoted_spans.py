from typing import Any

import pytest

from odograph.errors import InputError
from odograph.metrics import QuotedSpans, Score

CONTEXT = "The steel bridge was opened\nto traffic in March 1932."


def score(response: str, **settings: Any) -> Score:
    return QuotedSpans(**settings).score(response=response, retrieved_contexts=[CONTEXT])


@pytest.mark.parametrize(
    ("response", "value"),
    [
        ('It says "bridge was opened to traffic".', 1.0),
        ('It says "Bridge was opened to traffic in March 1932."', 1.0),
        ('"bridge was opened to traffic" and "closed in March 1933"', 0.5),
        (
            "It says \N{LEFT DOUBLE QUOTATION MARK}was opened to\N{RIGHT DOUBLE QUOTATION MARK}.",
            1.0,
        ),
        ("Es hei\u00dft \u201ewas closed to\u201c.", 0.0),
        ("Il dit \u00abwas opened to\u00bb.", 1.0),
    ],
)
def test_by_hand(response: str, value: float) -> None:
    assert score(response).value == value


@pytest.mark.parametrize("response", ["", "It's what they don't say.", 'The "Golden Gate".'])
def test_who_quotes_nothing_is_unscored(response: str) -> None:
    assert score(response).reason == "the response quotes nothing"


def test_short_spans_and_letter_case_count_if_asked() -> None:
    assert score('The "steel bridge".', min_words=2).value == 1.0
    assert score('"BRIDGE WAS OPENED"', ignore_case=False).value == 0.0


def test_the_reason_names_what_is_not_there() -> None:
    assert score('"it was closed again"').reason == (
        "0 of 1 quoted span in the contexts\nnot found: it was closed again"
    )


def test_min_words_is_positive() -> None:
    with pytest.raises(InputError, match="min_words must be a whole number above 0"):
        QuotedSpans(min_words=0)
