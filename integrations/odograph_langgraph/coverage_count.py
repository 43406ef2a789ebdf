"""Counting coverage: the paths and calls of samples, laid over what a graph declares."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from langgraph.pregel import Pregel

from odograph.trace import CallRecord, HumanMessage, NodePath, Sample, SingleTurnSample
from odograph_langgraph.covered import EdgeCoverage, GraphCoverage, NodeCoverage, ToolCoverage
from odograph_langgraph.declared import DeclaredEdge, DeclaredGraph, declared_by
from odograph_langgraph.transitions import Transitions

__all__ = ("coverage",)


def coverage(graph: Pregel[Any, Any, Any, Any], samples: Iterable[Sample]) -> GraphCoverage:
    """Count which nodes, edges and tools of a graph some samples have exercised.

    Nodes are counted as the paths have them, tools by the call records. Which edges were taken is
    told from consecutive supersteps (see `odograph_langgraph.transitions` for the rules); where
    two edges explain a visit, neither counts as covered. What the samples have and the graph
    lacks is told in `notes`.

    Args:
        graph: a compiled graph. A branch without `path_map` and without a `Literal` return type
            declares an edge to every node, or none: LangGraph cannot know better.
        samples: of the recorder, of `from_thread`, or read from files; one for each turn, since
            inside a sample of several turns it is not always sure where one began.

    Raises:
        InputError: `graph` is no compiled graph.
    """
    count = _Count(declared_by(graph))
    for sample in samples:
        count.add(sample)
    return count.result()


class _Count:
    """The counts over samples."""

    def __init__(self, graph: DeclaredGraph) -> None:
        self._graph = graph
        self._samples = 0
        self._without_path = 0
        self._with_gaps = 0
        self._nodes: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()
        self._moves = {one.place: Transitions(one) for one in graph.walk()}
        self._homes: dict[str, list[str]] = {}
        for one in graph.walk():
            for node, names in one.tools.items():
                for name in names:
                    self._homes.setdefault(name, []).append(one.placed(node))
        self._ran: Counter[tuple[str, str]] = Counter()
        self._asked: Counter[tuple[str, str]] = Counter()
        self._odd_calls: Counter[str] = Counter()

    def add(self, sample: Sample) -> None:
        self._samples += 1
        for record in sample.call_records:
            self._call(record)
        if sample.path is None:
            self._without_path += 1
            return
        turns = not isinstance(sample, SingleTurnSample) and (
            sum(isinstance(one, HumanMessage) for one in sample.user_input) > 1
        )
        ended = sample.status in (None, "completed")
        self._run(sample.path, self._graph, ended=ended, turns=turns)

    def _run(
        self, path: NodePath, graph: DeclaredGraph, *, ended: bool, turns: bool = False
    ) -> None:
        self._with_gaps += bool(path.gaps)
        for step in path.steps:
            for visit in step:
                known = visit.name in graph.nodes
                (self._nodes if known else self._strangers)[graph.placed(visit.name)] += 1
                inner = graph.inner.get(visit.name)
                for nested in visit.nested:
                    if inner is not None and _fits(nested, inner):
                        self._run(nested, inner, ended=visit.status == "completed")
                    else:
                        self._strange(nested, graph.placed(visit.name))
        self._moves[graph.place].add(path, ended=ended, turns=turns)

    def _strange(self, path: NodePath, place: str) -> None:
        for step in path.steps:
            for visit in step:
                self._strangers[f"{place}/{visit.name}"] += 1
                for nested in visit.nested:
                    self._strange(nested, f"{place}/{visit.name}")

    def _call(self, record: CallRecord) -> None:
        homes = self._homes.get(record.name, [])
        # a call that nothing says the node of belongs to the only node that has the tool
        home = record.node if record.node in homes else homes[0] if len(homes) == 1 else None
        if home is None or (record.ran and record.node not in (None, *homes)):
            self._odd_calls[f"{record.name} ({record.node or 'node unknown'})"] += 1
            return
        self._asked[record.name, home] += 1
        self._ran[record.name, home] += record.ran

    def result(self) -> GraphCoverage:
        return GraphCoverage(
            tuple(
                NodeCoverage(one.placed(name), self._nodes[one.placed(name)])
                for one in self._graph.walk()
                for name in one.nodes
            ),
            tuple(self._edge(one, edge) for one in self._graph.walk() for edge in one.edges),
            tuple(
                ToolCoverage(name, home, self._ran[name, home], self._asked[name, home])
                for name, homes in self._homes.items()
                for home in homes
            ),
            self._samples,
            tuple(self._notes()),
        )

    def _edge(self, graph: DeclaredGraph, edge: DeclaredEdge) -> EdgeCoverage:
        moves = self._moves[graph.place]
        return EdgeCoverage(
            _end(graph, edge.source),
            _end(graph, edge.target),
            edge.conditional,
            edge.label,
            moves.taken[edge],
            moves.unsure[edge],
        )

    def _notes(self) -> Iterator[str]:
        if self._without_path:
            yield f"{self._without_path} of {self._samples} samples have no path"
        if self._with_gaps:
            yield f"{self._with_gaps} paths lack supersteps that ran: none of their edges is sure"
        for name, count in sorted(self._strangers.items()):
            yield f"node {name} was visited {_times(count)} and is not declared by the graph"
        for moves in self._moves.values():
            for (sources, target), count in sorted(moves.undeclared.items()):
                left = ", ".join(_end(moves.graph, one) for one in sources)
                right = moves.graph.placed(target)
                yield f"{right} followed {left} {_times(count)}, which no declared edge explains"
        for call, count in sorted(self._odd_calls.items()):
            yield f"{call} was called {_times(count)} and is no tool that the graph declares"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _fits(path: NodePath, graph: DeclaredGraph) -> bool:
    return all(visit.name in graph.nodes for step in path.steps for visit in step)


def _end(graph: DeclaredGraph, name: str) -> str:
    return f"{graph.place}/{name}" if graph.place else name
