"""Partial credit: how much of the arguments of matching calls agree, in any order or in order.

Credits are whole numbers over one common unit, so that sums are exact and a perfect run has
exactly 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from odograph.match.alignment import Pairs, best_pairs, loose_pairs
from odograph.match.arguments import ArgumentRules, Call

__all__ = ("Credit", "best_total", "ordered_total")


@dataclass(frozen=True, slots=True)
class Credit:
    """Credit of each pair (call made, call expected), as `table[made][expected] / unit`."""

    table: Sequence[Sequence[int]]
    unit: int

    @classmethod
    def of(cls, actual: Sequence[Call], expected: Sequence[Call], rules: ArgumentRules) -> "Credit":
        """Share of arguments that agree, for each pair; 0 for calls of different tools."""
        shares = [[rules.agreement(a, e) for e in expected] for a in actual]
        unit = lcm(*(whole for row in shares for _, whole in row))
        return cls([[n * (unit // whole) for n, whole in row] for row in shares], unit)

    @classmethod
    def of_names(cls, actual: Sequence[Call], expected: Sequence[Call]) -> "Credit":
        """1 for calls of the same tool, else 0."""
        return cls([[int(a.name == e.name) for e in expected] for a in actual], 1)

    def total(self, pairs: Pairs) -> int:
        """Credit of some pairs together, in units."""
        return sum(self.table[made][expected] for made, expected in pairs)


def best_total(credit: Credit) -> int:
    """Largest total credit of a one-to-one pairing, in units.

    Exact for up to 150 calls on the shorter side (see `best_pairs`).
    """
    return credit.total(best_pairs(credit.table))


def ordered_total(credit: Credit, made: Sequence[int], expected: Sequence[int]) -> int:
    """Largest total credit of a pairing that keeps the order of both sides, in units.

    `made` and `expected` are the sizes of the batches; calls of one batch have no order among
    themselves. Exact for batches of up to 6 calls (see `loose_pairs`).
    """
    return credit.total(loose_pairs(credit.table, made, expected))
