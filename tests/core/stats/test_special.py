import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.stats.special import beta_cdf, beta_quantile, t_cdf, t_quantile

shapes = st.floats(0.5, 500)


def test_beta_in_closed_form() -> None:
    assert beta_cdf(0.3, 1, 1) == pytest.approx(0.3, abs=1e-15)
    assert beta_cdf(0.3, 2, 1) == pytest.approx(0.09, abs=1e-15)
    assert beta_cdf(0.0, 2, 3) == 0.0
    assert beta_cdf(1.0, 2, 3) == 1.0


def test_student_with_one_degree_is_cauchy() -> None:
    assert t_cdf(1.0, 1) == pytest.approx(0.75, abs=1e-14)
    assert t_quantile(0.975, 1) == pytest.approx(math.tan(math.pi * 0.475), rel=1e-12)
    assert t_quantile(0.025, 1) == -t_quantile(0.975, 1)


@given(st.floats(0, 1), shapes, shapes)
def test_beta_agrees_with_scipy(scipy_special: Any, x: float, a: float, b: float) -> None:
    assert beta_cdf(x, a, b) == pytest.approx(float(scipy_special.betainc(a, b, x)), abs=1e-11)


@given(st.floats(0.001, 0.999), st.integers(1, 300))
def test_student_agrees_with_scipy(scipy_stats: Any, probability: float, freedom: int) -> None:
    wanted = float(scipy_stats.t.ppf(probability, freedom))
    assert t_quantile(probability, freedom) == pytest.approx(wanted, rel=1e-8, abs=1e-8)
    assert t_cdf(wanted, freedom) == pytest.approx(probability, abs=1e-10)


@given(st.floats(0.01, 0.99), st.floats(1, 200), st.floats(1, 200))
def test_a_quantile_is_where_the_distribution_reaches_it(p: float, a: float, b: float) -> None:
    assert beta_cdf(beta_quantile(p, a, b), a, b) == pytest.approx(p, abs=1e-9)
