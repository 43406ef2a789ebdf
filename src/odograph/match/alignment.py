"""Alignment: which elements of a run stand for which of a reference, at the most credit in all.

The elements come in batches (the calls of one AI message, the nodes of one superstep) without
order inside. `table[made][expected]` is the credit of each pair, a whole number, so that sums are
exact; a pair without credit is no pair.

The four ways differ in what order means:

* `best_pairs`: nothing, everything is one batch;
* `ordered_pairs`: every element is a batch of its own;
* `batch_pairs`: a batch is paired with one batch at most, and the batches keep their order;
* `loose_pairs`: batches keep their order, but one may be shared out over several of the other
  side, as a list of calls says nothing of who asked for which together.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from odograph.match.assignment import minimum_cost_assignment

__all__ = ("Pairs", "Table", "batch_pairs", "best_pairs", "loose_pairs", "ordered_pairs")

Table = Sequence[Sequence[int]]
Pairs = list[tuple[int, int]]

_ASSIGNED_AT_MOST = 150
_BATCH_AT_MOST = 6
_BATCH_AGAINST_SINGLES_AT_MOST = 8


def best_pairs(table: Table) -> Pairs:
    """Pair in any order.

    Exact for up to 150 elements on the shorter side; beyond, the pairs of most credit are taken
    first.
    """
    if not table or not table[0]:
        return []
    if min(len(table), len(table[0])) > _ASSIGNED_AT_MOST:
        return _greedy_pairs(table)
    columns = minimum_cost_assignment([[-credit for credit in row] for row in table])
    return [(i, j) for i, j in enumerate(columns) if j is not None and table[i][j]]


def _greedy_pairs(table: Table) -> Pairs:
    ranked = sorted((-c, i, j) for i, row in enumerate(table) for j, c in enumerate(row) if c)
    rows: set[int] = set()
    columns: set[int] = set()
    pairs: Pairs = []
    for _, i, j in ranked:
        if i not in rows and j not in columns:
            rows.add(i)
            columns.add(j)
            pairs.append((i, j))
    return sorted(pairs)


def ordered_pairs(table: Table) -> Pairs:
    """Pair so that both sides keep their order (Needleman and Wunsch 1970): O(n * m)."""
    if not table:
        return []
    totals = [[0] * (len(table[0]) + 1)]
    for row in table:
        above, line = totals[-1], [0]
        for j, credit in enumerate(row):
            line.append(max(above[j + 1], line[j], above[j] + credit))
        totals.append(line)
    pairs: Pairs = []
    i, j = len(table), len(table[0])
    while i and j:
        if totals[i][j] == totals[i - 1][j]:
            i -= 1
        elif totals[i][j] == totals[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i, j))
    return pairs[::-1]


def batch_pairs(table: Table, made: Sequence[int], expected: Sequence[int]) -> Pairs:
    """Pair batch with batch in order, and inside two batches at the most credit.

    Args:
        table: the credit of each pair of elements.
        made: sizes of the run's batches, in order; together all rows of the table.
        expected: sizes of the reference's batches; together all columns.
    """
    ours, theirs = _ranges(made), _ranges(expected)
    inside = [[_pairs_of(table, batch, wanted) for wanted in theirs] for batch in ours]
    credit = [[sum(table[i][j] for i, j in pairs) for pairs in row] for row in inside]
    return list(chain.from_iterable(inside[a][e] for a, e in ordered_pairs(credit)))


def _ranges(sizes: Sequence[int]) -> list[range]:
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    return [range(s, s + size) for s, size in zip(starts, sizes, strict=True)]


def _pairs_of(table: Table, batch: range, wanted: range) -> Pairs:
    if len(batch) == 1 == len(wanted):
        pair = batch[0], wanted[0]
        return [pair] if table[pair[0]][pair[1]] else []
    found = best_pairs([[table[i][j] for j in wanted] for i in batch])
    return [(batch[i], wanted[j]) for i, j in found]


# How far a loose alignment has come: the members used up of the batch made and of the batch
# expected, as bits; with the credit so far and the pairs, the last one first.
_States = dict[tuple[int, int], tuple[int, Any]]


def loose_pairs(table: Table, made: Sequence[int], expected: Sequence[int]) -> Pairs:
    """Pair in the order of the batches, where a batch may be shared out over several.

    Exact for batches of up to 6 elements, of up to 8 where the other side has only single ones;
    a larger batch is first put in the order of its members' best partners. The parameters are
    those of `batch_pairs`.
    """
    if not table or not table[0]:
        return []
    single = max(made, default=0) <= 1 or max(expected, default=0) <= 1
    limit = _BATCH_AGAINST_SINGLES_AT_MOST if single else _BATCH_AT_MOST
    ours = _split(_ranges(made), limit, table)
    # ranked by the order that our side has now, else two large batches would cross each other
    columns = list(zip(*(table[i] for i in chain.from_iterable(ours)), strict=True))
    theirs = _split(_ranges(expected), limit, columns)
    if all(len(batch) == 1 for batch in (*ours, *theirs)):
        rows, cols = list(chain.from_iterable(ours)), list(chain.from_iterable(theirs))
        found = ordered_pairs([[table[i][j] for j in cols] for i in rows])
        return sorted((rows[i], cols[j]) for i, j in found)
    start: _States = {(0, 0): (0, None)}
    above: list[_States] = [start, *({} for _ in theirs[1:])]
    for batch in ours:
        left: _States = {}
        for column, wanted in enumerate(theirs):
            cell: _States = {}
            for (_, used), state in above[column].items():
                _keep(cell, (0, used), state)
            for (used, _), state in left.items():
                _keep(cell, (used, 0), state)
            _pair_within(cell, batch, wanted, table)
            above[column] = left = cell
    _, pairs = max(above[-1].values(), key=lambda state: state[0])
    return _unrolled(pairs)


def _split(batches: list[range], limit: int, table: Table) -> list[Sequence[int]]:
    """Leave out empty batches, and split those that are too large into single elements."""
    split: list[Sequence[int]] = []
    for batch in batches:
        if len(batch) <= limit:
            split += [batch] if batch else []
        else:
            # by content, so that the order of listing stays without meaning
            ranked = sorted(batch, key=lambda i: (table[i].index(max(table[i])), list(table[i])))
            split += [[i] for i in ranked]
    return split


def _pair_within(cell: _States, batch: Sequence[int], wanted: Sequence[int], table: Table) -> None:
    """Extend the states by every way to pair members of one batch made and one expected."""
    for bit, i in enumerate(batch):
        partners = [(k, j) for k, j in enumerate(wanted) if table[i][j]]
        if not partners:
            continue
        for (mine, theirs), (total, pairs) in list(cell.items()):
            if mine >> bit & 1:
                continue
            for k, j in partners:
                if not theirs >> k & 1:
                    state = total + table[i][j], (pairs, i, j)
                    _keep(cell, (mine | 1 << bit, theirs | 1 << k), state)


def _keep(cell: _States, key: tuple[int, int], state: tuple[int, Any]) -> None:
    known = cell.get(key)
    if known is None or known[0] < state[0]:
        cell[key] = state


def _unrolled(pairs: Any) -> Pairs:
    found: Pairs = []
    while pairs is not None:
        pairs, i, j = pairs
        found.append((i, j))
    return sorted(found)
