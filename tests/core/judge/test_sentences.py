import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.judge.sentences import claims_of, is_noncommittal, sentences_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It rose 3.5 m. Then it fell!\n\nWhy? ", ["It rose 3.5 m.", "Then it fell!", "Why?"]),
        (
            "Dr. Ito met J. R. Lee.",
            ["Dr. Ito met J. R. Lee."],
        ),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("- one\n2. two\n## three", ["one", "two", "three"]),
        ("东京是首都。它很大。", ["东京是首都。", "它很大。"]),
        ("यह घर है। वह पेड़ है।", ["यह घर है।", "वह पेड़ है।"]),
        ("ما هذا؟ هذا بيت.", ["ما هذا؟", "هذا بيت."]),
        ("no full stop at all", ["no full stop at all"]),
        ("", []),
        ("... !!! \n ?", []),
    ],
)
def test_a_text_is_split_at_ends_of_sentences_and_lines(text: str, sentences: list[str]) -> None:
    assert sentences_of(text) == sentences


@given(st.text())
def test_no_word_is_lost(text: str) -> None:
    joined = "".join(sentences_of(text))
    assert all(map(str.strip, sentences_of(text)))
    assert len(joined) <= len(text)


@pytest.mark.parametrize(
    ("text", "evades"),
    [
        ("I don't know.", True),
        ("I\N{RIGHT SINGLE QUOTATION MARK}m not sure about that.", True),
        ("We cannot answer this.", True),
        ("That is not mentioned in the context.", True),
        ("We don't ship to the moon.", False),
        ("It is known.", False),
    ],
)
def test_evasions_are_known_by_their_phrases(text: str, evades: bool) -> None:
    assert is_noncommittal(text) is evades


def test_claims_leave_out_what_claims_nothing() -> None:
    text = "Sure! We don't ship to the moon. Is that all? I don't know."
    assert claims_of(text) == ["We don't ship to the moon."]
