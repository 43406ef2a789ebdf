"""Minimum-cost assignment, for partial credit and for explanations."""

from collections.abc import Sequence

__all__ = ("minimum_cost_assignment",)


def minimum_cost_assignment(cost: Sequence[Sequence[float]]) -> list[int | None]:
    """Assign rows to columns, one to one, so that the sum of costs is least.

    Every row gets a column, or every column a row, whichever are fewer. The algorithm is the
    Hungarian one with potentials and shortest augmenting paths (Kuhn 1955, Jonker and Volgenant
    1987): O(min(n, m)^2 * max(n, m)).

    Args:
        cost: n rows of m finite costs; with whole numbers the arithmetic is exact.

    Returns:
        For each row its column, or None.
    """
    rows, columns = len(cost), len(cost[0]) if cost else 0
    if rows > columns:
        flipped = minimum_cost_assignment([[row[j] for row in cost] for j in range(columns)])
        assigned: list[int | None] = [None] * rows
        for column, row in enumerate(flipped):
            if row is not None:
                assigned[row] = column
        return assigned
    potential: list[float] = [0] * columns
    row_of: list[int | None] = [None] * columns
    for row in range(rows):
        _assign(row, cost, potential, row_of)
    result: list[int | None] = [None] * rows
    for column, owner in enumerate(row_of):
        if owner is not None:
            result[owner] = column
    return result


def _assign(
    row: int, cost: Sequence[Sequence[float]], potential: list[float], row_of: list[int | None]
) -> None:
    """Give `row` a column along the cheapest augmenting path (Dijkstra over reduced costs)."""
    columns = len(potential)
    distance = [float("inf")] * columns
    came_from: list[int] = [-1] * columns
    done = [False] * columns
    current, at = row, -1
    base: float = 0
    while True:
        own = 0 if at < 0 else cost[current][at] - potential[at]
        for column in range(columns):
            if done[column]:
                continue
            reached = base + cost[current][column] - potential[column] - own
            if reached < distance[column]:
                distance[column], came_from[column] = reached, at
        at = min((c for c in range(columns) if not done[c]), key=distance.__getitem__)
        base, done[at] = distance[at], True
        owner = row_of[at]
        if owner is None:
            break
        current = owner
    for column in range(columns):
        if done[column]:
            potential[column] += distance[column] - base
    while at >= 0:
        before = came_from[at]
        row_of[at] = row if before < 0 else row_of[before]
        at = before
