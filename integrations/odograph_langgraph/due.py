"""Which tasks a checkpoint leads to, as the graph itself says it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple, copy_checkpoint
from langgraph.types import Send

from odograph.trace.values import is_list
from odograph_langgraph.saved import SENDS, Saved

__all__ = ("Due", "due_tasks", "fits")


class Due(NamedTuple):
    """A task that is to run: its name, its id where it is known, and what was sent to it."""

    name: str
    id: str | None = None
    sent: Any = None


_TO = "branch:to:"


def fits(graph: Any, saved: Saved) -> bool:
    """Whether a graph may have saved a checkpoint: it has the nodes that ran before it."""
    nodes: Any = graph.nodes
    return all(name in nodes or name.startswith("__") for name, seen in saved.seen.items() if seen)


def due_tasks(graph: Any, saved: Saved) -> list[Due]:
    """List the tasks that a checkpoint leads to, in the order in which their writes apply.

    A graph that cannot be asked (code called it) is read by LangGraph's names of channels.
    """
    found = _told(graph, saved) if graph is not None else []
    if not found:
        found = [*_named(list(saved.values)), *_sent(saved.values.get(SENDS))]
    written = saved.given.outputs
    sent = [value for channel, value in written if channel == SENDS]
    return [*found, *_named([channel for channel, _ in written]), *_sent(sent)]


def _told(graph: Any, saved: Saved) -> list[Due]:
    copied: Any = graph.copy({"checkpointer": _OneCheckpoint(saved.raw)})
    where: Any = saved.raw.config.get("configurable", {})
    config = {"configurable": {"thread_id": where.get("thread_id"), "checkpoint_id": saved.id}}
    tasks: list[Any] = sorted(copied.get_state(config).tasks, key=_order)
    sends = _sent(saved.values.get(SENDS))
    return [Due(task.name, task.id, _sent_by(task.path, sends)) for task in tasks]


def _sent_by(path: Any, sends: Sequence[Due]) -> Any:
    index = path[1] if path[0] == "__pregel_push" else None
    return sends[index].sent if isinstance(index, int) and index < len(sends) else None


def _order(task: Any) -> tuple[str, str]:
    kind, place = task.path[:2]
    return str(kind), f"{place:010d}" if isinstance(place, int) else str(place)


def _named(channels: Sequence[str]) -> list[Due]:
    names = {one.removeprefix(_TO) for one in channels if one.startswith(_TO)}
    return [Due(name) for name in sorted(names)]


def _sent(sends: Any) -> list[Due]:
    listed = sends if is_list(sends) else []
    return [Due(one.node, None, one.arg) for one in listed if isinstance(one, Send)]


class _OneCheckpoint(BaseCheckpointSaver[Any]):
    """A checkpointer with a single checkpoint."""

    def __init__(self, saved: CheckpointTuple) -> None:
        super().__init__()
        self._saved = saved

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Find the checkpoint, in a copy: LangGraph applies writes to it."""
        wanted = config.get("configurable", {}).get("checkpoint_id")
        if wanted != self._saved.checkpoint["id"]:
            return None
        return self._saved._replace(checkpoint=copy_checkpoint(self._saved.checkpoint))

    def list(self, config: RunnableConfig | None, **kwargs: Any) -> Iterator[CheckpointTuple]:
        """List it."""
        del config, kwargs
        yield self._saved
