"""How far a run is, on a terminal."""

import sys
from collections.abc import Callable
from contextlib import ExitStack

__all__ = ("Progress", "progress_of")

Progress = Callable[[int], None] | bool | None


def progress_of(wanted: Progress, closing: ExitStack) -> Callable[[int], None] | None:
    """The function to call with the number of rows done; True is a count on standard error.

    Where standard error is no terminal, True shows nothing. What comes after the count begins on a
    line of its own, once `closing` is closed.
    """
    if callable(wanted):
        return wanted
    if not wanted or not sys.stderr.isatty():
        return None
    closing.callback(sys.stderr.write, "\n")
    return _show


def _show(done: int) -> None:
    sys.stderr.write(f"\r{done} rows scored")
    sys.stderr.flush()
