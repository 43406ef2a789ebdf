"""Samples from the history of a thread, for runs that no recorder saw."""

from typing import Any, Literal, get_args

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.pregel import Pregel

from odograph.errors import InputError
from odograph.trace import MultiTurnSample
from odograph_langgraph.reading import read_once
from odograph_langgraph.thread_history import rebuild

__all__ = ("afrom_thread", "from_thread")

_CHECKPOINTER = "__pregel_checkpointer"

By = Literal["turn", "thread"]


def from_thread(
    graph: Pregel[Any, Any, Any, Any], config: RunnableConfig, *, by: By = "turn"
) -> list[MultiTurnSample]:
    """Rebuild samples from the checkpoints of a thread.

    For runs that were not recorded. The path has the supersteps with their parallel nodes, the
    graphs inside nodes as far as they kept checkpoints, pauses, errors, and also cached nodes,
    which callbacks do not see. Messages have all that stood in the state, also what was removed.
    What a history does not keep is absent and told in `gaps`: retries, times, model calls,
    tokens, system prompts, the arguments that tools ran with.

    One branch is followed, the one that leads to the checkpoint of the config or else to the
    latest; what ran on other branches is left out, and an update of the state is no visit. A turn
    goes from one input to the next; what stood in the thread before is in the turn it came in.

    Args:
        graph: the compiled graph (or entrypoint) that ran, with its checkpointer.
        config: names the thread, and a checkpoint if not the latest:
            `{"configurable": {"thread_id": "t1"}}`.
        by: one sample for each turn, or one of the whole thread.

    Returns:
        The samples in order; none for a thread without checkpoints.

    Raises:
        InputError: no checkpointer, no thread, or an unknown checkpoint.
    """
    request = _Request(graph, config, by)
    return request.rebuild(list(request.saver.list(request.thread)))


async def afrom_thread(
    graph: Pregel[Any, Any, Any, Any], config: RunnableConfig, *, by: By = "turn"
) -> list[MultiTurnSample]:
    """Do what `from_thread` does, with an async checkpointer."""
    request = _Request(graph, config, by)
    return request.rebuild([one async for one in request.saver.alist(request.thread)])


class _Request:
    """Whose history is asked for, checked."""

    def __init__(self, graph: Any, config: Any, by: str) -> None:
        if not _is_graph(graph):
            raise InputError.of("must be a compiled graph", graph, place="graph")
        if by not in get_args(By):
            raise InputError.of("by must be 'turn' or 'thread'", by)
        bound: Any = graph.config or {}
        settings: dict[str, Any] = {
            **(bound.get("configurable") or {}),
            **(config.get("configurable") or {}),
        }
        saver: Any = settings.pop(_CHECKPOINTER, None) or graph.checkpointer
        if not isinstance(saver, BaseCheckpointSaver):
            rule = "a history needs the checkpointer with which the graph ran: compile it with one"
            raise InputError.of(rule, saver, place="graph.checkpointer")
        if settings.get("thread_id") is None:
            raise InputError.of("must name a thread", settings, place="config.configurable")
        if settings.pop("checkpoint_ns", ""):
            rule = "must be the thread of a whole graph, not of one inside it"
            raise InputError.of(rule, config, place="config.configurable.checkpoint_ns")
        self._graph: Any = graph
        self._head = settings.pop("checkpoint_id", None)
        self._by = by
        self.saver = read_once(saver)
        self.thread: RunnableConfig = {"configurable": settings}

    def rebuild(self, listed: list[Any]) -> list[MultiTurnSample]:
        """Rebuild the samples of the listed checkpoints."""
        return rebuild(self._graph, listed, head=self._head, whole=self._by == "thread")


def _is_graph(value: Any) -> bool:
    """Whether a value is a graph that runs here (its type is generic and would be unknown)."""
    return isinstance(value, Pregel)
