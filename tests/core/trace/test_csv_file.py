import csv
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from odograph import InputError
from odograph.trace.csv_file import cell_of_text, read_csv, text_of_cell, write_csv

texts = (
    st.none() | st.text() | st.sampled_from(["", '"', '""', '"a', "\ud800", "\r\n", "a,b", "NA"])
)


@given(texts)
def test_a_text_comes_back_from_its_cell_and_no_text_stays_apart_from_an_empty_one(
    text: str | None,
) -> None:
    cell = cell_of_text(text)
    assert text_of_cell(cell) == text
    cell.encode()  # what a file can hold


def test_most_texts_are_their_own_cell() -> None:
    assert cell_of_text("It's 2024-01-01, he said") == "It's 2024-01-01, he said"


def test_a_cell_of_broken_json_is_refused() -> None:
    with pytest.raises(InputError, match="must be a text as JSON"):
        text_of_cell('"half')


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(cells=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2))
def test_any_cells_come_back_from_a_file(tmp_path: Path, cells: list[str]) -> None:
    path = tmp_path / "x.csv"
    row = {"a": cells[0], "b": cells[1]}

    assert write_csv(path, ["a", "b"], [row]) == 1
    assert [read for _, read in read_csv(path)] == [row]


def test_a_cell_may_be_longer_than_the_usual_limit_which_stays_as_it_was(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    long = "x" * (before + 1)
    write_csv(tmp_path / "x.csv", ["a"], [{"a": long}])

    assert [row["a"] for _, row in read_csv(tmp_path / "x.csv")] == [long]
    assert csv.field_size_limit() == before


def test_a_short_row_has_empty_cells_and_a_long_one_is_refused_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1\n\n")
    assert [row for _, row in read_csv(path)] == [{"a": "1", "b": ""}]

    path.write_text("a,b\n1,2\n1,2,3\n")
    with pytest.raises(InputError, match=r"x\.csv:3: a row must have at most 2 cells, got 3"):
        list(read_csv(path))


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b,a\n1,2,3\n")
    with pytest.raises(InputError, match=r"x\.csv:1: columns must have different names, got 'a'"):
        list(read_csv(path))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.csv: cannot be read: No such file"):
        list(read_csv(tmp_path / "gone.csv"))
