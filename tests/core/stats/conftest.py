"""The oracles; imported before a test is timed."""

from typing import Any

import pytest


@pytest.fixture(scope="session")
def scipy_stats() -> Any:
    return pytest.importorskip("scipy.stats")


@pytest.fixture(scope="session")
def scipy_special() -> Any:
    return pytest.importorskip("scipy.special")


@pytest.fixture(scope="session")
def statsmodels() -> Any:
    """The library's statistics, with those parts loaded that the tests use."""
    for part in ("proportion", "contingency_tables", "multitest", "inter_rater"):
        pytest.importorskip(f"statsmodels.stats.{part}")
    return pytest.importorskip("statsmodels.stats")
