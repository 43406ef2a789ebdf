"""The path of nodes, read off the tree of runs that LangSmith holds of a LangGraph run.

LangGraph tags each task's own run `graph:step:N`; the tag is not inherited. Graphs nest as runs do,
also through tools.
"""

from collections.abc import Iterator
from typing import Any

from langsmith.run_trees import RunTree
from langsmith.schemas import Run

from odograph.trace import NodePath, NodeVisit, VisitStatus

__all__ = ("AnyRun", "path_from_run")

AnyRun = Run | RunTree
"""A run as the server returns it, or as `langsmith.evaluate` hands it to evaluators."""

_TAG = "graph:step:"
_HIDDEN = "langsmith:hidden"
_ENDS: dict[str, VisitStatus] = {
    "GraphInterrupt": "interrupted",
    "NodeInterrupt": "interrupted",
    "ParentCommand": "bubbled",
    "CancelledError": "cancelled",
    "GeneratorExit": "cancelled",
}


def path_from_run(run: AnyRun) -> NodePath | None:
    """Read the path of the graphs in a tree of runs, of several graphs one after another.

    Returns:
        The path; None where the tree holds no node of a graph, or holds no children at all, as a
        run that was read from the server without them.
    """
    paths = list(_graphs(run))
    if not paths:
        return None
    return NodePath([step for path in paths for step in path.steps], paths[0].gaps)


def _graphs(run: AnyRun) -> Iterator[NodePath]:
    """Yield the path of each graph at or below a run that is not inside another of them."""
    children: list[AnyRun] = [*(run.child_runs or ())]
    tasks = [child for child in children if _is_task(child)]
    if tasks:
        yield _path(tasks)
        return
    for child in sorted(children, key=lambda one: one.start_time):
        yield from _graphs(child)


def _is_task(run: AnyRun) -> bool:
    tags = run.tags or []
    return any(tag.startswith(_TAG) for tag in tags) and _HIDDEN not in tags


def _path(tasks: list[AnyRun]) -> NodePath:
    steps: dict[tuple[int, bool], dict[str, list[AnyRun]]] = {}
    for task in sorted(tasks, key=lambda one: one.start_time):
        place = [str(part) for part in task.metadata.get("langgraph_path", ())]
        # a handler of a node's error runs after that node, under the same number
        step = (_number(task), "node_error_handler" in place)
        identity = str(task.metadata.get("langgraph_checkpoint_ns", task.id))
        steps.setdefault(step, {}).setdefault(identity, []).append(task)
    seen = {number for number, _ in steps}
    gaps = [number for number in range(min(seen), max(seen)) if number not in seen]
    ordered = [sorted(steps[key].values(), key=_written) for key in sorted(steps)]
    return NodePath([[_visit(attempts) for attempts in step] for step in ordered], gaps)


def _number(task: AnyRun) -> int:
    return next(int(tag[len(_TAG) :]) for tag in task.tags or () if tag.startswith(_TAG))


def _written(attempts: list[AnyRun]) -> list[str]:
    """Order the tasks of a step as LangGraph applies their writes: nodes by name, then sends."""
    place: list[Any] = list(attempts[0].metadata.get("langgraph_path", ()))[:3]
    return [f"{part:010d}" if type(part) is int else str(part) for part in place]


def _visit(attempts: list[AnyRun]) -> NodeVisit:
    last = attempts[-1]
    nested = tuple(path for child in last.child_runs or () for path in _graphs(child))
    return NodeVisit(last.name, _status(last), len(attempts), nested)


def _status(run: AnyRun) -> VisitStatus:
    if run.error is None:
        return "completed" if run.end_time is not None else "cancelled"
    return _ENDS.get(run.error.partition("(")[0], "error")
