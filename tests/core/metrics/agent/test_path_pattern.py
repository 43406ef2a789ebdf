"""`PathMatch` with a pattern in place of a reference."""

import pytest

from odograph.errors import InputError
from odograph.metrics import PathMatch, parse_metric
from odograph.trace import MultiTurnSample, NodePath

PATH = NodePath.of(["plan", {"a", "b"}, {"team": ["draft"]}, "answer"])


def sample(path: NodePath | None = PATH) -> MultiTurnSample:
    return MultiTurnSample(user_input=(), path=path)


def test_a_path_that_follows_the_pattern_matches_without_a_reference() -> None:
    score = PathMatch(pattern="plan > ... > answer").score(sample())
    assert score
    assert score.reason == "4 steps, as plan > ... > answer allows"


def test_the_reason_says_how_far_the_path_got() -> None:
    score = PathMatch(pattern="plan > a & b > answer").score(sample())
    assert score.value is False
    assert score.reason == (
        "the path does not follow plan > a & b > answer\n"
        "after plan, a & b: expected answer, got team (step 3)"
    )
    assert score.details["mismatch"]["expected"] == ["answer"]


def test_a_pattern_needs_a_path_and_a_reference_is_not_looked_at() -> None:
    metric = PathMatch(pattern="plan > ...")
    assert metric.score(sample(), reference_path=["other"])
    missing = metric.score(sample(None))
    assert (missing.scored, missing.fault) == (False, "data")
    assert "needs path" in missing.reason


def test_without_a_pattern_a_reference_is_needed_as_before() -> None:
    assert list(PathMatch().needs) == ["path", "reference_path"]
    assert list(PathMatch(pattern="a").needs) == ["path"]
    assert not PathMatch().score(sample()).scored


@pytest.mark.parametrize("given", [{"mode": "in_order"}, {"depth": 1}])
def test_a_pattern_stands_alone(given: dict[str, object]) -> None:
    with pytest.raises(InputError, match="a pattern stands alone"):
        PathMatch(pattern="a", **given)  # type: ignore[arg-type] # one of two parameters


def test_a_bad_pattern_is_refused_when_the_metric_is_made() -> None:
    with pytest.raises(InputError, match="column 5: expected a node"):
        PathMatch(pattern="a > > b")


def test_the_spelling_parses_back() -> None:
    metric = PathMatch(pattern="plan > (a & b)+")
    assert repr(metric) == "PathMatch(pattern='plan > (a & b)+')"
    assert parse_metric(repr(metric)) == metric
