"""JSON values: any Python value as JSON, and JSON text that keeps what plain JSON loses."""

import base64
import dataclasses
import json
import math
from collections.abc import Mapping, Sequence, Set
from datetime import date, datetime, time
from enum import Enum
from typing import Any, TypeGuard

__all__ = (
    "as_json",
    "dump_line",
    "is_list",
    "is_mapping",
    "is_object",
    "is_sequence",
    "is_tuple",
    "load_line",
)

_FLOAT = "$float"
_ESCAPED = "$escaped"
_PLAIN = (str, int, float, bool, type(None))


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Whether a value read from JSON is an object."""
    return isinstance(value, dict)


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value read from JSON is a list."""
    return isinstance(value, list)


def is_mapping(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Whether a value is a mapping of any kind."""
    return isinstance(value, Mapping)


def is_sequence(value: Any) -> TypeGuard[Sequence[Any]]:
    """Whether a value is a sequence other than text."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def is_tuple(value: Any) -> TypeGuard[tuple[Any, ...]]:
    """Whether a value is a tuple."""
    return isinstance(value, tuple)


def as_json(value: Any) -> Any:
    """Turn any Python value into a JSON value.

    Tuples and sets become lists (sets sorted), dates ISO text, bytes base64 text, pydantic models
    and dataclasses objects, enums their value; anything else its `str`.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Enum):
        return as_json(value.value)
    for kind in (str, int, float):  # a subclass may compare or print in a way of its own
        if isinstance(value, kind):
            return kind(value)
    return _composite_as_json(value)


def _composite_as_json(value: Any) -> Any:
    if is_mapping(value):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, bytes | bytearray):
        return base64.b64encode(bytes(value)).decode("ascii")
    if isinstance(value, Sequence):
        return [as_json(item) for item in _list(value)]
    if isinstance(value, Set):
        return sorted((as_json(item) for item in _list(value)), key=repr)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: as_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return as_json(dump(mode="json"))
    return str(value)


def dump_line(value: object) -> str:
    """Write a JSON value as one line; NaN and infinities are kept as `{"$float": "nan"}`.

    Raises:
        TypeError: the value holds something that is no JSON value.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=True)
    if "NaN" in text or "Infinity" in text or '"$' in text:
        text = json.dumps(_tagged(value), ensure_ascii=False, allow_nan=False)
    return text


def load_line(text: str) -> Any:
    """Read what `dump_line` wrote.

    Raises:
        json.JSONDecodeError: the text is not JSON.
    """
    if f'"{_FLOAT}"' in text or f'"{_ESCAPED}"' in text:
        return json.loads(text, object_hook=_untagged)
    return json.loads(text)


def _tagged(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return {_FLOAT: repr(value)}
    if is_mapping(value):
        pairs = {key: _tagged(item) for key, item in value.items()}
        if _FLOAT in pairs or _ESCAPED in pairs:
            return {_ESCAPED: [[key, item] for key, item in pairs.items()]}
        return pairs
    if isinstance(value, list | tuple):
        return [_tagged(item) for item in _list(value)]
    return value


def _untagged(pairs: dict[str, Any]) -> Any:
    if len(pairs) == 1:
        if _FLOAT in pairs:
            return float(pairs[_FLOAT])
        if _ESCAPED in pairs:
            return dict(pairs[_ESCAPED])
    return pairs


def _list(values: Any) -> list[Any]:
    return list(values)
