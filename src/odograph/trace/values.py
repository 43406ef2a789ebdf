"""JSON values: any Python value as JSON, and JSON text that keeps what plain JSON loses."""

import base64
import dataclasses
import json
import math
from collections.abc import Mapping, Sequence, Set
from datetime import date, datetime, time
from enum import Enum
from numbers import Integral, Real
from typing import Any, TypeGuard

__all__ = (
    "as_json",
    "dump_line",
    "is_list",
    "is_mapping",
    "is_object",
    "is_sequence",
    "is_tuple",
    "load_json",
    "load_line",
)

_FLOAT = "$float"
_ESCAPED = "$escaped"
_FLOATS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
_PLAIN = (str, int, float, bool, type(None))


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Whether a value read from JSON is an object."""
    return isinstance(value, dict)


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value read from JSON is a list."""
    return isinstance(value, list)


def is_mapping(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Whether a value is a mapping of any kind."""
    if isinstance(value, dict):  # the test of an abstract class takes five times as long
        return True
    return isinstance(value, Mapping)


def is_sequence(value: Any) -> TypeGuard[Sequence[Any]]:
    """Whether a value is a sequence other than text or bytes."""
    if isinstance(value, list | tuple):
        return True
    return not isinstance(value, str | bytes | bytearray) and isinstance(value, Sequence)


def is_tuple(value: Any) -> TypeGuard[tuple[Any, ...]]:
    """Whether a value is a tuple."""
    return isinstance(value, tuple)


def as_json(value: Any) -> Any:
    """Turn any Python value into a JSON value.

    Tuples and sets become lists (sets sorted), dates ISO text, bytes base64 text, pydantic models
    and dataclasses objects, enums their value, numpy's numbers numbers; anything else its `str`.
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
    if isinstance(value, Integral):  # numpy's numbers are registered as such
        return int(value)
    if isinstance(value, Real):
        return float(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: as_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return as_json(dump(mode="json"))
    return str(value)


def load_json(text: str) -> Any:
    """Read JSON text, as `json.loads` does, in half its time for short texts.

    Raises:
        ValueError: as for `load_line`.
    """
    try:
        value, end = _decode(text)
    except ValueError:  # perhaps only leading blanks
        return json.loads(text)
    return value if end == len(text) or text[end:].isspace() else json.loads(text)


_decode = json.JSONDecoder().raw_decode


def dump_line(value: object) -> str:
    """Write a JSON value as one line; NaN and infinities are kept as `{"$float": "nan"}`.

    Raises:
        TypeError: the value holds something that is no JSON value.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=True)
    if "NaN" in text or "Infinity" in text or '"$' in text:
        value = _tagged(value)
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, as a cut-off emoji leaves it
        text = json.dumps(value, allow_nan=False)
    return text


def load_line(text: str) -> Any:
    """Read what `dump_line` wrote.

    Raises:
        ValueError: the text is not JSON (`json.JSONDecodeError`), or holds a whole number of more
            digits than Python reads.
    """
    if f'"{_FLOAT}"' in text or f'"{_ESCAPED}"' in text:
        return json.loads(text, object_hook=_untagged)
    return load_json(text)


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
    """Undo `_tagged`; an object that it cannot have written is some other program's own."""
    if len(pairs) != 1:
        return pairs
    number, escaped = pairs.get(_FLOAT), pairs.get(_ESCAPED)
    if isinstance(number, str) and number in _FLOATS:
        return _FLOATS[number]
    if is_list(escaped) and all(is_list(pair) and len(pair) == 2 for pair in escaped):
        return {str(key): item for key, item in escaped}
    return pairs


def _list(values: Any) -> list[Any]:
    return list(values)
