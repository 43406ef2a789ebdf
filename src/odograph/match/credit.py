"""Partial credit: how much of the arguments of matching calls agree, in any order or in order.

Credits are whole numbers over one common unit, so that sums are exact and a perfect run has
exactly 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import lcm

from odograph.match.arguments import ArgumentRules, Call
from odograph.match.assignment import minimum_cost_assignment

__all__ = ("Credit", "best_total", "ordered_total")

_BATCH_AT_MOST = 6
_ASSIGNED_AT_MOST = 150


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


def best_total(credit: Credit) -> int:
    """Largest total credit of a one-to-one pairing, in units.

    Exact for up to 150 calls on the shorter side; beyond, calls of full credit are paired first
    and the rest in the order they come.
    """
    table = credit.table
    if not table or not table[0]:
        return 0
    if min(len(table), len(table[0])) > _ASSIGNED_AT_MOST:
        return _greedy_total(credit)
    pairs = enumerate(minimum_cost_assignment([[-one for one in row] for row in table]))
    return sum(table[row][column] for row, column in pairs if column is not None)


def _greedy_total(credit: Credit) -> int:
    taken: set[int] = set()
    total = 0
    left: list[int] = []
    for made, row in enumerate(credit.table):
        full = next((e for e, c in enumerate(row) if c == credit.unit and e not in taken), None)
        if full is None:
            left.append(made)
        else:
            taken.add(full)
            total += credit.unit
    for made in left:
        row = credit.table[made]
        free = (e for e in range(len(row)) if e not in taken)
        best = max(free, key=row.__getitem__, default=None)
        if best is not None:
            taken.add(best)
            total += row[best]
    return total


def ordered_total(credit: Credit, made: Sequence[int], expected: Sequence[int]) -> int:
    """Largest total credit of a pairing that keeps the order of both sides, in units.

    `made` and `expected` are the sizes of the batches; calls of one batch have no order among
    themselves. A batch of more than 6 calls is taken in the order it is listed.
    """
    if not credit.table or not credit.table[0]:
        return 0
    ours, theirs = _split(made), _split(expected)
    if all(len(batch) == 1 for batch in (*ours, *theirs)):
        return _single_total(credit.table)
    # best[(column, mask)] = best total so far, with the expected calls of `mask` used up in the
    # batch at `column`; rows are the batches made, one after the other
    best: dict[tuple[int, int], int] = {(0, 0): 0}
    for batch in ours:
        best = _through(batch, theirs, best, credit.table)
    return max(best.values())


def _split(sizes: Sequence[int]) -> list[range]:
    """Index ranges of the batches, those too large for masks split into single calls."""
    ranges: list[range] = []
    start = 0
    for size in sizes:
        if size > _BATCH_AT_MOST:
            ranges += [range(i, i + 1) for i in range(start, start + size)]
        elif size:
            ranges.append(range(start, start + size))
        start += size
    return ranges


def _through(
    batch: range,
    theirs: Sequence[range],
    entry: dict[tuple[int, int], int],
    table: Sequence[Sequence[int]],
) -> dict[tuple[int, int], int]:
    """Carry the best totals through one batch made, which may serve any later expected calls."""
    leaving: dict[tuple[int, int], int] = {}
    inside: dict[int, dict[int, int]] = {}  # mask of calls made -> expected mask -> total
    for column in range(len(theirs) + 1):
        moved: dict[int, int] = {}  # the expected batch before is closed, the masks made stay
        for made, by_mask in inside.items():
            moved[made] = max(by_mask.values())
        inside = {made: {0: total} for made, total in moved.items()}
        for (at, mask), total in entry.items():
            if at == column:
                start = inside.setdefault(0, {})
                start[mask] = max(total, start.get(mask, -1))
        if column < len(theirs):
            _fill(batch, theirs[column], inside, table)
        for by_mask in inside.values():
            for mask, total in by_mask.items():
                state = (column, mask)
                leaving[state] = max(total, leaving.get(state, -1))
    return _without_dominated(leaving)


def _fill(
    batch: range, wanted: range, inside: dict[int, dict[int, int]], table: Sequence[Sequence[int]]
) -> None:
    """Within one pair of batches, try every way to pair their calls."""
    for made in range(1 << len(batch)):
        by_mask = inside.get(made)
        if by_mask is None:
            continue
        for mask in range(1 << len(wanted)):
            total = by_mask.get(mask)
            if total is None:
                continue
            for i, a in enumerate(batch):
                if made >> i & 1:
                    continue
                for j, e in enumerate(wanted):
                    if mask >> j & 1 or not table[a][e]:
                        continue
                    reached = total + table[a][e]
                    after = mask | 1 << j
                    target = inside.setdefault(made | 1 << i, {})
                    target[after] = max(reached, target.get(after, -1))


def _without_dominated(states: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Drop states that a state of an earlier column reaches with at least the same total."""
    kept: dict[tuple[int, int], int] = {}
    ceiling = -1
    for _, group in groupby(sorted(states.items()), key=lambda item: item[0][0]):
        column = [(state, total) for state, total in group if total > ceiling]
        kept.update(column)
        ceiling = max((total for _, total in column), default=ceiling)
    return kept


def _single_total(table: Sequence[Sequence[int]]) -> int:
    """The case of batches of one call each: the classical alignment of two sequences."""
    above = [0] * (len(table[0]) + 1)
    for row in table:
        line = [0]
        for j, credit in enumerate(row):
            line.append(max(above[j + 1], line[j], above[j] + credit))
        above = line
    return above[-1]
