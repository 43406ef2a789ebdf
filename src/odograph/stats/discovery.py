"""Many tests at once: one case each, and how many of the alarms are false."""

import math
from collections.abc import Sequence

from odograph.errors import InputError
from odograph.stats.interval import check_counts

__all__ = ("benjamini_hochberg", "fisher_exact_test")


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values, in the order given: those up to q hold a share of at most q false ones.

    Source: Y. Benjamini, Y. Hochberg, Controlling the false discovery rate (1995).

    Raises:
        InputError: a p-value outside 0 to 1.
    """
    for index, p in enumerate(p_values):
        if not 0 <= p <= 1:
            raise InputError.of("a p-value must be from 0 to 1", p, place=f"p_values[{index}]")
    n = len(p_values)
    adjusted = [1.0] * n
    least = 1.0
    order = sorted(range(n), key=p_values.__getitem__)
    for rank in range(n, 0, -1):
        index = order[rank - 1]
        least = min(least, p_values[index] * (n / rank))
        adjusted[index] = least
    return adjusted


def fisher_exact_test(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Two-sided p-value of two rates, each (successes, n): the tables no likelier than this one.

    Source: R. A. Fisher, Statistical methods for research workers (1934). 1.0 without trials.

    Raises:
        InputError: no counts with 0 <= successes <= n.
    """
    (a, n), (b, m) = first, second
    check_counts(a, n)
    check_counts(b, m)
    whole = a + b
    weights = {
        k: math.comb(n, k) * math.comb(m, whole - k)
        for k in range(max(0, whole - m), min(n, whole) + 1)
    }
    extreme = sum(weight for weight in weights.values() if weight <= weights[a])
    return extreme / math.comb(n + m, whole)
