from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.metrics import PathMatch, Score, parse_metric
from odograph.metrics.agent.path_similarity import PathSimilarity
from odograph.trace import MultiTurnSample, NodePath


def compare(path: list[Any], reference: list[Any], depth: int | None = None) -> Score:
    sample = MultiTurnSample(user_input=(), path=NodePath.of(path), reference_path=reference)
    return PathSimilarity(depth).score(sample)


def test_worked_example() -> None:
    # 6 visits against 7, of which plan, search_a, team, draft and answer stand for each other
    path = ["plan", "search_a", {"team": ["draft", "edit"]}, "answer"]
    reference = ["plan", {"search_a", "search_b"}, {"team": ["draft", "review"]}, "answer"]
    score = compare(path, reference)
    assert score.value == 2 * 5 / (6 + 7)
    assert score.reason.splitlines() == [
        "6 visits, 7 expected",
        "missing node search_b",
        "unexpected node team > edit",
        "missing node team > review",
    ]
    assert [edit["op"] for edit in score.details["edits"]] == ["missing", "extra", "missing"]


@pytest.mark.parametrize(
    ("path", "reference", "value"),
    [
        ([], [], 1.0),
        (["a"], [], 0.0),
        ([], ["a"], 0.0),
        (["a", "b"], ["a", "b"], 1.0),
        (["a", "b"], ["b", "a"], 0.5),
        ([("a", "b")], [("b", "a")], 1.0),
        (["a", "b"], [{"a", "b"}], 0.5),
        (["a", "b", "a", "b"], ["a", "b"], 4 / 6),
        ([{"t": ["x"]}], ["t"], 2 / 3),
        ([{"t": ["x"]}], ["u"], 0.0),
        ([{"t": [["x"], ["y"]]}], [{"t": [["y"]]}], 4 / 5),
        ([{"t": [["x"], ["y"]]}], [{"t": [["x", "y"]]}], 4 / 6),
        ([{"t": ["x"]}, {"t": ["y"]}], [{"t": ["y"]}], 4 / 6),
        ([({"t": ["x"]}, {"t": ["y"]})], [({"t": ["y"]}, {"t": ["x"]})], 1.0),
    ],
)
def test_values(path: list[Any], reference: list[Any], value: float) -> None:
    assert compare(path, reference).value == value


def test_what_ran_inside_counts_as_deep_as_asked() -> None:
    path, reference = [{"t": [{"u": ["x"]}]}], [{"t": [{"u": ["y"]}]}]
    assert compare(path, reference).value == 4 / 6
    assert compare(path, reference, depth=2).value == 1
    assert compare(path, [{"t": ["v"]}], depth=1).value == 1


def test_a_node_at_another_step_is_moved() -> None:
    score = compare(["a", "b", "c"], ["c", "a", "b"])
    assert score.reason.splitlines()[1:] == ["node c: visited in step 3, expected in step 1"]


def test_graph_runs_that_stand_for_none_are_told() -> None:
    score = compare([{"t": [["x"], ["z"]]}], [{"t": [["x"]]}])
    assert score.reason.splitlines()[1:] == ["unexpected node t > z"]
    score = compare([{"t": [["x"]]}], [{"t": [["x"], ["z"]]}])
    assert score.reason.splitlines()[1:] == ["missing node t > z"]


def test_it_needs_a_path_and_a_reference() -> None:
    assert PathSimilarity().score(user_input=(), reference_path=["a"]).fault == "data"


def test_a_depth_below_one_is_refused() -> None:
    with pytest.raises(InputError, match="depth must be at least 1"):
        PathSimilarity(depth=0)


def test_the_spelling_parses_back() -> None:
    metric = PathSimilarity(depth=2)
    known = {"PathSimilarity": PathSimilarity}
    assert parse_metric(repr(metric), known=known) == metric
    assert repr(metric) == "PathSimilarity(depth=2)"


# -- properties

leaves: st.SearchStrategy[Any] = st.sampled_from(["a", "b"])


def _with_inner(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    path = st.lists(inner, min_size=1, max_size=2)
    nested = st.one_of(path, st.lists(path, min_size=2, max_size=2))
    parallel = st.lists(inner, min_size=2, max_size=2).map(tuple)
    return st.one_of(nested.map(lambda runs: {"t": runs}), parallel)


paths = st.lists(st.recursive(leaves, _with_inner, max_leaves=5), max_size=3)


@given(paths, paths)
def test_one_means_a_strict_match_and_nothing_else_does(path: list[Any], other: list[Any]) -> None:
    sample = MultiTurnSample(user_input=(), path=NodePath.of(path), reference_path=other)
    score = PathSimilarity().score(sample)
    assert (score.value == 1) is bool(PathMatch().score(sample))
    assert (score.value == 1) is ("edits" not in score.details)
    assert 0 <= float(score) <= 1


@given(paths, paths)
def test_swapping_the_sides_changes_nothing(path: list[Any], other: list[Any]) -> None:
    assert compare(path, other).value == compare(other, path).value


@given(paths)
def test_a_path_is_itself_and_an_extra_node_costs_one(path: list[Any]) -> None:
    assert compare(path, path).value == 1
    visits = sum(1 for _ in NodePath.of(path).visits())
    assert compare([*path, "z"], path).value == 2 * visits / (2 * visits + 1)
