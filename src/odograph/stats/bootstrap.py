"""Bootstrap intervals: what the mean would be, had other cases been drawn."""

from collections.abc import Hashable, Iterable
from statistics import NormalDist
from typing import Any

from odograph.errors import InputError
from odograph.stats.clusters import Clusters
from odograph.stats.interval import Estimate, Interval, tail_of
from odograph.stats.special import normal_quantile

__all__ = ("bootstrap_interval",)

_BATCH = 1000


def bootstrap_interval(
    values: Iterable[float | None],
    cases: Iterable[Hashable] | None = None,
    level: float = 0.95,
    *,
    resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """The mean of all values with a bootstrap interval (BCa) that draws whole cases.

    The interval is None for fewer than two cases, and where all cases agree. It covers less often
    than it says for fewer than some thirty cases; Student's (`t_interval`) is nearer there.
    Source: B. Efron, Better bootstrap confidence intervals (1987).

    Args:
        values: finite numbers; None is left out and counted.
        cases: the case of each value; without it, each value is a case of its own.
        level: how often such intervals should cover the true mean.
        resamples: how many times cases are drawn.
        seed: the same seed gives the same interval.

    Raises:
        InputError: as `t_interval`, or fewer than 100 resamples.
    """
    tail = tail_of(level)
    if type(resamples) is not int or resamples < 100:
        raise InputError.of("resamples must be a whole number of at least 100", resamples)
    groups = Clusters.of(values, cases)
    ratio, error = groups.ratio, groups.error
    interval = None
    if ratio is not None and error:
        ends = _bca(groups, ratio, tail, (resamples, seed))
        interval = None if ends is None else Interval(*ends, level)
    return Estimate(ratio, interval, groups.scored, groups.total)


def _bca(
    groups: Clusters, ratio: float, tail: float, drawing: tuple[int, int]
) -> tuple[float, float] | None:
    """Percentiles of the drawn means, corrected for bias and skew."""
    import numpy as np  # noqa: PLC0415 - late, so that imports stay light

    drawn = _draw(groups, *drawing)
    share = (float((drawn < ratio).mean()) + float((drawn <= ratio).mean())) / 2
    if not 0 < share < 1:
        return None
    bias, skew = normal_quantile(share), _acceleration(groups)
    ends: list[float] = []
    for probability in (tail, 1 - tail):
        z = bias + normal_quantile(probability)
        corrected = bias + z / (1 - skew * z)
        ends.append(float(np.quantile(drawn, NormalDist().cdf(corrected))))
    return ends[0], ends[1]


def _draw(groups: Clusters, resamples: int, seed: int) -> Any:
    import numpy as np  # noqa: PLC0415 - late, so that imports stay light

    above, below = np.asarray(groups.above), np.asarray(groups.below)
    random = np.random.default_rng(seed)
    drawn: list[Any] = []
    for start in range(0, resamples, _BATCH):
        size = (min(_BATCH, resamples - start), len(groups))
        chosen = random.integers(0, len(groups), size=size)
        drawn.append(above[chosen].sum(axis=1) / below[chosen].sum(axis=1))
    return np.concatenate(drawn)


def _acceleration(groups: Clusters) -> float:
    """Skew of the means that leave out one case each."""
    import numpy as np  # noqa: PLC0415 - late, so that imports stay light

    above, below = np.asarray(groups.above), np.asarray(groups.below)
    left_out = (above.sum() - above) / (below.sum() - below)
    apart = left_out.mean() - left_out
    squares = float((apart**2).sum())
    return float((apart**3).sum()) / (6 * squares**1.5) if squares else 0.0
