"""Waiting for coroutines from synchronous code, and for blocking functions from a loop.

A loop that runs already is neither patched nor nested: the coroutine then gets a loop in a thread
of its own.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextvars import copy_context
from typing import Any, TypeVar

__all__ = ("in_thread", "run")

T = TypeVar("T")


def run(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run what `make` returns to its end, also where a loop runs in this thread.

    Ctrl-C cancels the coroutine, which may still return a value.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(make())
    return _run_in_own_thread(make)


async def in_thread(function: Callable[..., Any], *args: Any) -> Any:
    """Await a blocking function in a daemon thread of its own, which sees this context.

    A call that is cancelled is left to itself: no thread can be stopped, but neither does a daemon
    keep the process from ending, as a thread of a pool would.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()
    context = copy_context()

    def tell(settle: Callable[[Any], None], outcome: Any) -> None:
        if not done.done():
            settle(outcome)

    def work() -> None:
        settle: Callable[[Any], None]
        try:
            outcome, settle = context.run(function, *args), done.set_result
        except StopIteration as error:  # a future refuses it
            outcome, settle = RuntimeError(f"StopIteration: {error}"), done.set_exception
        except BaseException as error:
            outcome, settle = error, done.set_exception
        try:
            loop.call_soon_threadsafe(tell, settle, outcome)
        except RuntimeError:  # the loop has ended; nobody waits any more
            return

    threading.Thread(target=work, name="odograph-call", daemon=True).start()
    return await done


def _run_in_own_thread(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    outcome: Future[T] = Future()
    running: Future[Callable[[], object]] = Future()
    context = copy_context()

    async def watched() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        running.set_result(lambda: task and loop.call_soon_threadsafe(task.cancel))
        return await make()

    def work() -> None:
        try:
            outcome.set_result(context.run(asyncio.run, watched()))
        except BaseException as error:
            outcome.set_exception(error)

    thread = threading.Thread(target=work, name="odograph-loop", daemon=True)
    thread.start()
    try:
        value = outcome.result()
    except KeyboardInterrupt:
        if outcome.done():
            raise
        cancel = running.result()
        cancel()
        try:
            value = outcome.result()
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
    thread.join()
    return value
