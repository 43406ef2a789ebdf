import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from odograph import InputError, Score
from odograph.evaluation import EvaluationResult, ResultRow

faults = st.sampled_from(["agent", "data", "judge", "harness"])
text = st.text(max_size=5) | st.sampled_from(["", '"', "a\r\nb,c", "\ud800"])
details = st.dictionaries(text, st.integers() | text | st.lists(st.booleans(), max_size=2))
values = st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | text
scores = st.builds(Score, values, text, details) | st.builds(Score.unscored, faults, text)
rows = st.builds(
    ResultRow,
    st.fixed_dictionaries({"A()": scores, "B(mode='x')": scores}),
    st.none() | text,
    st.none() | st.integers(0, 9),
    st.none() | text,
    st.dictionaries(text, text | st.integers(), max_size=2),
)
suffixes = pytest.mark.parametrize("suffix", [".jsonl", ".json", ".csv"])


@suffixes
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(several=st.lists(rows, min_size=1, max_size=3))
def test_what_is_saved_is_loaded_equal(
    suffix: str, several: list[ResultRow], tmp_path: Path
) -> None:
    path = tmp_path / f"results{suffix}"
    result = EvaluationResult(["A()", "B(mode='x')"], several)

    result.save(path)
    loaded = EvaluationResult.load(path)
    assert loaded == result
    for metric in result.metrics:  # == takes True for 1
        kinds = [type(score.value) for score in result.scores(metric)]
        assert [type(score.value) for score in loaded.scores(metric)] == kinds


@suffixes
def test_a_file_is_strict_json_whatever_the_details_hold(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"results{suffix}"
    odd = {"a": math.nan, "b": [math.nan, 1.0], "c": math.inf}
    EvaluationResult(["A()"], [ResultRow({"A()": Score(1.0, "", odd)})]).save(path)

    assert "NaN" not in path.read_text()
    assert "Infinity" not in path.read_text()
    loaded = EvaluationResult.load(path).scores("A()")[0]
    assert loaded.details == {"a": None, "b": [None, 1.0], "c": None}


def test_json_holds_the_summary_too(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    unscored = Score.unscored("judge", "no reply")
    EvaluationResult(["A()"], [ResultRow({"A()": one}) for one in (Score(0.5), unscored)]).save(
        path
    )

    def refuse(constant: str) -> Any:
        raise AssertionError(constant)

    whole = json.loads(path.read_text(), parse_constant=refuse)
    assert whole["summary"] == [
        {"metric": "A()", "mean": 0.5, "scored": 1, "total": 2, "unscored": {"judge": 1}}
    ]


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a results file must end in \.jsonl, \.json, \.csv"):
        EvaluationResult(["A()"], []).save(tmp_path / "results.xlsx")


@pytest.mark.parametrize(
    ("name", "contents", "told"),
    [
        ("x.jsonl", "{}\n", r"x\.jsonl:1: the first line must have schema"),
        ("x.json", '{"schema": "odograph-result/1", "metrics": []}', "rows must be a list"),
        ("x.csv", "case_id,A()\n1,2\n", r"x\.csv:2: is not a row of results"),
    ],
)
def test_a_file_of_something_else_is_refused(
    name: str, contents: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(contents)
    with pytest.raises(InputError, match=told):
        EvaluationResult.load(tmp_path / name)
