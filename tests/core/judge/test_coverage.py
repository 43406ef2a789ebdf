import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.judge.coverage import Source, overlap
from odograph.judge.words import words_of

TEXT = "The steel bridge was opened in 1932. It does not carry trains."


@pytest.mark.parametrize(
    ("claim", "supported", "share"),
    [
        ("The steel bridge opened in 1932.", True, 1.0),
        ("The steel bridge opened in 1933.", False, 0.75),
        ("The steel tower stands.", False, 1 / 3),
        ("It carries trains.", False, 1.0),
        ("The 1932.", True, 1.0),
        ("", False, 0.0),
    ],
)
def test_by_hand(claim: str, supported: bool, share: float) -> None:
    found = Source.of(TEXT).cover(words_of(claim), 0.75)
    assert found.supported is supported
    assert found.share == pytest.approx(share)


def test_the_better_of_two_is_the_one_that_supports() -> None:
    claim = words_of("It carries trains.")
    denied = Source.of(TEXT).cover(claim, 0.75)
    half = Source.of("It carries.").cover(claim, 0.5)
    assert denied.share > half.share
    assert max(denied, half) == half


@given(st.text(), st.text())
def test_overlap_is_within_its_range_and_whole_with_itself(one: str, other: str) -> None:
    assert 0 <= overlap(one, other) <= 1
    assert overlap(one, one) in (0.0, 1.0)
    assert overlap(one, f"{one}\n{other}") in (0.0, 1.0)
