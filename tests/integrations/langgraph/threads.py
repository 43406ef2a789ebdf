"""What the tests of histories share."""

from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from integrations.langgraph import scenes
from odograph.trace import MultiTurnSample
from odograph_langgraph import from_thread

THREAD: Any = {"configurable": {"thread_id": "t"}}


def ran(scene: scenes.Scene, **options: Any) -> Any:
    """Run all inputs of a scene and return the graph."""
    made, inputs = scene(InMemorySaver())
    for value in inputs:
        made.invoke(value, THREAD, **options)
    return made


def only(made: Any, config: Any = THREAD) -> MultiTurnSample:
    (sample,) = from_thread(made, config)
    return sample


def own_gaps(sample: MultiTurnSample) -> list[str]:
    """The gaps beyond what no history knows."""
    assert sample.gaps[0].startswith("rebuilt from a checkpointer: retries, times, model calls")
    return list(sample.gaps[1:])
