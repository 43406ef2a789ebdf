import math

import pytest

from odograph import Score
from odograph.evaluation import MetricSummary
from odograph.evaluation.summary import summarise
from odograph.stats import t_interval, wilson_interval


def summary(*values: float | str | None, cases: list[str] | None = None) -> MetricSummary:
    scores = [Score.unscored("judge", "") if v is None else Score(v) for v in values]
    return summarise("M()", scores, cases or list(range(len(scores))))


def test_mean_and_spread_cover_what_is_scored() -> None:
    found = summary(0.5, None, 1.0)
    assert found.mean == 0.75
    assert (found.scored, found.total) == (2, 3)
    assert found.deviation == pytest.approx(math.sqrt(0.125))


def test_one_value_shows_no_spread_and_none_no_mean() -> None:
    assert (summary(0.5).deviation, summary(0.5).interval) == (None, None)
    assert summary(None).mean is None
    assert summary().mean is None


def test_numbers_have_student_s_interval() -> None:
    values = [2.0, 5.0, 10.0]
    assert summary(*values).interval == t_interval(values).interval


def test_verdicts_have_wilson_s() -> None:
    found = summary(*[True] * 8, False, False).interval
    expected = wilson_interval(8, 10)
    assert found is not None
    assert expected is not None
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_repeats_of_a_case_are_no_cases_of_their_own() -> None:
    once = summary(0.2, 0.4, 0.9).interval
    repeated = summary(0.2, 0.2, 0.4, 0.4, 0.9, 0.9, cases=["a", "a", "b", "b", "c", "c"]).interval
    assert once is not None
    assert repeated is not None
    assert (repeated.low, repeated.high) == pytest.approx((once.low, once.high))


def test_labels_are_counted_and_have_no_mean() -> None:
    found = summary("good", "bad", "good", None)
    assert (found.mean, found.labels, found.scored) == (None, {"good": 2, "bad": 1}, 3)


def test_the_spread_is_written_where_it_is_asked_for() -> None:
    found = summary(0.2, 0.4, 0.9)
    assert set(found.as_dict()) == {"metric", "mean", "scored", "total", "unscored"}
    assert found.interval is not None
    written = found.as_dict(spread=True)
    assert written["interval"] == [found.interval.low, found.interval.high]
    assert "labels" not in written


def test_numbers_whose_squares_are_too_large_have_a_mean_and_no_spread() -> None:
    summary = summarise("A()", [Score(0.0), Score(1e200)], ["a", "b"])

    assert summary.mean == 5 * 10**199
    assert (summary.deviation, summary.interval) == (None, None)


def test_the_interval_of_shares_stays_among_shares() -> None:
    found = summary(1.0, 0.9, 1.0, 0.2)

    assert found.interval is not None
    assert found.interval.low == pytest.approx(0.16, abs=0.01)
    assert found.interval.high == 1


def test_the_interval_of_other_numbers_is_not_cut() -> None:
    found = summary(1.0, 2.0, -5.0)

    assert found.interval is not None
    assert found.interval.low < -5
