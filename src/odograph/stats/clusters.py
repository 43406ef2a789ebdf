"""Values grouped by case: the unit that repeats share, and that is drawn when one draws again."""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from odograph.errors import InputError
from odograph.stats.mean import mean_with_count

__all__ = ("Clusters", "finite_number")


@dataclass(frozen=True, slots=True)
class Clusters:
    """A ratio of two sums over cases: that of the values and their number, for a mean.

    Attributes:
        above: by case, what is summed above the line.
        below: by case, what is summed below it.
        total: how many values there were, also those without a number.
        scored: how many numbers.
        exact: the ratio, where it is known better than as a ratio of floats.
    """

    above: Sequence[float]
    below: Sequence[float]
    total: int
    scored: int
    exact: float | None = None

    @classmethod
    def of(
        cls, values: Iterable[float | None], cases: Iterable[Hashable] | None = None
    ) -> "Clusters":
        """Group values by their cases; without cases each value is one.

        None is counted only.

        Raises:
            InputError: a value is no finite number, or there is not one case for each value.
        """
        listed = list(values)
        keys = list(range(len(listed))) if cases is None else list(cases)
        if len(keys) != len(listed):
            raise InputError.of(f"there must be {len(listed)} cases, one a value", len(keys))
        groups: dict[Hashable, list[float]] = {}
        for index, (key, value) in enumerate(zip(keys, listed, strict=True)):
            if value is not None:
                groups.setdefault(key, []).append(finite_number(value, f"values[{index}]"))
        return cls(
            [math.fsum(group) for group in groups.values()],
            [len(group) for group in groups.values()],
            len(listed),
            sum(map(len, groups.values())),
            mean_with_count(listed).value,
        )

    def __len__(self) -> int:
        return len(self.above)

    @property
    def ratio(self) -> float | None:
        """Sum above the line by sum below; None where that is 0."""
        if self.exact is not None:
            return self.exact
        below = math.fsum(self.below)
        return math.fsum(self.above) / below if below else None

    @property
    def error(self) -> float | None:
        """Standard error of the ratio, linearised; None for fewer than two cases.

        For cases of one size it is that of the mean of the cases' means. Source: W. Cochran,
        Sampling Techniques (1977), section 6.3.
        """
        ratio, n = self.ratio, len(self)
        if ratio is None or n < 2:
            return None
        rest = (a - ratio * b for a, b in zip(self.above, self.below, strict=True))
        squares = math.fsum(one * one for one in rest)
        return math.sqrt(n / (n - 1) * squares) / abs(math.fsum(self.below))


def finite_number(value: float, place: str) -> float:
    """Return the value as a float; True counts 1.

    Raises:
        InputError: it is no finite number.
    """
    number = math.nan if isinstance(value, str) else float(value)
    if not math.isfinite(number):
        raise InputError.of("must be a finite number", value, place=place)
    return number
