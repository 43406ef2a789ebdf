"""A history and a recorder tell the same of the same run."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from conformance.capture.scene import config, drawn
from integrations.langgraph.scenes import SCENES, Scene
from odograph.trace import MultiTurnSample, SystemMessage
from odograph_langchain import Recorder
from odograph_langgraph import afrom_thread, from_thread

scenes = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


UNCOUNTED = (
    "failure_then_going_on",
    "pause_before_a_node_of_a_subgraph",
    "parallel_pauses_answered_one_by_one",
)
"""Scenes in which a node is started again without a trace in the checkpoints."""


def told(sample: MultiTurnSample, scene: Scene) -> dict[str, Any]:
    """What a history can know; the system prompt stands in no checkpoint."""
    said = [one for one in sample.user_input if not isinstance(one, SystemMessage)]
    return {
        "path": None if scene.__name__ in UNCOUNTED else drawn(sample.path),
        "nodes": sample.path.nodes if sample.path is not None else None,
        "messages": [(one.role, one.content, one.removed) for one in said],
        "calls": [(one.name, one.outcome, one.result, one.node) for one in sample.call_records],
        # the value of a question may be lost, its answer not; a pause at a border has no id
        "answers": sorted((str(one.node), str(one.answer)) for one in sample.interrupts if one.id),
        "status": sample.status,
        "error": sample.error,
        "thread": sample.thread_id,
    }


def run(made: Any, value: Any, recorder: Recorder) -> None:
    if callable(value):
        value = value(made, config(recorder, "t"))
    with suppress(ValueError, ZeroDivisionError):
        made.invoke(value, config(recorder, "t"))


async def arun(made: Any, value: Any, recorder: Recorder) -> None:
    if callable(value):
        value = await asyncio.to_thread(value, made, config(recorder, "t"))
    with suppress(ValueError, ZeroDivisionError):
        await made.ainvoke(value, config(recorder, "t"))


def sqlite() -> Any:
    saver = pytest.importorskip("langgraph.checkpoint.sqlite").SqliteSaver
    return saver.from_conn_string(":memory:")


@asynccontextmanager
async def async_memory() -> AsyncGenerator[Any]:
    yield InMemorySaver()


def async_sqlite() -> Any:
    saver = pytest.importorskip("langgraph.checkpoint.sqlite.aio").AsyncSqliteSaver
    return saver.from_conn_string(":memory:")


@scenes
@pytest.mark.parametrize("saver", [InMemorySaver, sqlite])
def test_the_sources_agree(scene: Scene, saver: Any) -> None:
    with saver() as opened:
        made, inputs = scene(opened)
        recorder = Recorder()
        for value in inputs:
            run(made, value, recorder)
        history = from_thread(made, config(recorder, "t"))

    expected = [told(one, scene) for one in recorder.samples]
    assert [told(one, scene) for one in history] == expected


@scenes
@pytest.mark.parametrize("saver", [async_memory, async_sqlite])
async def test_the_sources_agree_of_an_async_run(scene: Scene, saver: Any) -> None:
    async with saver() as opened:
        made, inputs = scene(opened)
        recorder = Recorder()
        for value in inputs:
            await arun(made, value, recorder)
        history = await afrom_thread(made, config(recorder, "t"))

    expected = [told(one, scene) for one in recorder.samples]
    assert [told(one, scene) for one in history] == expected
