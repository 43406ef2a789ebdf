"""What to make of a difference: better, worse, no evidence of either, or too few runs to tell."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from odograph.evaluation.flips import Flip
from odograph.stats import (
    PairedComparison,
    power_of_comparison,
    required_cases,
    required_repeats,
)

__all__ = ("Verdict", "VerdictName", "judge_difference")

VerdictName = Literal["better", "worse", "no evidence", "too few"]

POWER = 0.8
# the share of alpha at which single cases are called broken, on top of the test of the whole
_SINGLE_CASES = 0.2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to make of a difference.

    Attributes:
        repeats_needed: about how many more repeats of each case, on either side, it takes to find
            the difference that matters; None where they are enough, or only more cases help.
        cases_needed: about how many more cases; None where repeats help, or nothing is missing.
    """

    name: VerdictName
    reason: str
    repeats_needed: int | None = None
    cases_needed: int | None = None


def judge_difference(
    paired: PairedComparison, flips: Sequence[Flip], *, detect: float, alpha: float, repeats: float
) -> Verdict:
    """Judge a paired difference.

    The means are called apart at a p-value of alpha; beyond that the candidate is worse where
    single cases broke at a q-value of alpha / 5. Nothing of the kind is `no evidence` if the runs
    were enough to find a difference of `detect` four times of five, else `too few`.

    Args:
        paired: the comparison of the means.
        flips: the cases that flipped.
        detect: the smallest difference that matters.
        alpha: how often a mean may be called apart although nothing has changed.
        repeats: attempts at each case on either side, as a harmonic mean.
    """
    if paired.difference is None:
        return Verdict("too few", "no case has values on both sides", None, 1)
    p = f"p = {paired.p_value:.3g}"
    if paired.p_value <= alpha:
        return Verdict("better" if paired.difference > 0 else "worse", p)
    broken = [flip for flip in flips if flip.broke and flip.q_value <= alpha * _SINGLE_CASES]
    if broken:
        names = ", ".join(flip.case_id for flip in broken)
        return Verdict("worse", f"broken for sure: {names} (the mean: {p})")
    return _too_few(paired, detect, alpha, repeats, p) or Verdict("no evidence", p)


def _too_few(
    paired: PairedComparison, detect: float, alpha: float, repeats: float, p: str
) -> Verdict | None:
    """Say what is missing, if something is."""
    fewest = math.ceil(math.log2(2 / alpha))  # cases of which the test can reach alpha at all
    within, between = _variances(paired, repeats)
    known = max(round(repeats), 1)
    if paired.cases >= fewest:
        power = power_of_comparison(
            detect,
            cases=paired.cases,
            repeats=known,
            within_variance=within,
            between_variance=between,
            alpha=alpha,
        )
        if power >= POWER:
            return None
        wanted = required_repeats(
            detect,
            cases=paired.cases,
            within_variance=within,
            between_variance=between,
            power=POWER,
            alpha=alpha,
        )
        if wanted is not None:
            more = max(wanted - known, 1)
            return Verdict("too few", f"{p}; about {more} more repeats of each case needed", more)
    cases = required_cases(
        detect,
        repeats=known,
        within_variance=within,
        between_variance=between,
        power=POWER,
        alpha=alpha,
    )
    more = max(cases, fewest) - paired.cases
    return Verdict("too few", f"{p}; about {max(more, 1)} more cases needed", None, max(more, 1))


def _variances(paired: PairedComparison, repeats: float) -> tuple[float, float]:
    """Variance within and between cases.

    All of it is taken for that of repeats, unless the differences of cases vary more than twice as
    much as repeats explain: what is beyond that in few cases is mostly chance, and would ask for
    more cases where more repeats help.
    """
    within, between = paired.within_variance, paired.between_variance
    if within is None or between is None:
        return paired.variance * max(repeats, 1) / 2, 0.0
    return within, between if between > paired.variance / 2 else 0.0
