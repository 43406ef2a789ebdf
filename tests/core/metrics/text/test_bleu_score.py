from typing import Any

import pytest

from odograph import InputError
from odograph.metrics import BleuScore

sacrebleu: Any = pytest.importorskip("sacrebleu")


def bleu(response: str, reference: str) -> float | None:
    return BleuScore().score(response=response, reference=reference).number


def test_an_equal_text_has_exactly_1() -> None:
    assert bleu("The cat sat on the mat.", "The cat sat on the mat.") == 1
    assert bleu("Yes.", "Yes.") == 1


def test_the_whole_text_counts_and_not_its_first_sentence() -> None:
    reference = "The cat sat on the mat. It was happy there."
    response = "The cat sat on the mat. Zebra quantum banana flies high above purple."
    value = bleu(response, reference)

    assert value == pytest.approx(sacrebleu.sentence_bleu(response, [reference]).score / 100)
    assert value is not None
    assert value < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "今天天气很好。我们去公园。",
        "今日はとても天気がいいです。",
        "วันนี้อากาศดีมาก",
        "Сегодня тепло.",
    ],
)
def test_an_equal_text_has_1_in_any_script_and_half_of_it_has_less(text: str) -> None:
    assert bleu(text, text) == 1
    half = bleu(text[: len(text) // 2], text)
    assert half is not None
    assert 0 < half < 1


def test_two_words_by_hand() -> None:
    # 2 of 3 words, 1 of 2 pairs, no triple (smoothed to 1/2): the geometric mean
    expected = (2 / 3 * 1 / 2 * 1 / 2) ** (1 / 3)
    assert bleu("a b c", "a b d") == pytest.approx(expected)


def test_nothing_to_compare_with_is_unscored_and_an_empty_answer_has_nothing() -> None:
    assert BleuScore().score(response="x", reference=" ").fault == "data"
    assert bleu("", "x") == 0


def test_an_unknown_tokenizer_is_refused() -> None:
    with pytest.raises(InputError, match="tokenize: must be one of auto, 13a"):
        BleuScore("words")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
