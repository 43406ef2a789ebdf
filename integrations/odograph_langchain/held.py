"""What an event brings, held so that the run may go on changing it.

Short lists are copied, one level deep. Of a long one only the length is noted, so that an event
costs the same however long a history is; it is copied when it is read. What is added to it later
is then left out; an element that is replaced in place is not told.
"""

from collections.abc import Mapping
from typing import Any

from odograph.trace.values import is_list, is_mapping

__all__ = ("hold", "read")

_COPIED = 128  # elements: copying so many costs about as much as noting their number


class _LongList:
    """A long list and its length."""

    __slots__ = ("_length", "_list")

    def __init__(self, value: list[Any]) -> None:
        self._list, self._length = value, len(value)

    def read(self) -> list[Any]:
        """The list as it was, without what came to it since."""
        return self._list[: self._length]


class _WithLongList:
    """A mapping that holds a long list."""

    __slots__ = ("_items",)

    def __init__(self, value: Mapping[Any, Any]) -> None:
        self._items = {key: _hold_list(item) for key, item in value.items()}

    def read(self) -> dict[Any, Any]:
        """The mapping with its lists as they were."""
        return {key: read(item) for key, item in self._items.items()}


def hold(value: Any) -> Any:
    """Hold a value: a list, or a mapping with its lists, apart from what becomes of it."""
    if is_mapping(value):
        if any(is_list(item) and len(item) > _COPIED for item in value.values()):
            return _WithLongList(value)
        return {key: list(item) if is_list(item) else item for key, item in value.items()}
    return _hold_list(value)


def read(held: Any) -> Any:
    """Read what was held."""
    return held.read() if isinstance(held, _LongList | _WithLongList) else held


def _hold_list(value: Any) -> Any:
    if not is_list(value):
        return value
    return list(value) if len(value) <= _COPIED else _LongList(value)
