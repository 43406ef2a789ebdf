from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.match import approx, as_set, casefold, date, each, one_of, optional, regex
from odograph.metrics import (
    Metric,
    PathMatch,
    ToolCallAccuracy,
    ToolCallF1,
    ToolCallPrecision,
    ToolCallRecall,
    ToolSelection,
    TrajectoryMatch,
    parse_metric,
)

names = st.text(max_size=5)
literals = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | names
tolerances = st.floats(0, 1e9)
comparators: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([casefold, regex, date, optional])
    | st.builds(approx, tolerances, tolerances, st.none() | st.integers())
    | st.builds(regex, names),
    lambda inner: (
        st.builds(as_set, inner)
        | st.builds(each, inner)
        | st.builds(optional, inner | literals)
        | st.lists(inner | literals, min_size=1, max_size=2).map(lambda several: one_of(*several))
    ),
    max_leaves=3,
)
paths = st.sampled_from(["city", "items[*].sku", "['a.b']", "u.id"])
modes = st.sampled_from(["exact", "ignore", "subset", "superset"])
overrides = st.dictionaries(
    names,
    modes
    | st.lists(paths, min_size=1, max_size=2)
    | st.dictionaries(paths, comparators, min_size=1, max_size=2),
    max_size=2,
)
common: dict[str, Any] = {
    "args": modes,
    "overrides": overrides,
    "which": st.sampled_from(["requested", "executed", "succeeded"]),
    "tools": st.none() | st.lists(names, min_size=1, max_size=2),
}
match_modes = st.sampled_from(["strict", "in_order", "unordered", "subset", "superset"])
metrics: st.SearchStrategy[Metric] = st.one_of(
    st.builds(TrajectoryMatch, match_modes, scope=st.sampled_from(["run", "turn"]), **common),
    *(st.builds(kind, **common) for kind in (ToolCallF1, ToolCallPrecision, ToolCallRecall)),
    st.builds(ToolSelection, **common),
    st.builds(ToolCallAccuracy, st.booleans(), **common),
    st.builds(PathMatch, match_modes, st.none() | st.integers(1, 5)),
)


def without_infinities(metric: Metric) -> bool:
    return "inf" not in repr(metric)


@given(metrics.filter(without_infinities))
def test_a_metric_reads_back_from_its_spelling(metric: Metric) -> None:
    assert parse_metric(repr(metric)) == metric
    assert repr(parse_metric(repr(metric))) == repr(metric)


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("ToolCallF1", ToolCallF1()),
        ("ToolCallF1()", ToolCallF1()),
        (" TrajectoryMatch('superset') ", TrajectoryMatch("superset")),
        ("ToolCallAccuracy(False, args='ignore')", ToolCallAccuracy(False, "ignore")),
        (
            "ToolCallF1(overrides={'pay': {'eur': approx(0.01), 'to': casefold}})",
            ToolCallF1(overrides={"pay": {"eur": approx(0.01), "to": casefold}}),
        ),
        ("TrajectoryMatch(tools=['a'])", TrajectoryMatch(tools=["a"])),
    ],
)
def test_spellings(text: str, metric: Metric) -> None:
    assert parse_metric(text) == metric


def test_only_what_differs_from_the_default_is_spelt() -> None:
    assert repr(TrajectoryMatch(mode="superset", scope="run")) == "TrajectoryMatch(mode='superset')"
    assert repr(ToolSelection()) == "ToolSelection()"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "ToolCalF1",
            "'ToolCalF1' column 1: there is no metric 'ToolCalF1'; did you mean ToolCallF1?",
        ),
        ("xyz()", "there is no metric 'xyz' (there are "),
        ("ToolCallF1(", "'ToolCallF1(' column 11: is not the spelling of a metric"),
        ("", "'' column 1: is not the spelling of a metric"),
        ("ToolCallF1(argz='exact')", "ToolCallF1 got an unexpected keyword argument 'argz'"),
        ("ToolCallF1(args='excat')", "args: must be one of exact, ignore, subset, superset"),
        ("TrajectoryMatch(mode='any')", "mode: must be one of strict, in_order, unordered"),
        ("ToolCallF1(args=open('x'))", "column 17: arguments must be literals or comparators"),
        ("ToolCallF1(args=__import__('os').name)", "arguments must be literals or comparators"),
        ("ToolCallF1(overrides={'f': {'x': aprox(1)}})", "column 34: arguments must be literals"),
        ("ToolCallF1(overrides={'f': {'x': approx(1, 2, 3, 4)}})", "column 34: approx.__init__()"),
        ("ToolCallF1(overrides={'f': {'x': approx(-1)}})", "absolute must be a finite number"),
        ("ToolCallF1(**{})", "arguments must be literals or comparators"),
        ("ToolCallF1(tools='f')", "tools: must be a list of names of tools, or None, got 'f'"),
    ],
)
def test_what_is_no_spelling_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_metric(text)
    assert says in str(caught.value)
