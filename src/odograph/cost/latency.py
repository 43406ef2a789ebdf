"""How long things took: mean and quantiles."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from odograph.errors import InputError

__all__ = ("LatencySummary", "latency_summary", "quantile")


@dataclass(frozen=True, slots=True)
class LatencySummary:
    """Mean and quantiles of times in seconds; each None where there is no time.

    Attributes:
        scored: how many times there are.
        total: how many there would be, had all been told.
    """

    mean: float | None
    p50: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    scored: int
    total: int


def latency_summary(seconds: Iterable[float | None]) -> LatencySummary:
    """Sum up times; None is left out and counted.

    Raises:
        InputError: a time that is no finite number of at least 0.
    """
    listed = list(seconds)
    known = [one for one in listed if one is not None]
    for index, one in enumerate(listed):
        if one is not None and not (math.isfinite(one) and one >= 0):
            rule = "a time must be a finite number of at least 0"
            raise InputError.of(rule, one, place=f"seconds[{index}]")
    mean = math.fsum(known) / len(known) if known else None
    p50, p90, p95, p99 = (quantile(known, share) for share in (0.5, 0.9, 0.95, 0.99))
    return LatencySummary(mean, p50, p90, p95, p99, len(known), len(listed))


def quantile(values: Sequence[float], share: float) -> float | None:
    """The value below which this share of the values lies; None for no value.

    Between two values it is interpolated, as numpy does by default: the 0.99 quantile of few
    values is nearly their maximum. Source: R. Hyndman, Y. Fan, Sample quantiles in statistical
    packages (1996), definition 7.

    Raises:
        InputError: a share outside 0 to 1.
    """
    if not 0 <= share <= 1:
        raise InputError.of("a quantile must be from 0 to 1", share)
    if not values:
        return None
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    lower = math.floor(place)
    upper = min(lower + 1, len(ordered) - 1)
    return ordered[lower] + (ordered[upper] - ordered[lower]) * (place - lower)
