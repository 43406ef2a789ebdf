"""The path that snapshots tell, where the checkpointer itself is out of reach."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from odograph.errors import InputError
from odograph.trace import NodePath, NodeVisit, VisitStatus
from odograph.trace.values import is_mapping
from odograph_langgraph.saved import HIDDEN

__all__ = ("path_from_snapshots",)


def path_from_snapshots(snapshots: Iterable[Any]) -> NodePath:
    """Draw the path that the snapshots of a thread's state tell.

    For what `get_state_history` lists of a graph that runs elsewhere, or snapshots that were
    stored. `from_thread` knows more: graphs inside nodes, messages, calls, pauses.

    Args:
        snapshots: `StateSnapshot`s, or mappings with their fields (`next` or `tasks`, and
            `metadata` with `step`, or `step`), in any order. Where they name their parents, the
            branch that leads to the latest is followed.

    Raises:
        InputError: a snapshot has no step.
    """
    branch = _branch([_Snapshot(one, f"[{index}]") for index, one in enumerate(snapshots)])
    steps: list[list[NodeVisit]] = []
    for number, one in enumerate(branch):
        after = branch[number + 1] if number + 1 < len(branch) else None
        if after is None or after.source == "loop":
            steps.append(one.visits(completed=after is not None))
    return NodePath([step for step in steps if step])


class _Snapshot:
    """One snapshot, in either form."""

    def __init__(self, given: Any, place: str) -> None:
        self._given = given
        metadata: Any = self._get(given, "metadata")
        fields: Mapping[str, Any] = metadata if is_mapping(metadata) else {}
        step: Any = fields.get("step", self._get(given, "step"))
        if not isinstance(step, int):
            raise InputError.of("a snapshot must have a step in its metadata", given, place=place)
        self.step = step
        self.source = fields.get("source", "loop")
        self.id = self._checkpoint("config")
        self.parent = self._checkpoint("parent_config")

    def visits(self, *, completed: bool) -> list[NodeVisit]:
        """The tasks of the superstep after it; where it was not completed, those that ran."""
        tasks: Sequence[Any] = self._get(self._given, "tasks") or ()
        if completed and not tasks:
            names: Sequence[str] = self._get(self._given, "next") or ()
            return [NodeVisit(name) for name in names if name not in HIDDEN]
        found: list[NodeVisit] = []
        for task in tasks:
            name = str(self._get(task, "name"))
            status = "completed" if completed else self._status(task)
            if status is not None and name not in HIDDEN:
                found.append(NodeVisit(name, status))
        return found

    def _status(self, task: Any) -> VisitStatus | None:
        if self._get(task, "error") is not None:
            return "error"
        if self._get(task, "interrupts") and self._get(task, "result") is None:
            return "interrupted"
        return None if self._get(task, "result") is None else "completed"

    def _checkpoint(self, field: str) -> str | None:
        config: Any = self._get(self._given, field)
        where: Any = config.get("configurable") if is_mapping(config) else None
        found = where.get("checkpoint_id") if is_mapping(where) else None
        return None if found is None else str(found)

    @staticmethod
    def _get(value: Any, field: str) -> Any:
        return value.get(field) if is_mapping(value) else getattr(value, field, None)


def _branch(snapshots: Sequence[_Snapshot]) -> list[_Snapshot]:
    """Put the snapshots in order, oldest first; of several branches the latest one."""
    known = {one.id: one for one in snapshots if one.id is not None}
    if len(known) < len(snapshots) or all(one.parent is None for one in snapshots):
        return sorted(snapshots, key=lambda one: one.step)
    at: _Snapshot | None = known[max(known)]  # ids grow with time
    found: list[_Snapshot] = []
    while at is not None:
        found.append(at)
        at = None if at.parent is None else known.get(at.parent)
    return found[::-1]
