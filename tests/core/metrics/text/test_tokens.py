import pytest

from odograph.metrics.text.tokens import is_spaced, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It's the 2nd café.", ["It", "s", "the", "2nd", "café"]),
        ("今天很好。", ["今", "天", "很", "好"]),
        ("GPTは速い", ["GPT", "は", "速", "い"]),
        ("ไทย", ["ไ", "ท", "ย"]),
        ("Привет, мир", ["Привет", "мир"]),
        ("...", []),
    ],
)
def test_words_and_where_there_are_no_spaces_characters(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_marks_are_words_where_they_are_asked_for() -> None:
    assert words_of("a, b_c.", marks=True) == ["a", ",", "b", "_", "c", "."]


def test_scripts_are_told_apart() -> None:
    assert is_spaced("Привет, café")
    assert not is_spaced("GPTは速い")
