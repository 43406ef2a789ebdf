"""pass@k and pass^k of one task, estimated without bias from n attempts of which c succeeded.

A figure for several tasks is the mean over the tasks, never one of pooled attempts.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb

from odograph.errors import InputError
from odograph.stats.interval import Estimate, check_counts
from odograph.stats.means import rate_interval

__all__ = ("mean_pass_at_k", "mean_pass_hat_k", "pass_at_k", "pass_hat_k")


def pass_at_k(n: int, c: int, k: int) -> float | None:
    """Probability that of k attempts at least one succeeds: 1 - C(n - c, k) / C(n, k). 0 to 1.

    Source: M. Chen et al., Evaluating large language models trained on code (2021).

    Returns:
        None for fewer attempts than k, which cannot tell.

    Raises:
        InputError: no counts with 0 <= c <= n, or k < 1.
    """
    _check(n, c, k)
    return None if n < k else float(1 - Fraction(comb(n - c, k), comb(n, k)))


def pass_hat_k(n: int, c: int, k: int) -> float | None:
    """Probability that all of k attempts succeed: C(c, k) / C(n, k). 0 to 1.

    Source: S. Yao et al., tau-bench (2024).

    Returns:
        None for fewer attempts than k, which cannot tell.

    Raises:
        InputError: as `pass_at_k`.
    """
    _check(n, c, k)
    return None if n < k else float(Fraction(comb(c, k), comb(n, k)))


def mean_pass_at_k(tasks: Iterable[tuple[int, int]], k: int, level: float = 0.95) -> Estimate:
    """pass@k of each task, averaged, with an interval over the tasks (`rate_interval`).

    Args:
        tasks: (n, c) of each task: attempts, and how many of them succeeded. A task with fewer
            attempts than k is left out and counted.
        k: the number of attempts.
        level: of the interval.

    Raises:
        InputError: as `pass_at_k`, or a level outside the open interval (0, 1).
    """
    return _mean(pass_at_k, tasks, k, level)


def mean_pass_hat_k(tasks: Iterable[tuple[int, int]], k: int, level: float = 0.95) -> Estimate:
    """pass^k of each task, averaged; otherwise as `mean_pass_at_k`."""
    return _mean(pass_hat_k, tasks, k, level)


def _mean(
    measure: Callable[[int, int, int], float | None],
    tasks: Iterable[tuple[int, int]],
    k: int,
    level: float,
) -> Estimate:
    return rate_interval([measure(n, c, k) for n, c in tasks], level=level)


def _check(n: int, c: int, k: int) -> None:
    check_counts(c, n)
    if type(k) is not int or k < 1:
        raise InputError.of("k must be a positive whole number", k)
