"""Where finished samples go at once: a function, or a file of JSON lines."""

import inspect
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from odograph.errors import InputError
from odograph.trace import MultiTurnSample, sample_to_dict
from odograph.trace.values import dump_line

try:
    import fcntl
except ImportError:  # Windows has no such lock
    fcntl = None  # type: ignore[assignment]

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
    """Append a whole line to a file, by one write under a lock; several processes may.

    A process that is killed inside its write can leave a cut line, the last one of the file. The
    next writer takes it away where it is the beginning of a sample, else ends it with a newline.

    Raises:
        OSError: the line could not be written as a whole.
    """
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)  # closing the file, or dying, gives it back
        data = (b"\n" if _ends_inside_a_line(handle) else b"") + line.encode() + b"\n"
        written = os.write(handle, data)
        if written != len(data):
            raise OSError(f"only {written} of {len(data)} bytes were written to {path}")
    finally:
        os.close(handle)


def _ends_inside_a_line(handle: int) -> bool:
    """Whether the last line has no end; one that is the cut beginning of a sample is removed."""
    size = os.fstat(handle).st_size
    if size == 0 or _read(handle, size - 1, size) == b"\n":
        return False
    start, tail = size, b""
    while start > 0 and b"\n" not in tail:
        start = max(0, start - _BLOCK)
        tail = _read(handle, start, size)
    begin = start + tail.rfind(b"\n") + 1
    last = _read(handle, begin, size)
    if not last.startswith(_BEGINNING[: len(last)]) or _is_json(last):
        return True
    os.ftruncate(handle, begin)
    return False


_BLOCK = 1 << 16
_BEGINNING = b'{"schema": "odograph/'


def _read(handle: int, start: int, end: int) -> bytes:
    os.lseek(handle, start, os.SEEK_SET)
    return os.read(handle, end - start)


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True
