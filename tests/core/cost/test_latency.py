import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.cost import LatencySummary, latency_summary, quantile
from odograph.errors import InputError

times = st.lists(st.floats(0, 1e6), min_size=1, max_size=30)


def test_by_hand() -> None:
    summary = latency_summary([4, 1, None, 3, 2])
    assert summary.mean == 2.5
    assert summary.p50 == 2.5
    # place 0.9 * 3 = 2.7 of 1, 2, 3, 4
    assert summary.p90 == pytest.approx(3.7)
    assert (summary.scored, summary.total) == (4, 5)


def test_without_a_time_nothing_is_defined() -> None:
    assert latency_summary([None]) == LatencySummary(None, None, None, None, None, 0, 1)
    assert latency_summary([]).mean is None


@given(times, st.floats(0, 1))
def test_quantiles_are_numpys(seconds: list[float], share: float) -> None:
    wanted: Any = np.quantile(np.array(seconds), share)
    assert quantile(seconds, share) == pytest.approx(float(wanted), rel=1e-9, abs=1e-9)


@given(times)
def test_quantiles_rise_and_lie_within_the_times(seconds: list[float]) -> None:
    one = latency_summary(seconds)
    found = [min(seconds), one.p50, one.p90, one.p95, one.p99, max(seconds)]
    rising = [value for value in found if value is not None]
    assert len(rising) == 6
    assert all(b >= a - 1e-9 * abs(a) for a, b in pairwise(rising))


@pytest.mark.parametrize("second", [-1.0, math.nan, math.inf])
def test_bad_times_are_refused(second: float) -> None:
    with pytest.raises(InputError, match=r"seconds\[1\]: a time must be a finite number of at"):
        latency_summary([1.0, second])


def test_a_share_is_from_0_to_1() -> None:
    with pytest.raises(InputError, match=r"a quantile must be from 0 to 1, got 95"):
        quantile([1.0], 95)
