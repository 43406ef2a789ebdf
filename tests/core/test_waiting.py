import asyncio
import threading
import time
from contextvars import ContextVar

import pytest

from odograph._waiting import in_thread, run

NAME: ContextVar[str] = ContextVar("name", default="nobody")


async def name_after(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return NAME.get()


def test_a_coroutine_is_run_to_its_end() -> None:
    assert run(lambda: name_after(0)) == "nobody"


async def test_where_a_loop_runs_it_has_a_thread_of_its_own_and_the_same_context() -> None:
    NAME.set("somebody")
    threads = threading.active_count()

    assert run(lambda: name_after(0)) == "somebody"
    assert threading.active_count() == threads


async def test_errors_come_through() -> None:
    async def fails() -> None:
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        run(fails)


async def test_a_blocking_function_leaves_the_loop_free_and_sees_the_context() -> None:
    NAME.set("caller")

    def block(seconds: float) -> str:
        time.sleep(seconds)
        return NAME.get()

    start = time.perf_counter()
    names = await asyncio.gather(*(in_thread(block, 0.1) for _ in range(5)))

    assert names == ["caller"] * 5
    assert time.perf_counter() - start < 0.4


@pytest.mark.parametrize("error", [ValueError("no"), StopIteration("done")])
async def test_what_a_blocking_function_raises_is_raised(error: Exception) -> None:
    def fails() -> None:
        raise error

    with pytest.raises((ValueError, RuntimeError), match=r"no|done"):
        await in_thread(fails)


async def test_a_call_that_hangs_is_left_to_itself() -> None:
    release = threading.Event()
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(in_thread(release.wait, 5), 0.05)
    release.set()
