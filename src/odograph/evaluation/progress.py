"""How far a run is, on a terminal."""

import sys
from collections.abc import Callable

__all__ = ("Progress", "progress_of")

Progress = Callable[[int], None] | bool | None


def progress_of(wanted: Progress) -> Callable[[int], None] | None:
    """The function to call with the number of rows done; True is a count on standard error.

    Where standard error is no terminal, True shows nothing.
    """
    if callable(wanted):
        return wanted
    return _show if wanted and sys.stderr.isatty() else None


def _show(done: int) -> None:
    sys.stderr.write(f"\r{done} rows scored")
    sys.stderr.flush()
