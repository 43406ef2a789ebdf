import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.judge.words import Words, words_of


def test_by_hand() -> None:
    assert words_of("The three bridges weren't opened in 1,932.") == Words(
        content=frozenset({"bridg", "open"}), numbers=frozenset({"3", "1932"}), negated=True
    )


@pytest.mark.parametrize(
    "forms",
    [
        ("bridge", "bridges", "bridge's"),
        ("open", "opens", "opened", "opening"),
        ("city", "cities"),
        ("stop", "stopped", "stopping"),
        ("meet", "meets", "meeting", "meetings"),
        ("string", "strings"),
        ("speed", "speeds"),
        ("class", "classes"),
        ("Café", "CAFÉ"),
    ],
)
def test_forms_of_a_word_are_one(forms: tuple[str, ...]) -> None:
    assert len({words_of(form).content for form in forms}) == 1


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1,000 or 1000 or 1000.0", {"1000"}),
        ("three or 3", {"3"}),
        ("3.14", {"3.14"}),
        ("1.2.3", {"1.2.3"}),
        ("007", {"7"}),
        ("100", {"100"}),
    ],
)
def test_numbers_have_a_normal_form(text: str, numbers: set[str]) -> None:
    assert words_of(text).numbers == numbers


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("It is open.", False),
        ("It is not open.", True),
        ("It isn't open.", True),
        ("It isn\N{RIGHT SINGLE QUOTATION MARK}t open.", True),
        ("It cannot open.", True),
        ("Nobody never opened it.", False),
    ],
)
def test_two_negations_cancel(text: str, negated: bool) -> None:
    assert words_of(text).negated is negated


@given(st.text())
def test_any_text_is_taken_apart(text: str) -> None:
    assert words_of(text) == words_of(text.casefold())
