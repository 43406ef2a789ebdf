import json
import math
from datetime import date

from odograph.match import Difference, Edit, any_value, approx, render_edits
from odograph.match.edits import spell_call
from odograph.match.equality import ABSENT
from odograph.trace import ToolCall

CHANGED = Edit(
    "changed",
    "call 1 f",
    differences=(
        Difference("$.a", 1, 2),
        Difference("$.b", ABSENT, approx(1, of=2)),
        Difference("$.c", [date(2024, 5, 20)], ABSENT),
    ),
    actual=0,
    expected=3,
)


def test_an_edit_says_what_differs() -> None:
    assert str(CHANGED) == (
        "call 1 f: $.a: 1 != 2; $.b: missing, expected approx(1, of=2); "
        "$.c: unexpected ['2024-05-20']"
    )
    assert str(Edit("order", "order", "a, b")) == "order: a, b"
    assert str(Edit("missing", "missing call f()")) == "missing call f()"


def test_an_edit_for_programs_is_json() -> None:
    assert json.loads(json.dumps(CHANGED.as_dict())) == {
        "op": "changed",
        "subject": "call 1 f",
        "actual": 0,
        "expected": 3,
        "differences": [
            {"path": "$.a", "kind": "changed", "actual": 1, "expected": 2},
            {"path": "$.b", "kind": "missing", "expected": "approx(1, of=2)"},
            {"path": "$.c", "kind": "unexpected", "actual": ["2024-05-20"]},
        ],
    }


def test_comparators_at_any_depth_are_text_for_programs() -> None:
    edit = Edit("changed", "f", differences=(Difference("$.a", 1, [{"x": any_value}]),))
    assert edit.as_dict()["differences"][0]["expected"] == [{"x": "any_value"}]


def test_a_place_with_quotes_is_masked_by_its_name() -> None:
    edit = Edit("changed", "f", differences=(Difference("$['it\\'s \"x\"'].token", "hunter2", 1),))
    assert "hunter2" not in str(edit)


def test_long_lists_and_values_are_cut() -> None:
    edits = [Edit("extra", f"unexpected call {i}") for i in range(13)]
    assert render_edits(edits).splitlines()[-1] == "... and 3 more"
    assert len(render_edits(edits, limit=2).splitlines()) == 3
    assert len(spell_call(ToolCall("f", {"text": "x" * 500}))) == 120


def test_calls_are_written_as_python_writes_them() -> None:
    assert spell_call(ToolCall("f", {"n": math.nan, "d": date(2024, 5, 20), "l": (1,)})) == (
        "f(n=nan, d='2024-05-20', l=[1])"
    )


def test_colour_comes_only_if_asked_for() -> None:
    assert "\x1b" not in render_edits([CHANGED])
    assert render_edits([CHANGED], color=True).startswith("\x1b[33mcall 1 f")


def spelled(actual: str | int, expected: str | int) -> str:
    return str(Edit("changed", "f", differences=(Difference("$.q", actual, expected),)))


def test_long_texts_that_begin_alike_are_shown_where_they_part() -> None:
    same = "select " * 100
    assert spelled(f"{same}a from t", f"{same}b from t") == (
        "f: $.q: ...elect select select a from t' != ...elect select select b from t'"
    )
    assert spelled(f"a {same}", f"b {same}").startswith("f: $.q: 'a select select ")
    assert spelled(10**200, 10**201) == f"f: $.q: ...{'0' * 20} != ...{'0' * 21}"


def test_texts_that_look_alike_are_shown_by_their_code_points() -> None:
    assert spelled("caf\u00e9", "cafe\u0301") == r"f: $.q: 'caf\xe9' != 'cafe\u0301'"
    assert spelled("café", "cafés") == "f: $.q: 'café' != 'cafés'"
