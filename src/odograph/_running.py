"""Async code from sync code: one implementation for both, and no patched loop."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

__all__ = ("run",)

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, in a loop of its own.

    Where a loop runs already (a notebook, a web handler) the work gets a thread of its own, and the
    calling thread waits for it. Context variables are those of the caller.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1, thread_name_prefix="odograph") as pool:
        return pool.submit(copy_context().run, asyncio.run, work).result()
