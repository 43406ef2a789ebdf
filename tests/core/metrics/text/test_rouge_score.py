from typing import Any

import pytest

from odograph import InputError, Metric
from odograph.metrics import RougeScore

rouge_scorer: Any = pytest.importorskip("rouge_score.rouge_scorer")

REFERENCE = "the cat sat on the mat"
RESPONSE = "The cat lay on the red mat."


def rouge(metric: Metric, response: str = RESPONSE, reference: str = REFERENCE) -> float | None:
    return metric.score(response=response, reference=reference).number


def test_common_words_by_hand() -> None:
    # the, cat, on, the, mat of 7 words made and 6 expected
    assert rouge(RougeScore("rouge1", "precision")) == pytest.approx(5 / 7)
    assert rouge(RougeScore("rouge1", "recall")) == pytest.approx(5 / 6)
    assert rouge(RougeScore("rouge1")) == pytest.approx(10 / 13)
    # the cat, on the
    assert rouge(RougeScore("rouge2", "recall")) == pytest.approx(2 / 5)
    # a common subsequence keeps the order
    assert rouge(RougeScore(mode="recall"), "mat the on cat") == pytest.approx(1 / 6 * 2)


@pytest.mark.parametrize("kind", ["rouge1", "rouge2", "rougeL"])
def test_plain_english_has_what_the_library_s_own_tokenizer_gives(kind: Any) -> None:
    expected = rouge_scorer.RougeScorer([kind]).score(REFERENCE, RESPONSE)[kind]
    modes: list[Any] = ["precision", "recall", "fmeasure"]
    for mode in modes:
        metric = RougeScore(kind, mode)
        assert rouge(metric) == pytest.approx(getattr(expected, mode))


@pytest.mark.parametrize("text", ["今天天气很好", "今日は晴れです", "วันนี้ดี", "Сегодня тепло"])
def test_an_equal_text_has_1_in_any_script(text: str) -> None:
    for kind in ("rouge1", "rouge2", "rougeL"):
        assert rouge(RougeScore(kind), text, text) == 1


def test_a_reference_without_words_is_unscored() -> None:
    assert RougeScore().score(response="x", reference="...").fault == "data"
    assert RougeScore("rouge2").score(response="x y", reference="one").fault == "data"
    assert rouge(RougeScore(), "...") == 0


def test_unknown_types_and_modes_are_refused() -> None:
    with pytest.raises(InputError, match="rouge_type: must be one of rouge1, rouge2, rougeL"):
        RougeScore("rouge9")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
