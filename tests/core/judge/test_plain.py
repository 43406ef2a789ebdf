from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.judge import JudgeError
from odograph.judge.plain import read_label, read_number, read_truth

LABELS = ["relevant", "irrelevant"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("irrelevant", "irrelevant"),
        ("**Relevant**.", "relevant"),
        ("label: irrelevant\nexplanation: a relevant text would name the year", "irrelevant"),
        ("Some words.\n**Verdict:** relevant", "relevant"),
    ],
)
def test_a_label_is_the_whole_text_or_a_named_line(text: str, label: str) -> None:
    assert read_label(text, LABELS) == label


@pytest.mark.parametrize(
    "text",
    ["not relevant", "It is relevant.", "label: relevant\nlabel: irrelevant", "", "relevan"],
)
def test_a_label_inside_other_words_is_none(text: str) -> None:
    with pytest.raises(JudgeError, match="must be one of relevant, irrelevant"):
        read_label(text, LABELS)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("7.5", 7.5),
        ("There are 3 problems. Score: 7", 7),
        ("**Score:** 7/10", 7),
        ("I would say 8/10", 8),
        ("8 out of 10", 8),
        ("Score: 8/10. So 8/10.", 8),
    ],
)
def test_a_number_is_clear_by_its_label_or_its_scale(text: str, number: float) -> None:
    assert read_number(text, 1, 10) == number


@pytest.mark.parametrize(
    "text",
    [
        "Between 4 and 6",
        "There are 3 problems.",
        "Score: 4, rating: 6",
        "4.2/5",
        "85",
        "0",
        "10.01",
        "Score: 1.2.3",
        "nan",
        "inf",
        "high",
        "",
    ],
)
def test_other_numbers_are_not_guessed(text: str) -> None:
    with pytest.raises(JudgeError):
        read_number(text, 1, 10)


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ('"False"', False),
        ('"true"', True),
        ("false", False),
        ('"no"', False),
        ("0", False),
        ('"0.0"', False),
        ('"fail"', False),
        ("Yes.", True),
    ],
)
def test_a_truth_value_is_read_by_what_it_says(text: str, truth: bool) -> None:
    assert read_truth(text) is truth


@pytest.mark.parametrize("text", ['""', "", "maybe", "[1]", "2", "undetermined"])
def test_any_other_text_is_no_truth_value(text: str) -> None:
    with pytest.raises(JudgeError, match="must be yes or no"):
        read_truth(text)


@given(st.text() | st.from_regex(r"(score: |value=)?[\d./ -]{0,9}( out of |/)?\d{0,3}"))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(JudgeError):
        assert 1 <= read_number(text, 1, 10) <= 10
    with suppress(JudgeError):
        assert read_label(text, LABELS) in LABELS
    with suppress(JudgeError):
        assert read_truth(text) in (True, False)


def test_deep_text_is_refused() -> None:
    with pytest.raises(JudgeError):
        read_truth("[" * 100_000)
