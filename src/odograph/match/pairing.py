"""Maximum matching: how many of the run's elements can stand, one to one, for expected ones.

Two ways with one meaning. Where equal keys decide, counting is enough and time is linear. For any
other relation a maximum bipartite matching is grown by augmenting paths (Kuhn 1955); vertices of
a failed search are set aside for good, so that all failures together cost O(E), and the whole at
most O(min(n, m) * E) for E admissible pairs of n and m elements.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain
from typing import Any, Generic, Protocol, TypeVar

__all__ = ("ByKey", "ByLabel", "ByRelation", "Pairing")

A = TypeVar("A")
E = TypeVar("E")
A_contra = TypeVar("A_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)


class Pairing(Protocol[A_contra, E_contra]):
    """A matching between elements of the run and expected ones."""

    def size(self, actual: Sequence[A_contra], expected: Sequence[E_contra]) -> int:
        """Size of a maximum matching."""
        ...

    def prefix(self, actual: Sequence[A_contra], expected: Iterable[E_contra]) -> int:
        """Length of the longest prefix of `expected` that `actual` can serve."""
        ...

    def cover(
        self, batches: Sequence[Sequence[A_contra]], start: int, wanted: Sequence[E_contra]
    ) -> int | None:
        """Least `end` such that `batches[start:end]` serve all `wanted`; None if none does."""
        ...


class ByKey:
    """Elements are hashable keys, and equal keys match."""

    def size(self, actual: Sequence[Hashable], expected: Sequence[Hashable]) -> int:
        """Size of the multiset intersection."""
        if actual == expected:
            return len(actual)
        left = Counter(expected)
        left.subtract(actual)
        return len(expected) - sum(count for count in left.values() if count > 0)

    def prefix(self, actual: Sequence[Hashable], expected: Iterable[Hashable]) -> int:
        """Length of the longest prefix of `expected` that `actual` can serve."""
        left = Counter(actual)
        length = 0
        for key in expected:
            if not left[key]:
                break
            left[key] -= 1
            length += 1
        return length

    def cover(
        self, batches: Sequence[Sequence[Hashable]], start: int, wanted: Sequence[Hashable]
    ) -> int | None:
        """Least `end` such that `batches[start:end]` serve all `wanted`; None if none does."""
        left = Counter(wanted)
        missing = len(wanted)
        for end in range(start, len(batches)):
            for key in batches[end]:
                if left[key] > 0:
                    left[key] -= 1
                    missing -= 1
            if not missing:
                return end + 1
        return None if missing else start


class ByRelation(Generic[A, E]):
    """Elements match where a relation admits the pair."""

    def __init__(self, admits: Callable[[A, E], bool]) -> None:
        self._admits = admits

    def size(self, actual: Sequence[A], expected: Sequence[E]) -> int:
        """Size of a maximum matching."""
        growing = _Growing(len(actual))
        return sum(growing.offer(self._partners(actual, one)) for one in expected)

    def prefix(self, actual: Sequence[A], expected: Iterable[E]) -> int:
        """Length of the longest prefix of `expected` that `actual` can serve."""
        growing = _Growing(len(actual))
        length = 0
        for one in expected:
            if not growing.offer(self._partners(actual, one)):
                break
            length += 1
        return length

    def cover(self, batches: Sequence[Sequence[A]], start: int, wanted: Sequence[E]) -> int | None:
        """Least `end` such that `batches[start:end]` serve all `wanted`; None if none does."""
        growing = _Growing(len(wanted))
        missing = len(wanted)
        for end in range(start, len(batches)):
            for one in batches[end]:
                partners = [i for i, other in enumerate(wanted) if self._admits(one, other)]
                missing -= growing.offer(partners)
            if not missing:
                return end + 1
        return None if missing else start

    def _partners(self, actual: Sequence[A], expected: E) -> list[int]:
        return [i for i, one in enumerate(actual) if self._admits(one, expected)]


class ByLabel(ByRelation[tuple[Any, Any, Any], tuple[Any, Any, Any]]):
    """Elements are (label, key, value); those of other labels do not match.

    Where all elements of a label have keys, equal keys decide, and counting is enough.
    """

    def size(
        self, actual: Sequence[tuple[Any, Any, Any]], expected: Sequence[tuple[Any, Any, Any]]
    ) -> int:
        """Size of a maximum matching."""
        ours, theirs = _by_label(actual), _by_label(expected)
        return sum(self._size_of(ours[label], theirs[label]) for label in ours.keys() & theirs)

    def _size_of(
        self, actual: Sequence[tuple[Any, Any, Any]], expected: Sequence[tuple[Any, Any, Any]]
    ) -> int:
        if any(key is None for _, key, _ in chain(actual, expected)):
            return super().size(actual, expected)
        return ByKey().size([key for _, key, _ in actual], [key for _, key, _ in expected])


def _by_label(items: Sequence[tuple[Any, Any, Any]]) -> dict[Any, list[tuple[Any, Any, Any]]]:
    groups: dict[Any, list[tuple[Any, Any, Any]]] = {}
    for item in items:
        groups.setdefault(item[0], []).append(item)
    return groups


class _Growing:
    """A maximum matching that grows as left vertices are offered to a fixed right side."""

    def __init__(self, right: int) -> None:
        self._mate: list[int | None] = [None] * right
        self._held: dict[int, int] = {}  # left vertex -> its right vertex
        self._partners: list[list[int]] = []
        self._hopeless = [False] * right

    def offer(self, partners: list[int]) -> bool:
        """Add a left vertex; whether the matching grew."""
        start = len(self._partners)
        self._partners.append(partners)
        came_from: dict[int, int] = {}  # right vertex -> left vertex that found it
        queue = [start]
        for left in queue:
            for right in self._partners[left]:
                if right in came_from or self._hopeless[right]:
                    continue
                came_from[right] = left
                mate = self._mate[right]
                if mate is None:
                    self._augment(right, came_from, start)
                    return True
                queue.append(mate)
        for right in came_from:
            self._hopeless[right] = True
        return False

    def _augment(self, right: int, came_from: dict[int, int], start: int) -> None:
        while True:
            left = came_from[right]
            given_up = self._held.get(left, right)
            self._mate[right], self._held[left] = left, right
            if left == start:
                return
            right = given_up
