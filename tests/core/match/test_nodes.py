from typing import Any

import pytest

from odograph.match.edits import render_edits
from odograph.match.nodes import PathRules
from odograph.trace import NodePath, NodeVisit

MODES: list[Any] = ["strict", "in_order", "unordered", "subset", "superset"]


def held(actual: list[Any], expected: list[Any], depth: int | None = None) -> list[str]:
    ours, theirs = NodePath.of(actual), NodePath.of(expected)
    return [mode for mode in MODES if PathRules(mode, depth).match(ours, theirs)]


@pytest.mark.parametrize(
    ("actual", "expected", "modes"),
    [
        (["a", "b"], ["a", "b"], MODES),
        (["a", ("c", "b"), "d"], ["a", {"b", "c"}, "d"], MODES),
        (["a", ("w", "w", "w")], ["a", ("w", "w")], ["in_order", "superset"]),
        (["a", "b", "c"], ["a", "c"], ["in_order", "superset"]),
        (["b", "a"], ["a", "b"], ["unordered", "subset", "superset"]),
        ([{"a", "b"}], ["a", "b"], ["unordered", "subset", "superset"]),
        (["a"], ["a", "b"], ["subset"]),
        ([], [], MODES),
        ([{"t": ["x", "y"]}], [{"t": ["x", "y"]}], MODES),
        ([{"t": ["y", "x"]}], [{"t": ["x", "y"]}], ["unordered", "subset", "superset"]),
        ([{"t": ["x", "z", "y"]}], [{"t": ["x", "y"]}], ["in_order", "superset"]),
        ([{"t": ["x"]}], ["t"], ["in_order", "superset"]),
        ([{"u": ["x"]}], [{"t": ["x"]}], []),
    ],
)
def test_paths_match(actual: list[Any], expected: list[Any], modes: list[str]) -> None:
    assert held(actual, expected) == modes


def test_what_ran_inside_can_be_ignored() -> None:
    assert held([{"t": ["x"]}, "end"], ["t", "end"], depth=1) == MODES
    assert held([{"t": [{"u": ["x"]}]}], [{"t": ["u"]}], depth=2) == MODES
    assert "strict" not in held([{"t": [{"u": ["x"]}]}], [{"t": ["u"]}], depth=3)


def test_visits_of_one_node_are_paired_by_what_ran_inside() -> None:
    actual = [({"t": ["x", "y"]}, {"t": ["x"]})]
    expected = [({"t": ["x"]}, {"t": ["x", "y"]})]
    assert held(actual, expected) == MODES


def test_retries_are_one_visit() -> None:
    retried = NodePath([[NodeVisit("a", attempts=3)], [NodeVisit("b", "error")]])
    assert PathRules("strict").match(retried, NodePath.of(["a", "b"]))


@pytest.mark.parametrize(
    ("mode", "actual", "expected", "says"),
    [
        ("strict", ["a", "x"], ["a", "b"], "missing node b\nunexpected node x"),
        ("superset", ["a", "x"], ["a", "b"], "missing node b"),
        ("subset", ["a", "x"], ["a", "b"], "unexpected node x"),
        ("strict", ["a", ("w", "w")], ["a"], "unexpected node w x2"),
        ("strict", ["b", "a"], ["a", "b"], "order: the run visits b > a, the reference a > b"),
        ("strict", [{"a", "b"}], ["a", "b"], "order: the run visits (a & b), the reference a > b"),
        ("strict", [{"t": ["x"]}], [{"t": ["y"]}], "missing node t > y\nunexpected node t > x"),
        (
            "strict",
            [{"t": ["y", "x"]}],
            [{"t": ["x", "y"]}],
            "order in t: the run visits y > x, the reference x > y",
        ),
    ],
)
def test_what_keeps_paths_from_matching_is_told(
    mode: Any, actual: list[Any], expected: list[Any], says: str
) -> None:
    edits = PathRules(mode).explain(NodePath.of(actual), NodePath.of(expected))
    assert render_edits(edits) == says
