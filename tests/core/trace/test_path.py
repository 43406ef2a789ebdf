from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.trace import NodePath, NodeVisit

names = st.text(max_size=3)
steps: st.SearchStrategy[Any] = st.deferred(
    lambda: names | st.frozensets(names, min_size=2, max_size=3) | parallel | nesting
)
nesting: st.SearchStrategy[Any] = st.dictionaries(
    names, st.deferred(lambda: st.lists(steps, max_size=2)), min_size=1
)
parallel: st.SearchStrategy[Any] = st.lists(names | nesting, min_size=2, max_size=3).map(tuple)


def test_a_path_is_written_in_python() -> None:
    path = NodePath.of(["plan", {"search_b", "search_a"}, {"team": ["draft", "review"]}, "answer"])
    assert [[visit.name for visit in step] for step in path.steps] == [
        ["plan"],
        ["search_a", "search_b"],
        ["team"],
        ["answer"],
    ]
    assert path.steps[2][0].nested == (NodePath.of(["draft", "review"]),)
    assert [visit.name for visit in path.visits()][3:6] == ["team", "draft", "review"]
    assert len(path) == 4


def test_a_node_may_run_a_graph_several_times() -> None:
    path = NodePath.of([{"team": [["a"], ["a", "b"]]}])
    assert path.steps[0][0].nested == (NodePath.of(["a"]), NodePath.of(["a", "b"]))


def test_a_node_visited_three_times_at_once_is_a_tuple() -> None:
    path = NodePath.of(["plan", ("worker", "worker", "worker")])
    assert len(path.steps[1]) == 3
    assert path.nodes == ["plan", ("worker", "worker", "worker")]


@given(st.lists(steps, max_size=4))
def test_its_repr_reads_back(written: list[Any]) -> None:
    path = NodePath.of(written)
    again = NodePath.of(path.nodes)
    assert again.nodes == path.nodes
    assert repr(eval(repr(path), {"NodePath": NodePath})) == repr(path)


def test_statuses_and_attempts_are_no_part_of_the_spelling() -> None:
    path = NodePath([[NodeVisit("a", "error", attempts=3)]])
    assert repr(path) == "NodePath.of(['a'])"


@pytest.mark.parametrize(
    ("nodes", "says"),
    [
        ("plan", "path: a path must be a list of steps, got 'plan'"),
        (["a", 5], "path[1]: a step must be a node's name, a set or tuple"),
        (["a", {"team": ["b", None]}], "path[1]['team'][1]: a step must be a node's name"),
        ([{5: ["a"]}], "path[0][5]: the name of a node must be text, got 5"),
        ([{"team": "ab"}], "path[0]['team']: a path must be a list of steps, got 'ab'"),
    ],
)
def test_what_is_no_path_is_refused_with_its_place(nodes: Any, says: str) -> None:
    with pytest.raises(InputError) as caught:
        NodePath.of(nodes)
    assert str(caught.value).startswith(says)
