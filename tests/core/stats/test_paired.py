import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import compare_paired, mcnemar_test, t_interval

verdict_pairs = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30)


def test_by_hand() -> None:
    said = compare_paired({"a": [1, 0], "b": [1, 1]}, {"a": [1, 1], "b": [0, 1]})
    assert (said.baseline, said.candidate, said.difference) == (0.75, 0.75, 0.0)
    assert said.p_value == 1.0
    assert said.cases == 2
    # variances of the repeats: 1/2, 0, 0, 1/2
    assert said.within_variance == 0.25
    # the differences 1/2 and -1/2 vary by 1/2, of which 0.25/2 twice is chance
    assert said.between_variance == pytest.approx(0.25, abs=1e-15)


def test_cases_count_alike_however_many_repeats_they_have() -> None:
    said = compare_paired({"a": [0] * 10, "b": [1]}, {"a": [1], "b": [1]})
    assert (said.baseline, said.candidate) == (0.5, 1.0)


def test_cases_that_only_one_run_has_are_told_and_left_out() -> None:
    said = compare_paired({"a": [1], "b": [1], "c": []}, {"a": [0], "c": [1], "d": [1]})
    assert (said.cases, said.unpaired) == (1, 3)
    assert said.difference == -1.0


def test_the_interval_is_students_over_cases() -> None:
    baseline = {"a": [0.1, 0.3], "b": [0.5, 0.5], "c": [0.9, 0.7]}
    candidate = {"a": [0.3, 0.5], "b": [0.4, 0.4], "c": [1.0, 1.0]}
    wanted = t_interval([0.2, -0.1, 0.2]).interval
    said = compare_paired(baseline, candidate).interval
    assert wanted is not None
    assert said is not None
    assert (said.low, said.high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)


@given(verdict_pairs)
def test_for_verdicts_of_single_runs_the_test_is_mcnemars(pairs: list[tuple[bool, bool]]) -> None:
    baseline = {case: [before] for case, (before, _) in enumerate(pairs)}
    candidate = {case: [after] for case, (_, after) in enumerate(pairs)}
    lost, won = pairs.count((True, False)), pairs.count((False, True))
    assert compare_paired(baseline, candidate).p_value == mcnemar_test(lost, won)


@given(verdict_pairs)
def test_exchanging_the_runs_turns_the_sign(pairs: list[tuple[bool, bool]]) -> None:
    one = {case: [before] for case, (before, _) in enumerate(pairs)}
    other = {case: [after] for case, (_, after) in enumerate(pairs)}
    there, back = compare_paired(one, other), compare_paired(other, one)
    assert there.difference is not None
    assert back.difference == -there.difference
    assert back.p_value == there.p_value


@pytest.mark.parametrize(("lost", "won"), [(0, 0), (1, 0), (5, 5), (2, 9), (30, 12)])
def test_mcnemar_agrees_with_statsmodels(statsmodels: Any, lost: int, won: int) -> None:
    wanted = statsmodels.contingency_tables.mcnemar([[7, lost], [won, 3]], exact=True).pvalue
    if math.isnan(wanted):  # it divides by no pair
        wanted = 1.0
    assert mcnemar_test(lost, won) == pytest.approx(float(wanted), abs=1e-12)


def test_without_repeats_there_is_no_variance_of_repeats() -> None:
    said = compare_paired({"a": [1]}, {"a": [0]})
    assert (said.within_variance, said.between_variance, said.interval) == (None, None, None)


def test_nothing_shared_is_no_evidence() -> None:
    said = compare_paired({"a": [1]}, {"b": [1]})
    assert (said.baseline, said.difference, said.p_value, said.cases) == (None, None, 1.0, 0)


def test_bad_input_is_refused() -> None:
    with pytest.raises(InputError, match=r"candidate\['a'\]\[1\]: must be a finite number"):
        compare_paired({"a": [1]}, {"a": [1, math.nan]})
    with pytest.raises(InputError, match="n must be a whole number of at least 0, got -1"):
        mcnemar_test(-1, 2)
