"""Ids of documents, as text: a table turns 12 into 12.0, and JSON turns it into "12"."""

import math
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

from odograph.errors import InputError

__all__ = ("DocumentId", "are_texts", "canonical_id")

DocumentId = str | int | float


def canonical_id(value: DocumentId, *, place: str = "") -> str:
    """Write an id as text, a whole float as an integer: 12, 12.0 and "12" are one document.

    Text stays as it is: "07" and 7 are two documents.

    Raises:
        InputError: neither text nor a finite number.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Integral) and not isinstance(value, bool):
        return str(int(value))
    if isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value):
        number = float(value)
        return str(int(number)) if number.is_integer() else repr(number)
    raise InputError.of("an id must be text or a finite number", value, place=place)


def are_texts(values: Iterable[Any]) -> bool:
    """Whether all ids are text already, so that none has to be rewritten."""
    try:
        "".join(values)  # faster than asking each for its type
    except TypeError:
        return False
    return True
