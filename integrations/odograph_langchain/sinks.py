"""Where finished samples go at once: a function, or a file of JSON lines."""

import inspect
import os
from collections.abc import Callable
from typing import Any

from odograph.errors import InputError
from odograph.trace import MultiTurnSample, sample_to_dict
from odograph.trace.values import dump_line
from odograph_langchain.appending import LineWriter

__all__ = ("Sink", "as_sink")

Sink = Callable[[MultiTurnSample], object]


def as_sink(target: Sink | str | os.PathLike[str]) -> Sink:
    """Make a sink of a function, or of the path of a file to append to.

    Raises:
        InputError: an async function, a path that no file can have, or anything else.
    """
    path = _path_of(target)
    if path is not None:
        _check(path)
        writer = LineWriter(path)
        return lambda sample: writer.write(dump_line(sample_to_dict(sample)))
    if not callable(target):
        raise InputError.of("a sink must be a function or a path", target)
    if inspect.iscoroutinefunction(target):
        raise InputError.of("a sink must not be an async function", target)
    return target


def _path_of(target: Any) -> str | None:
    is_path = isinstance(target, str) or hasattr(target, "__fspath__")
    return os.path.abspath(os.fspath(target)) if is_path else None  # noqa: PTH100 - as text


def _check(path: str) -> None:
    """Refuse now what would lose every sample later, told only in their gaps."""
    if os.path.isdir(path) or not os.path.isdir(os.path.dirname(path)):  # noqa: PTH112, PTH120
        raise InputError.of("a sink must be a file in a folder that exists", path)
