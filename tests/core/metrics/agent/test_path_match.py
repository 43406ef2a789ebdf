from typing import Any

import pytest

from odograph.errors import InputError
from odograph.metrics import PathMatch
from odograph.trace import NodePath


def score(actual: Any, expected: Any, *parameters: Any) -> Any:
    return PathMatch(*parameters).score(path=NodePath.of(actual), reference_path=expected)


def test_worked_examples() -> None:
    path = ["plan", {"search_a", "search_b"}, "answer"]
    assert score(path, ["plan", ("search_b", "search_a"), "answer"]).value is True
    assert score(path, ["plan", "search_a", "search_b", "answer"]).value is False
    assert score(path, ["plan", "answer"], "in_order").value is True
    assert score(path, ["answer", "plan"], "superset").value is True
    assert score(path, ["plan", "answer"], "subset").value is False


def test_nodes_of_one_superstep_have_no_order() -> None:
    assert score(["a", ("c", "b"), "d"], ["a", ("b", "c"), "d"]).value is True


def test_a_node_sent_three_times_is_visited_three_times() -> None:
    actual = ["plan", ("worker", "worker", "worker"), "join"]
    assert score(actual, ["plan", ("worker",) * 3, "join"]).value is True
    assert score(actual, ["plan", ("worker",) * 2, "join"]).value is False


def test_the_depth_says_how_much_of_the_inside_counts() -> None:
    actual = ["pre", {"team": ["x", "y"]}, "post"]
    assert score(actual, ["pre", {"team": ["x", "y"]}, "post"]).value is True
    assert score(actual, ["pre", "team", "post"]).value is False
    assert score(actual, ["pre", "team", "post"], "strict", 1).value is True


def test_the_reason_names_the_nodes() -> None:
    found = score(["plan", "guess"], ["plan", "search"])
    assert found.reason == "strict does not hold\nmissing node search\nunexpected node guess"
    assert [edit["op"] for edit in found.details["edits"]] == ["missing", "extra"]


@pytest.mark.parametrize(
    ("parameters", "says"),
    [(("any",), "mode: must be one of strict"), (("strict", 0), "depth: depth must be at least 1")],
)
def test_wrong_parameters_are_refused(parameters: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        PathMatch(*parameters)
