"""Graph runs: the tasks of a graph, found among the spans, with the graphs that ran inside them.

What marks a task is the tag `graph:step:N`, which LangGraph gives each task and nothing inside
it; the tasks of the functional API lack it and are told by their path and namespace. Nesting
follows the tree of runs alone: namespaces change with retries and own threads.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from odograph.trace import VisitStatus
from odograph.trace.values import is_tuple
from odograph_langchain.spans import Span

__all__ = ("GraphRun", "Task", "graph_run", "graph_runs_in", "is_task", "place_of")

_STEP = re.compile(r"graph:step:\d+")


@dataclass(slots=True, eq=False)
class Task:
    """One node in one superstep, with all its attempts: retries, and re-runs after a pause."""

    attempts: list[Span]
    graphs: list["GraphRun"] = field(default_factory=list["GraphRun"])

    @property
    def last(self) -> Span:
        """The attempt that counts."""
        return self.attempts[-1]

    @property
    def name(self) -> str:
        """The node's name; the metadata may be overridden by the user's, the run's name not."""
        return self.last.name

    @property
    def namespace(self) -> str:
        """Identity of the task, the same for all its attempts."""
        return str(self.last.metadata.get("langgraph_checkpoint_ns") or self.last.run_id)

    @property
    def step(self) -> int:
        """Number of the superstep in the graph run."""
        step = self.last.metadata.get("langgraph_step")
        return step if isinstance(step, int) else 0

    @property
    def order(self) -> tuple[bool, str]:
        """Place in the superstep: in it writes apply by path; error handlers run after it."""
        path: Any = self.last.metadata.get("langgraph_path") or ()
        return "node_error_handler" in path, _path_text(path[:3])

    @property
    def edge_triggered(self) -> bool:
        """Whether the task gets the state as its input, not a message sent to it."""
        path: Any = self.last.metadata.get("langgraph_path") or ()
        return bool(path) and path[0] == "__pregel_pull"

    @property
    def status(self) -> VisitStatus:
        """How the last attempt ended; one that never ended was cancelled."""
        if self.last.failure is not None:
            return self.last.failure.status
        return "cancelled" if self.last.ended is None else "completed"


@dataclass(slots=True, eq=False)
class GraphRun:
    """A graph that ran: its runs (several where it was resumed) and its tasks in order.

    Attributes:
        functional: tasks that code called one by one (`@task`), not a graph of steps.
    """

    spans: list[Span]
    tasks: list[Task]
    functional: bool = False

    @property
    def name(self) -> str:
        """Name of the graph."""
        return self.spans[0].name

    def steps(self) -> Iterator[tuple[int, list[Task]]]:
        """Yield the supersteps with their numbers; an error handler makes a step of its own."""
        if self.functional:
            # in the order of the calls: their starts, on threads of a pool, may be in another
            yield from ((0, [task]) for task in sorted(self.tasks, key=lambda task: task.order))
            return
        groups: dict[tuple[int, bool], list[Task]] = {}
        for task in self.tasks:
            groups.setdefault((task.step, task.order[0]), []).append(task)
        for (step, _), tasks in sorted(groups.items()):
            yield step, sorted(tasks, key=lambda task: task.order)

    def walk(self) -> Iterator["GraphRun"]:
        """This graph run and all inside its tasks."""
        yield self
        for task in self.tasks:
            for inner in task.graphs:
                yield from inner.walk()


def is_task(span: Span) -> bool:
    """Whether the span is a task of a graph; hidden ones (`__start__`) are not."""
    if span.kind != "chain" or "langgraph_node" not in span.metadata:
        return False
    if "langsmith:hidden" in span.tags:
        return False
    return _has_step_tag(span) or _is_called_task(span)


def place_of(span: Span) -> str | None:
    """The node in which a run took place, with the nodes around it: `team/tools`."""
    names = [one.name for one in span.outer() if is_task(one)]
    return "/".join(reversed(names)) or None


def graph_run(spans: Sequence[Span]) -> GraphRun | None:
    """Read the runs of one graph (one, and those that resumed it); None where they are no graph.

    A graph that paused before its first node has no step yet.
    """
    steps = [span for whole in spans for span in whole.children if _has_step_tag(span)]
    paused = any(span.paused for span in spans)
    return GraphRun(list(spans), _group_tasks(steps)) if steps or paused else None


def graph_runs_in(span: Span) -> list[GraphRun]:
    """Find the outermost graph runs below a span, through chains and tools, in order."""
    return [_read(group) for _, group in _groups_in(span)]


_Key = tuple[str, str, int]
_Group = tuple[_Key, list[Span]]


def _groups_in(span: Span) -> list[_Group]:
    """Find graph runs below a span; tasks that code called make one group."""
    groups: dict[_Key, list[Span]] = {}
    seen: dict[tuple[str, str], int] = {}
    waiting = list(span.children)
    while waiting:
        inner = waiting.pop(0)
        if is_task(inner) and not _has_step_tag(inner):
            groups.setdefault(("", "", 0), []).append(inner)
        elif any(_has_step_tag(child) for child in inner.children):
            namespace = next(_outer_namespace(c) for c in inner.children if _has_step_tag(c))
            count = seen[namespace, inner.name] = seen.get((namespace, inner.name), -1) + 1
            groups[namespace, inner.name, count] = [inner]
        else:
            waiting = [*inner.children, *waiting]
    return list(groups.items())


def _read(group: list[Span]) -> GraphRun:
    if is_task(group[0]) and not _has_step_tag(group[0]):
        return GraphRun(group, _group_tasks(group), functional=True)
    run = graph_run(group)
    return run if run is not None else GraphRun(group, [])


def _group_tasks(spans: Iterable[Span]) -> list[Task]:
    by_namespace: dict[str, list[Span]] = {}
    for span in spans:
        if is_task(span):
            key = str(span.metadata.get("langgraph_checkpoint_ns") or span.run_id)
            by_namespace.setdefault(key, []).append(span)
    return [Task(attempts, _nested(attempts)) for attempts in by_namespace.values()]


def _nested(attempts: Sequence[Span]) -> list[GraphRun]:
    """Read the graphs inside a task.

    A resumed attempt goes on with the graphs of the one before it; a retry starts them anew.
    """
    groups: dict[_Key, list[Span]] = {}
    before: Span | None = None
    for attempt in attempts:
        if before is not None and not _goes_on(before, attempt):
            groups = {}
        for key, group in _groups_in(attempt):
            groups.setdefault(key, []).extend(group)
        before = attempt
    return [_read(group) for group in groups.values()]


def _goes_on(before: Span, attempt: Span) -> bool:
    paused = before.failure is not None and before.failure.status == "interrupted"
    return paused or before.root is not attempt.root


def _has_step_tag(span: Span) -> bool:
    return any(_STEP.fullmatch(tag) for tag in span.tags)


def _is_called_task(span: Span) -> bool:
    """Whether code called the task; what runs inside one inherits its path, not its start."""
    path: Any = span.metadata.get("langgraph_path")
    if not is_tuple(path) or not path or path[-1] is not True or span.parent is None:
        return False
    namespace = span.metadata.get("langgraph_checkpoint_ns")
    return namespace != span.parent.metadata.get("langgraph_checkpoint_ns")


def _outer_namespace(task: Span) -> str:
    return str(task.metadata.get("langgraph_checkpoint_ns") or "").rpartition("|")[0]


def _path_text(path: Any) -> str:
    """Write a task's path so that texts sort as LangGraph applies writes."""
    if is_tuple(path):
        return "~" + ",".join(map(_path_text, path))
    return f"{path:010d}" if isinstance(path, int) else str(path)
