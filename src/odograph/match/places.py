"""Places in the arguments of a call: `items[0].sku`, `items[*].sku`, `*`, `['a.b']`."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from odograph.errors import InputError
from odograph.trace.values import is_mapping, is_sequence

__all__ = ("ANY_KEY", "Place", "find", "has", "key_path", "parse_place")

Place = tuple[str | int, ...]

ANY_KEY = "*"
_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_PART = re.compile(rf"""\.?([^.\[\]'"]+)|\[(\d+)\]|\[(\*)\]|\[({_QUOTED})\]""", re.DOTALL)


def parse_place(text: str) -> Place:
    """Read a place; a leading `$` for the whole is allowed. Quoted keys are Python literals.

    Raises:
        InputError: the text is empty or does not parse; the place says the column.
    """
    start = 1 if text[:2] in ("$", "$.", "$[") else 0
    parts: list[str | int] = []
    position = start
    while position < len(text):
        found = _PART.match(text, position)
        if found is None or (position == start == 0 and text[0] == "."):
            rule = "must be a path such as items[0].sku or items[*].sku"
            raise InputError.of(rule, text, place=f"column {position + 1}")
        name, index, star, quoted = found.groups()
        if index is not None:
            parts.append(int(index))
        elif quoted is not None:
            parts.append(_unquoted(quoted, position))
        else:
            parts.append(name or star)
        position = found.end()
    if not parts:
        raise InputError.of("a path must name an argument", text)
    return tuple(parts)


def _unquoted(literal: str, position: int) -> str:
    try:
        return str(ast.literal_eval(literal))
    except (SyntaxError, ValueError):
        raise InputError.of(
            "must be a quoted key", literal, place=f"column {position + 1}"
        ) from None


def key_path(path: str, key: Any) -> str:
    """Extend a path by a key or an index, as `parse_place` reads it."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    key = str(key)
    return f"{path}.{key}" if key.isidentifier() else f"{path}[{key!r}]"


def has(value: Any, place: Place) -> bool:
    """Whether the place is there; `[*]` is there in an empty list too."""
    if not place:
        return True
    if place[0] == ANY_KEY and (is_mapping(value) or is_sequence(value)) and not value:
        return True
    return any(has(value[key], place[1:]) for key in _keys(value, place[0]))


def find(value: Any, place: Place, path: str = "$") -> Iterator[tuple[str, Any]]:
    """Yield the concrete path and value of each spot of `value` that the place names."""
    if not place:
        yield path, value
        return
    head, rest = place[0], place[1:]
    for key in _keys(value, head):
        yield from find(value[key], rest, key_path(path, key))


def _keys(value: Any, head: str | int) -> list[Any]:
    if is_mapping(value):
        if head == ANY_KEY:
            return list(value)
        return [head] if head in value else []
    if is_sequence(value):
        if head == ANY_KEY:
            return list(range(len(value)))
        return [head] if isinstance(head, int) and head < len(value) else []
    return []
