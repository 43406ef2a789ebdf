import json
from pathlib import Path

import pytest

from odograph import InputError, Score
from odograph.evaluation import EvaluationResult, ResultRow


def result() -> EvaluationResult:
    return EvaluationResult(
        ("A()", "B()"),
        (
            ResultRow({"A()": Score(True, "yes"), "B()": Score(0.25, "some", {"n": 1})}, "one", 0),
            ResultRow({"A()": Score(False), "B()": Score.unscored("judge", "no reply")}, "two"),
        ),
    )


def test_what_is_written_is_read_back_equal(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"

    assert result().to_jsonl(path) == 2
    assert EvaluationResult.from_jsonl(path) == EvaluationResult(
        ["A()", "B()"], list(result().rows)
    )


def test_an_unscored_row_is_null_with_its_cause_and_the_line_strict_json(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    result().to_jsonl(path)

    lines = path.read_text().splitlines()
    assert json.loads(lines[0]) == {"schema": "odograph-result/1", "metrics": ["A()", "B()"]}
    assert json.loads(lines[2])["scores"]["B()"] == {
        "value": None,
        "reason": "no reply",
        "fault": "judge",
    }


def test_a_file_of_something_else_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"schema": "other"}\n')
    with pytest.raises(InputError, match=r"x\.jsonl:1: the first line must have schema"):
        EvaluationResult.from_jsonl(path)


def test_a_bad_row_is_told_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"schema": "odograph-result/1", "metrics": ["A()"]}\n{"scores": 3}\n')
    with pytest.raises(InputError, match=r"x\.jsonl:2: is not a row of results"):
        EvaluationResult.from_jsonl(path)


def test_a_metric_that_was_not_scored_is_refused() -> None:
    with pytest.raises(InputError, match=r"the result has the metrics A\(\), B\(\), got 'C\(\)'"):
        result().scores("C()")


def test_pandas_gets_missing_values_and_not_nan() -> None:
    pytest.importorskip("pandas")
    table = result().to_pandas()

    assert list(table.columns) == ["case_id", "attempt", "run_id", "A()", "B()"]
    assert table["B()"].tolist() == [0.25, None]
    assert table["A()"].tolist() == [True, False]


def tiers() -> EvaluationResult:
    def row(value: bool, **metadata: object) -> ResultRow:
        return ResultRow({"A()": Score(value)}, metadata=metadata)

    return EvaluationResult(
        ["A()"],
        [
            row(True, tier="gold", user={"land": "no"}),
            row(False, tier="free", user={"land": "no"}),
            row(False, tier="gold", user={"land": "se"}),
            row(True),
        ],
    )


def test_a_result_is_broken_down_by_a_field_of_the_metadata() -> None:
    parts = tiers().by("tier")

    assert list(parts) == ["gold", "free", None]
    assert [part.summary()[0].mean for part in parts.values()] == [0.5, 0, 1]


def test_a_dotted_path_leads_into_the_metadata() -> None:
    assert [len(part) for part in tiers().by("user.land").values()] == [2, 1, 1]


def test_repeats_are_broken_down_by_case() -> None:
    assert list(result().by("case_id")) == ["one", "two"]


def test_a_field_that_no_row_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="by: the rows have no metadata, got 'tier'"):
        EvaluationResult(["M()"], [ResultRow({"M()": Score(True)})]).by("tier")
    with pytest.raises(InputError, match="by: the rows have the fields tier, user, got 'teir'"):
        tiers().by("teir")


def test_a_table_may_tell_the_reasons() -> None:
    pytest.importorskip("pandas")
    table = result().to_pandas(reasons=True)

    assert table["B() reason"].tolist() == ["some", "no reply"]
    assert table["B() fault"].tolist() == [None, "judge"]


def test_a_list_tells_what_the_judge_took() -> None:
    row = ResultRow({"A()": Score(1.0, "", {"judge": {"calls": 2, "cost": 0.5}})})
    (told,) = EvaluationResult(["A()"], [row]).to_list()
    assert (told["A()"], told["judge calls"], told["judge cost"]) == (1.0, 2, 0.5)
