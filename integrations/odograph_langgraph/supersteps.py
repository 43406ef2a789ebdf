"""Supersteps of a graph, read off the checkpoints between which they ran.

What a completed superstep ran is told by the nodes that have seen newer channels in the checkpoint
after it, and by the messages sent to nodes in the one before. That holds for cached nodes too, and
for nodes that a command reached. Where no superstep was completed, tasks that wrote something have
run; those that were due and wrote nothing are no visits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from odograph.trace import VisitStatus
from odograph.trace.values import is_list
from odograph_langgraph.called import called_names
from odograph_langgraph.declared import inner_graph
from odograph_langgraph.due import Due, due_tasks, fits
from odograph_langgraph.saved import HIDDEN, SENDS, Saved, TaskWrites, Thread
from odograph_langgraph.visits import GraphHistory, Superstep, Visit

__all__ = ("HistoryReader",)

_HANDLER = "__error_handler__"


class HistoryReader:
    """Reads the graphs of a thread."""

    def __init__(self, thread: Thread) -> None:
        self._thread = thread

    def read(
        self, saved: Sequence[Saved], graph: Any, *, place: str = "", handed_over: bool = False
    ) -> GraphHistory:
        """Read the supersteps of a branch.

        Args:
            saved: its checkpoints, oldest first.
            graph: the graph, where it is known.
            place: the node inside which it ran, with those around it.
            handed_over: the node around it has ended, so a task of it that did not end handed
                over to a graph outside.
        """
        known = graph if graph is not None and fits(graph, saved[-1]) else None
        return GraphHistory(saved, _Branch(self, self._thread, known, place, handed_over).of(saved))


@dataclass(slots=True)
class _Branch:
    reader: HistoryReader
    thread: Thread
    graph: Any
    place: str
    handed_over: bool

    def of(self, saved: Sequence[Saved]) -> list[Superstep]:
        first = saved[0]
        steps = [_before_first(first)] if first.parent is None and first.source == "loop" else []
        for number, before in enumerate(saved):
            after = saved[number + 1] if number + 1 < len(saved) else None
            steps.append(self._step(before, after))
        steps[0].begins_turn = True
        return steps

    def _step(self, before: Saved, after: Saved | None) -> Superstep:
        step = Superstep(before, after, begins_turn=before.begins_turn)
        if after is not None and after.source == "fork":
            return step  # what ran next from here belongs to another branch
        if after is not None and after.source == "loop":
            if after.step == before.step + 1:
                self._complete(step, after)
            else:
                self._lose(step, after)
        elif before.id not in self.thread.continued:
            self._start(step)
        return step

    def _complete(self, step: Superstep, after: Saved) -> None:
        before = step.before
        pulled = sorted(
            name
            for name, seen in after.seen.items()
            if seen and name not in HIDDEN and seen != before.seen.get(name)
        )
        names = [*pulled, *_sent_to(before)]
        ids = self._identify(before, names)
        step.visits = [
            self._visit(before, name, task, completed=True)
            for name, task in zip(names, ids, strict=True)
        ]
        left = [
            task for task, writes in before.writes.items() if task not in ids and not writes.called
        ]
        failed = [one.failed_node for one in before.writes.values() if one.failed_node]
        for name in failed:
            task = left.pop(0) if left else None
            step.handlers.append(self._visit(before, f"{_HANDLER}{name}", task, completed=True))
        self._call(step, after)

    def _start(self, step: Superstep) -> None:
        """Read a superstep that was not completed: who wrote something has run."""
        before = step.before
        for name, task, sent in self._due(before):
            writes = before.writes.get(task or "")
            if name in HIDDEN:
                step.error = None if writes is None else writes.error
                step.due += [name] if writes is None else []
            elif writes is not None or self.thread.inside(before, name, task):
                visit = self._visit(before, name, task, completed=False)
                visit.sent = sent
                step.visits.append(visit)
            elif self.handed_over:
                step.visits.append(Visit(name, self._placed(name), "bubbled"))
            else:
                step.due.append(name)
        self._call(step, None)

    def _lose(self, step: Superstep, after: Saved) -> None:
        """Read supersteps without checkpoints (`durability="exit"`)."""
        before = step.before
        first = before.step + 1
        if before.seen.get("__start__") != after.seen.get("__start__"):
            step.begins_turn, first = True, before.step + 3  # an input, and what takes it in
        elif before.writes:
            self._start(step)  # a pause that was resumed
            for visit in step.visits:
                visit.attempts += visit.status != "completed"
                visit.status = "completed"
            step.due, first = [], first + 1
        step.lost = range(first, after.step + 1)
        step.unordered = _ran_since(before.seen, after)

    def _due(self, before: Saved) -> list[Due]:
        due = due_tasks(self.graph, before)
        known = {one.id for one in due}
        unknown = [task for task in before.writes if task not in known]
        if None in known and len(unknown) == len(due):
            return [one._replace(id=task) for one, task in zip(due, unknown, strict=True)]
        return due

    def _identify(self, before: Saved, names: Sequence[str]) -> list[str | None]:
        """Find the id of each task: the one there is, else the graph's own, else by order."""
        ids = [task for task, writes in before.writes.items() if not writes.called]
        failed = any(one.failed_node for one in before.writes.values())
        if len(names) == 1 and len(ids) == 1:
            return list(ids)
        known: dict[str, list[str]] = {}
        if self.graph is not None and names:
            for name, task, _ in due_tasks(self.graph, before):
                if task is not None:
                    known.setdefault(name, []).append(task)
        found = [known[name].pop(0) if known.get(name) else None for name in names]
        if None not in found:
            return found
        return list(ids) if len(ids) == len(names) and not failed else found

    def _visit(self, saved: Saved, name: str, task: str | None, *, completed: bool) -> Visit:
        node = None if self.graph is None else self.graph.nodes.get(name)
        writes = saved.writes.get(task or "") or TaskWrites()
        place = self._placed(name)
        visit = Visit(name, place, writes=writes, tools=_tools(node))
        ended = completed or writes.finished
        inner = inner_graph(node)
        for chain in self.thread.inside(saved, name, task):
            run = self.reader.read(chain, inner, place=place, handed_over=ended)
            visit.graphs.append(run)
        visit.opaque = inner is not None and not visit.graphs
        visit.status = _status(writes, visit.graphs, completed=completed)
        retries = 0
        if node is not None and node.retry_policy:  # each attempt starts its graphs anew
            while len(visit.graphs) > 1 and _failed(visit.graphs[0]):
                visit.graphs.pop(0)
                retries += 1
        visit.attempts = 1 + max(_restarts(writes), _pauses(visit.graphs)) + retries
        return visit

    def _call(self, step: Superstep, after: Saved | None) -> None:
        """Find the tasks that the code of the step's node called (`@task`)."""
        before = step.before
        tasks = [task for task, writes in before.writes.items() if writes.called]
        step.unnamed = len(tasks)
        if not tasks or len(step.visits) != 1:
            return  # which of several nodes called them is not known
        around = step.visits[0]
        owner = next((task for task, one in before.writes.items() if one is around.writes), None)
        known = self.thread.called_tasks(before, around.name, owner)
        nodes = [] if self.graph is None else [*self.graph.nodes]
        sent = [*_sent_to(before), *nodes]
        named = called_names(before, after, tasks, known, sent)
        step.unnamed -= len(named)
        inner = _Branch(self.reader, self.thread, None, around.place, self.handed_over)
        base = f"{before.namespace}|" if before.namespace else ""
        within = replace(before, namespace=f"{base}{around.name}:{owner}")
        shell = GraphHistory(())
        for task in tasks:
            if task in named:
                shell.called.append(inner._visit(within, named[task], task, completed=False))
        around.graphs.insert(0, shell)

    def _placed(self, name: str) -> str:
        return f"{self.place}/{name}" if self.place else name


