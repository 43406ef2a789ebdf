"""How far two or more raters agree beyond chance."""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Literal, get_args

from odograph.errors import InputError

__all__ = ("Scale", "Weights", "cohens_kappa", "krippendorffs_alpha")

Weights = Literal["none", "linear", "quadratic"]
Scale = Literal["nominal", "ordinal", "interval", "ratio"]


def cohens_kappa(
    first: Sequence[Any], second: Sequence[Any], *, weights: Weights = "none"
) -> float | None:
    """Agreement of two raters over the same items, beyond chance; 1 is perfect, 0 is chance.

    None where chance alone makes them agree: both give every item the same one label, or there is
    no item.

    Args:
        first: the first rater's label of each item.
        second: the second rater's.
        weights: how much a disagreement weighs by the distance of the labels in sorted order:
            all alike, by the distance, or by its square.

    Source: J. Cohen, A coefficient of agreement for nominal scales (1960), and Weighted kappa
    (1968).

    Raises:
        InputError: the raters rated different numbers of items, or other weights.
    """
    if weights not in get_args(Weights):
        raise InputError.of("weights must be 'none', 'linear' or 'quadratic'", weights)
    if len(first) != len(second):
        raise InputError.of(f"second must rate {len(first)} items, as first does", len(second))
    places = {label: i for i, label in enumerate(_in_order({*first, *second}))}
    a, b = [places[one] for one in first], [places[one] for one in second]
    distance = _kappa_distance(weights)
    by_a, by_b = Counter(a), Counter(b)
    observed = sum(distance(x, y) for x, y in zip(a, b, strict=True)) * len(a)
    expected = sum(distance(x, y) * n * m for x, n in by_a.items() for y, m in by_b.items())
    return 1 - observed / expected if expected else None


def krippendorffs_alpha(
    ratings: Sequence[Sequence[Any]], *, scale: Scale = "nominal"
) -> float | None:
    """Agreement of any number of raters, with gaps; 1 is perfect, 0 is chance.

    None where nothing can disagree: fewer than two values that another one is beside, or all of
    them alike.

    Args:
        ratings: for each item the value of each rater, None for a rater who gave none. An item
            with fewer than two values tells nothing and is left out.
        scale: what distance means: any two labels differ alike, by rank, by difference, or by
            ratio. All but the first need numbers.

    Source: K. Krippendorff, Computing Krippendorff's alpha-reliability (2011).

    Raises:
        InputError: an unknown scale, or a value that is no number where it must be one.
    """
    if scale not in get_args(Scale):
        raise InputError.of(f"scale must be one of {', '.join(get_args(Scale))}", scale)
    units = [[value for value in unit if value is not None] for unit in ratings]
    units = [unit for unit in units if len(unit) > 1]
    if scale != "nominal":
        _check_numbers(units)
    totals: Counter[Any] = Counter(value for unit in units for value in unit)
    distance = _alpha_distance(scale, totals)
    observed = math.fsum(_disagreement(Counter(unit), distance) / (len(unit) - 1) for unit in units)
    expected = _disagreement(totals, distance)
    return 1 - (totals.total() - 1) * observed / expected if expected else None


def _disagreement(counts: Mapping[Any, int], distance: Callable[[Any, Any], float]) -> float:
    """Sum of the distances of all ordered pairs."""
    return math.fsum(
        n * m * distance(a, b) for a, n in counts.items() for b, m in counts.items() if a != b
    )


def _kappa_distance(weights: Weights) -> Callable[[int, int], int]:
    if weights == "none":
        return lambda a, b: int(a != b)
    if weights == "linear":
        return lambda a, b: abs(a - b)
    return lambda a, b: (a - b) ** 2


def _alpha_distance(scale: Scale, totals: Mapping[Any, int]) -> Callable[[Any, Any], float]:
    if scale == "nominal":
        return lambda a, b: float(a != b)
    if scale == "interval":
        return lambda a, b: float((a - b) ** 2)
    if scale == "ratio":
        return lambda a, b: ((a - b) / (a + b)) ** 2 if a + b else 0.0
    below: dict[Any, float] = {}
    passed = 0.0
    for value in sorted(totals):  # the middle rank of each value
        below[value] = passed + totals[value] / 2
        passed += totals[value]
    return lambda a, b: (below[a] - below[b]) ** 2


def _check_numbers(units: Sequence[Sequence[Any]]) -> None:
    for unit in units:
        for value in unit:
            if not isinstance(value, int | float) or not math.isfinite(value):
                raise InputError.of("this scale needs finite numbers", value, place="ratings")


def _in_order(labels: set[Hashable]) -> list[Any]:
    unsorted: list[Any] = list(labels)
    try:
        return sorted(unsorted)
    except TypeError:  # labels of several types have no order, and need none without weights
        return sorted(unsorted, key=repr)
