"""The sign-flip test: were each pair swapped by a coin, how often would they differ as much?"""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from odograph.errors import InputError

__all__ = ("exact_value", "sign_flip_test")

_MOST_SUMS = 1 << 16
_DRAWS = 20_000
_BATCH = 1000


def exact_value(value: float) -> Fraction:
    """Return a number as it is written: 0.1 is a tenth."""
    return (
        Fraction(int(value)) if isinstance(value, bool) else Fraction(Decimal(repr(float(value))))
    )


def sign_flip_test(differences: Sequence[float | Fraction], *, seed: int = 0) -> float:
    """Two-sided p-value of the mean of paired differences, under exchange within pairs.

    Exact while the sums of all sign choices are few enough to be listed: for up to sixteen
    differing pairs, and for any number of pairs whose differences are multiples of one fraction,
    as those of verdicts are. Beyond that by 20,000 random choices, the observed one among them.
    1.0 for no pair, or none that differs.

    Source: R. A. Fisher, The design of experiments (1935), section 21; B. Phipson, G. Smyth,
    Permutation p-values should never be zero (2010).

    Raises:
        InputError: a difference is no finite number.
    """
    exact: list[Fraction] = []
    for index, one in enumerate(differences):
        if not isinstance(one, Fraction) and not math.isfinite(one):
            raise InputError.of("must be a finite number", one, place=f"differences[{index}]")
        exact.append(one if isinstance(one, Fraction) else exact_value(one))
    scale = math.lcm(*(one.denominator for one in exact))
    whole = [int(one * scale) for one in exact if one]
    sums = _all_sums(whole)
    if sums is None:
        return _by_drawing(whole, seed)
    observed = abs(sum(whole))
    extreme = sum(count for value, count in sums.items() if abs(value) >= observed)
    return extreme / (1 << len(whole))


def _all_sums(whole: Sequence[int]) -> dict[int, int] | None:
    """Count the sign choices that lead to each sum; None where the sums are too many."""
    sums = {0: 1}
    for one in whole:
        following: dict[int, int] = {}
        for value, count in sums.items():
            for reached in (value + one, value - one):
                following[reached] = following.get(reached, 0) + count
        if len(following) > _MOST_SUMS:
            return None
        sums = following
    return sums


def _by_drawing(whole: Sequence[int], seed: int) -> float:
    import numpy as np  # noqa: PLC0415 - late, so that imports stay light

    largest = max(map(abs, whole))
    sizes = np.array([one / largest for one in whole])
    observed = abs(float(sizes.sum())) * (1 - 1e-12)  # sums are rounded in another order
    random = np.random.default_rng(seed)
    extreme = 1
    for _ in range(_DRAWS // _BATCH):
        signs = random.integers(0, 2, size=(_BATCH, len(whole))) * 2 - 1
        extreme += int((np.abs(signs @ sizes) >= observed).sum())
    return extreme / (_DRAWS + 1)
