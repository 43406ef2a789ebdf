"""What was exercised of a graph: nodes, edges and tools with their counts, and what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from odograph.errors import InputError
from odograph.evaluation.threshold import reaches, show
from odograph.metrics import Score

__all__ = ("EdgeCoverage", "GraphCoverage", "Item", "NodeCoverage", "ToolCoverage")

_MOST = 12


@dataclass(frozen=True, slots=True)
class NodeCoverage:
    """A node and how often it was visited.

    Attributes:
        name: its name with the nodes around it: `team/draft`.
        visits: retries and re-runs after a pause are one visit.
    """

    name: str
    visits: int = 0

    @property
    def covered(self) -> bool:
        """Whether it was visited at all."""
        return self.visits > 0

    def __str__(self) -> str:
        return f"node {self.name}"


@dataclass(frozen=True, slots=True)
class EdgeCoverage:
    """An edge and how often it was taken.

    Attributes:
        source: the node it leaves, with the nodes around it; `__start__` of a graph inside a node
            has that node before it too.
        conditional: a branch takes it.
        label: the branch's name for it, where it has one.
        visits: how often it was taken for sure.
        unsure: how often it may have been taken, where another edge explains the visit as well;
            that does not count as covered.
    """

    source: str
    target: str
    conditional: bool = False
    label: str | None = None
    visits: int = 0
    unsure: int = 0

    @property
    def covered(self) -> bool:
        """Whether it was taken for sure."""
        return self.visits > 0

    def __str__(self) -> str:
        label = "" if self.label is None else f" ({self.label})"
        return f"edge {self.source} -> {self.target}{label}"


@dataclass(frozen=True, slots=True)
class ToolCoverage:
    """A tool of a node and how often it ran.

    Attributes:
        node: the node that runs it, with the nodes around it.
        visits: how often it ran, whether it failed or not.
        requested: how often a model asked for it.
    """

    name: str
    node: str
    visits: int = 0
    requested: int = 0

    @property
    def covered(self) -> bool:
        """Whether it ran."""
        return self.visits > 0

    def __str__(self) -> str:
        return f"tool {self.name} ({self.node})"


Item = NodeCoverage | EdgeCoverage | ToolCoverage


@dataclass(frozen=True, slots=True)
class GraphCoverage:
    """What was exercised of a graph, and what not.

    Attributes:
        nodes: the nodes, those inside other nodes after them.
        edges: the edges, also those from the start and to the end of each graph.
        tools: the tools of nodes that run tools.
        samples: how many samples were read.
        notes: what does not fit: samples without a path, nodes and tools that the graph does not
            declare, moves that no edge explains.
    """

    nodes: Sequence[NodeCoverage]
    edges: Sequence[EdgeCoverage]
    tools: Sequence[ToolCoverage]
    samples: int
    notes: Sequence[str] = ()

    @property
    def items(self) -> Sequence[Item]:
        """Nodes, edges and tools."""
        return (*self.nodes, *self.edges, *self.tools)

    @property
    def missing(self) -> Sequence[Item]:
        """What was never exercised, or not for sure."""
        return tuple(item for item in self.items if not item.covered)

    @property
    def ratio(self) -> float:
        """Share of nodes, edges and tools that were exercised, in [0, 1].

        Raises:
            InputError: the graph declares nothing.
        """
        return float(self._exact())

    @property
    def summary(self) -> str:
        """How many of how many items were exercised, by how many samples."""
        done = len(self.items) - len(self.missing)
        some = "1 sample" if self.samples == 1 else f"{self.samples} samples"
        return f"{done} of {len(self.items)} exercised by {some}"

    def check(self, min_coverage: float = 1.0) -> Score:
        """Say whether the share of what was exercised is at least `min_coverage`.

        The verdict is exact, and its reason names what is missing:
        `assert coverage(graph, samples).check(0.8)`.

        Raises:
            InputError: `min_coverage` is not a number from 0 to 1.
        """
        if not 0 <= min_coverage <= 1:
            raise InputError.of("min_coverage must be a number from 0 to 1", min_coverage)
        ratio, missing = self._exact(), [str(item) for item in self.missing]
        lines = [
            f"{self.summary}: {show(ratio, min_coverage)}, wanted {show(min_coverage)}",
            *(f"never: {one}" for one in missing[:_MOST]),
        ]
        if len(missing) > _MOST:
            lines.append(f"... and {len(missing) - _MOST} more")
        details = {"ratio": float(ratio), "missing": missing, "notes": list(self.notes)}
        return Score(reaches(ratio, min_coverage), "\n".join([*lines, *self.notes]), details)

    def table(self) -> str:
        """Write the counts as a table, what is missing marked."""
        from odograph_langgraph.coverage_view import table  # noqa: PLC0415 - brings rich

        return table(self)

    def mermaid(self) -> str:
        """Write a Mermaid flowchart with the counts; what is missing is dashed and red."""
        from odograph_langgraph.coverage_view import mermaid  # noqa: PLC0415 - seldom used

        return mermaid(self)

    def _exact(self) -> Fraction:
        if not self.items:
            raise InputError("the graph declares no node, edge or tool: nothing can be covered")
        return Fraction(len(self.items) - len(self.missing), len(self.items))
