from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import benjamini_hochberg, fisher_exact_test

p_values = st.lists(st.floats(0, 1), max_size=12)
tables = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))


def test_by_hand() -> None:
    # 0.01 * 4 / 1, 0.02 * 4 / 2, 0.5 * 4 / 3, 0.6 * 4 / 4, each at most the one after it
    assert benjamini_hochberg([0.6, 0.01, 0.5, 0.02]) == pytest.approx([0.6, 0.04, 0.6, 0.04])


@given(p_values)
def test_it_agrees_with_statsmodels(statsmodels: Any, values: list[float]) -> None:
    if values:
        wanted = statsmodels.multitest.multipletests(values, method="fdr_bh")[1]
        assert benjamini_hochberg(values) == pytest.approx(list(wanted), abs=1e-12)
    else:
        assert benjamini_hochberg(values) == []


@given(p_values)
def test_adjusted_values_are_no_smaller_and_keep_their_order(values: list[float]) -> None:
    adjusted = benjamini_hochberg(values)
    assert all(a >= p and a <= 1 for a, p in zip(adjusted, values, strict=True))
    order = sorted(range(len(values)), key=values.__getitem__)
    assert [adjusted[i] for i in order] == sorted(adjusted)


def test_fisher_by_hand() -> None:
    # of the C(6, 3) = 20 ways to spread three successes, two are as one-sided
    assert fisher_exact_test((3, 3), (0, 3)) == 2 / 20


@given(tables)
def test_fisher_agrees_with_scipy(scipy_stats: Any, table: tuple[int, int, int, int]) -> None:
    a, b, c, d = table
    wanted = scipy_stats.fisher_exact([[a, b], [c, d]]).pvalue
    assert fisher_exact_test((a, a + b), (c, c + d)) == pytest.approx(float(wanted), abs=1e-9)


def test_bad_input_is_refused() -> None:
    with pytest.raises(InputError, match=r"p_values\[1\]: a p-value must be from 0 to 1, got 1.5"):
        benjamini_hochberg([0.1, 1.5])
    with pytest.raises(InputError, match="successes must be at most n = 2, got 3"):
        fisher_exact_test((3, 2), (0, 2))
