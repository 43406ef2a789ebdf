"""The path of a run: its graph runs as supersteps of visits."""

from collections.abc import Sequence

from odograph.trace import NodePath, NodeVisit
from odograph_langchain.graphs import GraphRun

__all__ = ("missing_steps", "path_of")


def path_of(runs: Sequence[GraphRun]) -> NodePath | None:
    """Draw the path; several graphs that code ran one after the other are a step each.

    Returns:
        None where no graph ran.
    """
    if not runs:
        return None
    if len(runs) == 1:
        return _path(runs[0])
    return NodePath([[NodeVisit(run.name, nested=[_path(run)])] for run in runs])


def _path(run: GraphRun) -> NodePath:
    steps = [
        [
            NodeVisit(
                task.name, task.status, len(task.attempts), [_path(one) for one in task.graphs]
            )
            for task in tasks
        ]
        for _, tasks in run.steps()
    ]
    return NodePath(steps, missing_steps(run))


def missing_steps(run: GraphRun) -> list[int]:
    """Number the supersteps that happened unseen: a cached node gives no event.

    A graph without a thread begins with step 1; on a thread it may begin with any.
    """
    seen = {step for step, _ in run.steps() if step}
    if not seen:
        return []
    first = min(seen) if run.spans[0].metadata.get("thread_id") else 1
    return [step for step in range(first, max(seen)) if step not in seen]
