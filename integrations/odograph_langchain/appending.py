"""Whole lines at the end of a file, whatever kills the process that hands them over.

SIGKILL can cut a single `write` between two pages, so a process cannot write for itself and
promise whole lines. `LineWriter` hands each line to a small process of its own (this file, run as
a program), which writes a line when it has it whole, and ends when its owner is gone. Only what
kills that process as well can leave a cut line; the next writer takes it away.

It imports nothing but the standard library: it starts in about ten milliseconds.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable

try:
    import fcntl
except ImportError:  # Windows has no such lock
    fcntl = None  # type: ignore[assignment]

__all__ = ("LineWriter", "append_line")

_HEAD = 8
_END = b"\xff" * _HEAD
_BLOCK = 1 << 16
_BEGINNING = b'{"schema": "odograph/'


class LineWriter:
    """Appends lines to one file, through a process of its own.

    It may be used from any thread, and from a fork of the process that made it. A line that was
    handed over is in the file when `write` returns.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._owner: int | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def write(self, line: str) -> None:
        """Append a line.

        Raises:
            OSError: it could not be written.
        """
        data = line.encode()
        with self._lock:
            process = self._running()
            if process is None or process.stdin is None or process.stdout is None:
                append_line(self._path, data)
                return
            process.stdin.write(len(data).to_bytes(_HEAD, "big") + data)
            process.stdin.flush()
            answer = process.stdout.readline()
        if answer != b"\n":
            told = answer.decode(errors="replace").strip() or "its writer has ended"
            raise OSError(f"{self._path}: {told}")

    def _running(self) -> "subprocess.Popen[bytes] | None":
        """The process of this writer, begun where there is none; None where none can be begun."""
        if self._owner != os.getpid():
            self._owner, self._process = os.getpid(), None
            with contextlib.suppress(OSError):  # a place without processes: written directly
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", __file__, self._path],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # an interrupt at the terminal is not for it
                )
                weakref.finalize(self, _finish(self._process, os.getpid()))
        return self._process


def _finish(process: "subprocess.Popen[bytes]", owner: int) -> Callable[[], None]:
    """Make the end of a writer: it is told to go, since a fork may hold its input open."""

    def finish() -> None:
        if os.getpid() == owner and process.stdin is not None and process.stdout is not None:
            with contextlib.suppress(OSError):
                process.stdin.write(_END)
                process.stdin.close()
            process.stdout.close()
            process.wait()

    return finish


def append_line(path: str | os.PathLike[str], line: bytes) -> None:
    """Append a whole line to a file, by one write under a lock; several processes may.

    A cut line at the end of the file is taken away first where it is the beginning of a sample,
    else it is ended with a newline.

    Raises:
        OSError: the line could not be written as a whole.
    """
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)  # closing the file, or dying, gives it back
        data = (b"\n" if _ends_inside_a_line(handle) else b"") + line + b"\n"
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


def _read(handle: int, start: int, end: int) -> bytes:
    os.lseek(handle, start, os.SEEK_SET)
    return os.read(handle, end - start)


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def _serve(path: str) -> None:
    """Write each line that comes whole, and answer each with a line: empty, or what went wrong."""
    lines, answers = sys.stdin.buffer, sys.stdout.buffer
    while len(head := lines.read(_HEAD)) == _HEAD and head != _END:
        size = int.from_bytes(head, "big")
        line = lines.read(size)
        if len(line) < size:
            return
        wrong = b""
        try:
            append_line(path, line)
        except OSError as error:
            wrong = str(error).encode()
        with contextlib.suppress(OSError):  # the owner is gone, its lines are not
            answers.write(wrong + b"\n")
            answers.flush()


if __name__ == "__main__":
    _serve(sys.argv[1])
