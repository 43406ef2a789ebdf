import pytest

from odograph.judge.names import names_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("In 1889 Gustave Eiffel built it in Paris.", ["1889", "Gustave Eiffel", "Paris"]),
        ("The Golden Gate is red. The Bank of England is not.", ["Golden Gate", "Bank of England"]),
        ("It cost 1,200 dollars.", ["1,200"]),
        ("Paris and Paris", ["Paris"]),
        ("nothing here", []),
        ("", []),
    ],
)
def test_names_numbers_and_runs_of_capitals_are_taken_once(text: str, names: list[str]) -> None:
    assert names_of(text) == names
