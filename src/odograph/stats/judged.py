"""A rate as a judge sees it, corrected for how often that judge is known to err."""

import math

from odograph.errors import InputError
from odograph.stats.interval import Estimate, Interval, check_counts, tail_of
from odograph.stats.special import normal_quantile

__all__ = ("correct_judged_rate",)


def correct_judged_rate(
    passed: int,
    judged: int,
    *,
    sensitivity: tuple[int, int],
    specificity: tuple[int, int],
    level: float = 0.95,
) -> Estimate:
    """The true rate behind a judge's verdicts, from how it did on items labelled by people.

    (q + specificity - 1) / (sensitivity + specificity - 1), cut to 0 to 1, with an interval that
    also knows how few the labelled items are. Undefined (None) where nothing was judged or
    labelled, or the judge does no better than chance on the labelled items.

    Sources: W. Rogan, B. Gladen, Estimating prevalence from the results of a screening test
    (1978); the interval: Z. Lang, J. Reiczigel, Confidence limits for prevalence of disease
    adjusted for estimated sensitivity and specificity (2014).

    Args:
        passed: how many items the judge passed, at a rate of q.
        judged: how many it judged.
        sensitivity: of the items that people passed, (those the judge passed, all).
        specificity: of the items that people failed, (those the judge failed, all).
        level: of the interval.

    Raises:
        InputError: no counts, or a level outside the open interval (0, 1).
    """
    tail = tail_of(level)
    for name, counts in (("sensitivity", sensitivity), ("specificity", specificity)):
        try:
            check_counts(*counts)
        except InputError as error:
            raise error.at(name) from None
    check_counts(passed, judged)
    if not judged or not sensitivity[1] or not specificity[1]:
        return Estimate(None, None, 0, judged)
    informed = sensitivity[0] / sensitivity[1] + specificity[0] / specificity[1] - 1
    if informed <= 0:
        return Estimate(None, None, 0, judged)
    rate = (passed / judged + specificity[0] / specificity[1] - 1) / informed
    z = normal_quantile(1 - tail)
    interval = _lang_reiczigel((passed, judged), sensitivity, specificity, z, level)
    return Estimate(min(max(rate, 0.0), 1.0), interval, judged, judged)


def _lang_reiczigel(
    verdicts: tuple[int, int],
    sensitivity: tuple[int, int],
    specificity: tuple[int, int],
    z: float,
    level: float,
) -> Interval | None:
    passed, n = verdicts
    n_adjusted = n + z * z
    q = (passed + z * z / 2) / n_adjusted
    (se, positives), (sp, negatives) = _plus_one(sensitivity), _plus_one(specificity)
    informed = se + sp - 1
    if informed <= 0:
        return None
    rate = (q + sp - 1) / informed
    noise_se = se * (1 - se) / positives
    noise_sp = sp * (1 - sp) / negatives
    shift = 2 * z * z * (rate * noise_se - (1 - rate) * noise_sp)
    variance = q * (1 - q) / n_adjusted + rate**2 * noise_se + (1 - rate) ** 2 * noise_sp
    half = z * math.sqrt(variance) / informed
    return Interval(rate + shift - half, rate + shift + half, level).within(0.0, 1.0)


def _plus_one(counts: tuple[int, int]) -> tuple[float, int]:
    """One more success and one more failure, so that a perfect record is not taken for certain."""
    right, n = counts
    return (right + 1) / (n + 2), n + 2
