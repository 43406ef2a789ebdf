"""Two runs over the same cases: how far they are apart, and whether chance would do as much."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from odograph.errors import InputError
from odograph.stats.interval import Interval, check_counts
from odograph.stats.means import t_interval
from odograph.stats.permutation import exact_value, sign_flip_test

__all__ = ("PairedComparison", "compare_paired", "mcnemar_test")


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """The candidate beside the baseline, case by case.

    Attributes:
        baseline: mean over the cases that both have, each case counted once; None for no case.
        candidate: the same for the candidate.
        difference: candidate less baseline.
        interval: of the difference, Student's over cases; None for fewer than two cases, and
            where all cases differ by the same.
        p_value: two-sided, of the sign-flip test over cases.
        cases: how many cases both have values for.
        unpaired: how many cases only one of them has values for.
        variance: of the differences of cases; 0 for fewer than two cases.
        within_variance: variance of the repeats of one case, as an average over the cases and
            both runs; None where no case has repeats.
        between_variance: how much the true differences of cases vary, not below 0; None where
            there are no repeats to tell it from chance.
    """

    baseline: float | None
    candidate: float | None
    difference: float | None
    interval: Interval | None
    p_value: float
    cases: int
    unpaired: int
    variance: float
    within_variance: float | None
    between_variance: float | None


def compare_paired(
    baseline: Mapping[Any, Sequence[float]],
    candidate: Mapping[Any, Sequence[float]],
    *,
    level: float = 0.95,
    seed: int = 0,
) -> PairedComparison:
    """Compare the means of the cases that two runs share.

    The test needs only that the two runs could be exchanged case by case if nothing had changed;
    repeats of a case are averaged first, so their number may differ between cases.

    Args:
        baseline: the values of each case, one a repeat; a case without values is unpaired.
        candidate: the same for the candidate.
        level: of the interval.
        seed: for the test, where it draws.

    Raises:
        InputError: a value is no finite number, or a level outside the open interval (0, 1).
    """
    before, after = _means(baseline, "baseline"), _means(candidate, "candidate")
    shared = [case for case in before if case in after]
    apart = [after[case] - before[case] for case in shared]
    estimate = t_interval(map(float, apart), level=level)
    within = _within(baseline, candidate, shared)
    return PairedComparison(
        _mean([before[case] for case in shared]),
        _mean([after[case] for case in shared]),
        _mean(apart),
        estimate.interval,
        sign_flip_test(apart, seed=seed),
        len(shared),
        len(before.keys() ^ after.keys()),
        _variance([float(one) for one in apart]) if len(apart) > 1 else 0.0,
        within,
        _between(baseline, candidate, shared, within),
    )


def mcnemar_test(only_baseline: int, only_candidate: int) -> float:
    """Exact two-sided p-value for verdicts of single runs, from the cases that only one passed.

    It is the sign-flip test of these cases. Source: Q. McNemar, Note on the sampling error of the
    difference between correlated proportions or percentages (1947), with binomial tails.

    Raises:
        InputError: no counts.
    """
    check_counts(0, only_baseline)
    check_counts(0, only_candidate)
    n, fewer = only_baseline + only_candidate, min(only_baseline, only_candidate)
    tail = Fraction(sum(math.comb(n, k) for k in range(fewer + 1)), 1 << n)
    return float(min(2 * tail, Fraction(1)))


def _means(values: Mapping[Any, Sequence[float]], name: str) -> dict[Hashable, Fraction]:
    means: dict[Hashable, Fraction] = {}
    for case, repeats in values.items():
        for index, value in enumerate(repeats):
            if not math.isfinite(value):
                place = f"{name}[{case!r}][{index}]"
                raise InputError.of("must be a finite number", value, place=place)
        if repeats:
            means[case] = sum(map(exact_value, repeats), Fraction(0)) / len(repeats)
    return means


def _mean(values: Sequence[Fraction]) -> float | None:
    return float(sum(values, Fraction(0)) / len(values)) if values else None


def _variance(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _within(
    baseline: Mapping[Any, Sequence[float]],
    candidate: Mapping[Any, Sequence[float]],
    shared: Sequence[Hashable],
) -> float | None:
    repeated = [
        _variance(run[case])
        for run in (baseline, candidate)
        for case in shared
        if len(run[case]) > 1
    ]
    return math.fsum(repeated) / len(repeated) if repeated else None


def _between(
    baseline: Mapping[Any, Sequence[float]],
    candidate: Mapping[Any, Sequence[float]],
    shared: Sequence[Hashable],
    within: float | None,
) -> float | None:
    """What the variance of the differences holds beyond that of repeats."""
    if within is None or len(shared) < 2:
        return None
    apart = [_plain(candidate[case]) - _plain(baseline[case]) for case in shared]
    noise = math.fsum(
        within / len(run[case]) for run in (baseline, candidate) for case in shared
    ) / len(shared)
    return max(_variance(apart) - noise, 0.0)


def _plain(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
