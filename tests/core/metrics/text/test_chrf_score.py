from typing import Any

import pytest

from odograph import InputError, parse_metric
from odograph.metrics import ChrfScore

sacrebleu: Any = pytest.importorskip("sacrebleu")


def chrf(response: str, reference: str, metric: ChrfScore | None = None) -> float | None:
    return (metric or ChrfScore()).score(response=response, reference=reference).number


@pytest.mark.parametrize("text", ["ab", "The cat sat.", "今天天气很好。", "สวัสดีครับ"])
def test_an_equal_text_has_exactly_1(text: str) -> None:
    assert chrf(text, text) == 1
    assert chrf(text, text, ChrfScore(word_order=2)) == 1


def test_single_characters_by_hand() -> None:
    # 1 of 2 characters found, 1 of 3 recalled, beta 2
    precision, recall = 1 / 2, 1 / 3
    expected = 5 * precision * recall / (4 * precision + recall)
    assert chrf("ax", "abc", ChrfScore(char_order=1)) == pytest.approx(expected)


def test_it_is_that_of_the_library() -> None:
    response, reference = "the cat sat on a mat", "a cat sits on the mat"
    expected = sacrebleu.sentence_chrf(response, [reference]).score / 100
    assert chrf(response, reference) == pytest.approx(expected)


def test_an_order_out_of_range_is_refused() -> None:
    with pytest.raises(InputError, match="char_order must be a whole number of at least 1, got 0"):
        ChrfScore(char_order=0)


def test_the_spelling_parses_back() -> None:
    assert parse_metric("ChrfScore(word_order=2)") == ChrfScore(word_order=2)
