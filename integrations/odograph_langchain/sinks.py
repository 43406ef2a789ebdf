"""Where finished samples go at once: a function, or a file of JSON lines."""

import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from odograph.errors import InputError
from odograph.trace import MultiTurnSample, sample_to_dict
from odograph.trace.values import dump_line

__all__ = ("Sink", "append_line", "as_sink")

Sink = Callable[[MultiTurnSample], object]


def as_sink(target: Sink | str | os.PathLike[str]) -> Sink:
    """Make a sink of a function, or of the path of a file to append to.

    Raises:
        InputError: an async function, or anything else.
    """
    path = _path_of(target)
    if path is not None:
        return lambda sample: append_line(path, dump_line(sample_to_dict(sample)))
    if not callable(target):
        raise InputError.of("a sink must be a function or a path", target)
    if inspect.iscoroutinefunction(target):
        raise InputError.of("a sink must not be an async function", target)
    return target


def _path_of(target: Any) -> Path | None:
    is_path = isinstance(target, str) or hasattr(target, "__fspath__")
    return Path(target) if is_path else None


def append_line(path: Path, line: str) -> None:
    """Append a whole line to a file, by one write.

    A process that is killed leaves whole lines behind; several processes may append. Where the
    file ends inside a line, a killed writer's say, that one is ended first.

    Raises:
        OSError: the line could not be written as a whole.
    """
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        size = os.fstat(handle).st_size
        cut = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        data = (b"\n" if cut else b"") + line.encode() + b"\n"
        written = os.write(handle, data)
        if written != len(data):
            raise OSError(f"only {written} of {len(data)} bytes were written to {path}")
    finally:
        os.close(handle)
