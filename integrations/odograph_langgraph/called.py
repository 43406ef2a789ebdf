"""Names of the tasks that code called (`@task`), as far as a history keeps them.

A checkpoint keeps what such a task returned, under its id, and not its name. The name is in the
namespace of a graph that ran inside it; and once the superstep is complete, names of tasks that
had not been called before stand among the nodes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from odograph_langgraph.saved import Saved

__all__ = ("called_names",)


def called_names(
    before: Saved,
    after: Saved | None,
    tasks: Sequence[str],
    known: Mapping[str, str],
    nodes: Sequence[str],
) -> dict[str, str]:
    """Name the tasks of a superstep by their ids; those whose names were not kept are left out.

    Args:
        before: the checkpoint with the results.
        after: the one after the superstep, if it was completed.
        tasks: ids of the tasks, in the order of the calls.
        known: names that the namespaces tell.
        nodes: names of the graph's nodes.
    """
    found = {task: known[task] for task in tasks if task in known}
    left = [task for task in tasks if task not in found]
    seen: Mapping[str, Mapping[str, Any]] = {} if after is None else after.seen
    names = [
        name
        for name, versions in seen.items()
        if not versions and name not in nodes and not name.startswith("__")
    ]
    new = [name for name in names if name not in before.seen and name not in found.values()]
    if len(new) == len(left):  # each ran at least once
        found.update(zip(left, new, strict=True))
    elif len(new) == 1 and len(names) == 1:
        found.update(dict.fromkeys(left, new[0]))
    return found
