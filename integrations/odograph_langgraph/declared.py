"""What a compiled graph declares: nodes, edges, tools, and the graphs inside its nodes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from langgraph.pregel import Pregel

from odograph.errors import InputError

__all__ = (
    "END",
    "START",
    "DeclaredEdge",
    "DeclaredGraph",
    "declared_by",
    "inner_graph",
    "is_handler",
)

START = "__start__"
END = "__end__"
_HANDLER = "__error_handler__"


@dataclass(frozen=True, slots=True)
class DeclaredEdge:
    """An edge between two nodes of one graph.

    Attributes:
        conditional: a branch takes it, or a command that the node says it may return.
        label: what the branch's function returns for it, where that is not the node's name.
        late: the target may run later than in the next superstep: it waits for other nodes too.
    """

    source: str
    target: str
    conditional: bool = False
    label: str | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class DeclaredGraph:
    """A graph and those inside it.

    Attributes:
        place: the node that it is, with those around it (`team/writer`); empty for the outermost.
        tools: names of the tools of each node that runs tools.
        inner: the graph inside each node that is known to hold one.
    """

    place: str
    nodes: tuple[str, ...]
    edges: tuple[DeclaredEdge, ...]
    tools: Mapping[str, tuple[str, ...]]
    inner: Mapping[str, "DeclaredGraph"]

    def placed(self, node: str) -> str:
        """Name a node with the nodes around it."""
        return f"{self.place}/{node}" if self.place and node not in (START, END) else node

    def walk(self) -> Iterator["DeclaredGraph"]:
        """Yield this graph and all inside it."""
        yield self
        for one in self.inner.values():
            yield from one.walk()


def declared_by(graph: Any) -> DeclaredGraph:
    """Read a compiled graph, or an entrypoint.

    Raises:
        InputError: the value is neither.
    """
    if not _is_graph(graph):
        raise InputError.of("must be a compiled graph", graph, place="graph")
    return _read(graph, "", ())


def _is_graph(value: Any) -> bool:
    """Whether a value is a graph that runs here (its type is generic and would be unknown)."""
    return isinstance(value, Pregel)


def inner_graph(node: Any) -> Any | None:
    """Find the graph inside a node: the node itself, or the first that its code names.

    One that runs elsewhere is none: it would have to be asked over the network.
    """
    found: list[Any] = [] if node is None else [*node.subgraphs, node.bound]
    return next((one for one in found if _is_graph(one)), None)


def is_handler(node: str) -> bool:
    """Whether a node is LangGraph's own, for the error handler of another."""
    return node.startswith(_HANDLER)


def _read(graph: Any, place: str, around: tuple[int, ...]) -> DeclaredGraph:
    drawn: Any = graph.get_graph()
    names = tuple(str(name) for name in drawn.nodes if name not in (START, END))
    waiting = _waiting(graph)
    edges = dict.fromkeys(
        DeclaredEdge(
            one.source,
            one.target,
            bool(one.conditional),
            None if one.data is None else str(one.data),
            one.target in waiting,
        )
        for one in drawn.edges
    )
    tools = {name: tuple(found) for name in names if (found := _tools(graph.nodes.get(name)))}
    inside = f"{place}/" if place else ""
    around = (*around, id(graph))
    subs = {name: inner_graph(graph.nodes.get(name)) for name in names}
    inner = {
        name: _read(sub, f"{inside}{name}", around)
        for name, sub in subs.items()
        if sub is not None and id(sub) not in around  # a recursive graph has no end
    }
    return DeclaredGraph(place, names, tuple(edges), tools, inner)


def _waiting(graph: Any) -> set[str]:
    """Names of the nodes that wait for several others, or for all (`defer=True`)."""
    builder: Any = getattr(graph, "builder", None)
    joins: Any = getattr(builder, "waiting_edges", ())
    nodes: Any = getattr(builder, "nodes", {})
    deferred = {name for name, spec in nodes.items() if getattr(spec, "defer", False)}
    return {end for _, end in joins} | deferred


def _tools(node: Any) -> list[str]:
    tools: Any = getattr(getattr(node, "bound", None), "tools_by_name", None)
    return sorted(tools or ())