def _before_first(first: Saved) -> Superstep:
    """What ran before the first checkpoint of a thread that keeps only the end of each run."""
    return Superstep(
        first,
        first,
        lost=range(1, first.step + 1),
        unordered=_ran_since({}, first),
    )


def _ran_since(seen: Mapping[str, Any], after: Saved) -> list[str]:
    return sorted(
        name
        for name, versions in after.seen.items()
        if name not in HIDDEN and (name not in seen or versions != seen[name])
    )


def _sent_to(saved: Saved) -> list[str]:
    sends: Any = saved.values.get(SENDS)
    listed = list(sends) if is_list(sends) else []
    listed += [value for channel, value in saved.given.outputs if channel == SENDS]
    return [one.node for one in listed if hasattr(one, "node")]


def _status(writes: TaskWrites, graphs: Sequence[GraphHistory], *, completed: bool) -> VisitStatus:
    last = next(
        (visit for one in graphs[-1:] for step in one.steps[-1:] for visit in step.visits), None
    )
    if last is not None and last.status == "bubbled":
        return "bubbled"
    if completed:
        return "error" if writes.error is not None and not writes.finished else "completed"
    if writes.error is not None:
        return "error"  # what it wrote before it failed (in a branch after it, say) is no result
    if writes.finished:
        return "completed"
    return "interrupted" if writes.paused else "cancelled"


def _restarts(writes: TaskWrites) -> int:
    """How often a task is known to have been started again.

    One that failed and finished later cannot be told from one whose branch failed after it.
    """
    asked = len(writes.answers)
    return max(asked, 1) if writes.paused and writes.finished else asked


def _pauses(graphs: Sequence[GraphHistory]) -> int:
    """How often a node was started again, at least, because of pauses inside it."""
    return sum(
        max(
            (visit.attempts - 1 for visit in step.walk() if visit.paused or visit.graphs), default=0
        )
        for one in graphs
        for step in one.steps
    )


def _failed(run: GraphHistory) -> bool:
    return bool(run.steps) and any(visit.status == "error" for visit in run.steps[-1].walk())


def _tools(node: Any) -> frozenset[str]:
    """Names of the tools that a node runs, where it is LangGraph's `ToolNode`."""
    tools: Any = None if node is None else getattr(node.bound, "tools_by_name", None)
    return frozenset(tools or ())
