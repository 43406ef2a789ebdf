import asyncio
import gc
from typing import Any

import pytest

from integrations.langgraph.builders import (
    Run,
    pools,
    ran,
    run_sync,
)
from odograph_langgraph import afirst_step


@pytest.fixture(autouse=True)
async def _nothing_is_left_behind(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Any:
    """No thread of a pool, no task, and no exception that asyncio has to complain of."""
    if not request.path.name.startswith("test_step"):  # only steps are stopped midway
        yield
        return
    ran.clear()
    before = pools()
    yield
    assert pools() <= before
    assert asyncio.all_tasks() == {asyncio.current_task()}
    gc.collect()
    assert [one.getMessage() for one in caplog.records if one.name == "asyncio"] == []


@pytest.fixture(params=[run_sync, afirst_step], ids=["sync", "async"])
def step(request: pytest.FixtureRequest) -> Run:
    run: Run = request.param
    return run
