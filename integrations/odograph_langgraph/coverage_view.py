"""Coverage for people: a table, and a drawing."""

from collections.abc import Iterable, Iterator
from io import StringIO
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from odograph_langgraph.declared import END, START

if TYPE_CHECKING:
    from odograph_langgraph.covered import EdgeCoverage, GraphCoverage, Item

__all__ = ("mermaid", "table")

_WIDTH = 200


def table(coverage: "GraphCoverage") -> str:
    """Write one line for each node, edge and tool, and the notes below."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False)
    made.add_column("")
    made.add_column("exercised")
    made.add_column("visits", justify="right")
    for item in coverage.items:
        made.add_row("" if item.covered else "never", str(item), _visits(item))
    out = StringIO()
    console = Console(file=out, width=_WIDTH, color_system=None, markup=False, highlight=False)
    console.print(made)
    console.print(coverage.summary)
    for note in coverage.notes:
        console.print(note, soft_wrap=True)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n") + "\n"


def _visits(item: "Item") -> str:
    unsure = getattr(item, "unsure", 0)
    asked = getattr(item, "requested", 0)
    more = f" ({unsure} unsure)" if unsure else ""
    if asked and asked != item.visits:
        more = f" (asked for {asked} times)"
    return f"{item.visits}{more}"


def mermaid(coverage: "GraphCoverage") -> str:
    """Write a flowchart; graphs inside nodes are boxes inside it."""
    names = _Names()
    lines = ["flowchart TD"]
    counts = {one.name: one.visits for one in coverage.nodes}
    ends = dict.fromkeys(end for edge in coverage.edges for end in (edge.source, edge.target))
    lines += _box("", [*counts, *(end for end in ends if end not in counts)], counts, names)
    lines += [_arrow(edge, names) for edge in coverage.edges]
    for tool in coverage.tools:
        label = _quoted(f"{tool.name}: {tool.visits}")
        one = names.of(f"{tool.node}:{tool.name}")
        lines.append(f"    {names.of(tool.node)} --- {one}([{label}])")
    lines.append("    classDef never stroke:#c00,stroke-dasharray:4")
    never = [names.of(one.name) for one in coverage.nodes if not one.covered]
    never += [names.of(f"{one.node}:{one.name}") for one in coverage.tools if not one.covered]
    if never:
        lines.append(f"    class {','.join(never)} never")
    dashed = [str(n) for n, edge in enumerate(coverage.edges) if not edge.covered]
    if dashed:
        lines.append(f"    linkStyle {','.join(dashed)} stroke:#c00")
    return "\n".join(lines) + "\n"


def _box(
    place: str, ends: Iterable[str], counts: dict[str, int], names: "_Names", depth: int = 1
) -> Iterator[str]:
    """Write the nodes of one graph; a node that holds a graph is a box around its nodes."""
    pad = "    " * depth
    listed = list(ends)
    for end in listed:
        around, _, name = end.rpartition("/")
        if around != place:
            continue
        if any(other.startswith(f"{end}/") for other in listed):
            box = _quoted(f"{name}: {counts.get(end, 0)}")
            yield f"{pad}subgraph {names.of(end)}[{box}]"
            yield from _box(end, listed, counts, names, depth + 1)
            yield f"{pad}end"
        elif name in (START, END):
            yield f"{pad}{names.of(end)}(({_quoted(name.strip('_'))}))"
        else:
            yield f"{pad}{names.of(end)}[{_quoted(f'{name}: {counts.get(end, 0)}')}]"


def _arrow(edge: "EdgeCoverage", names: "_Names") -> str:
    count = f"{edge.visits}" + (f" +{edge.unsure}?" if edge.unsure else "")
    label = count if edge.label is None else f"{edge.label}: {count}"
    arrow = "-.->" if edge.conditional else "-->"
    return f"    {names.of(edge.source)} {arrow}|{_quoted(label)}| {names.of(edge.target)}"


class _Names:
    """Short identifiers, since names of nodes may hold anything."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def of(self, name: str) -> str:
        return self._known.setdefault(name, f"n{len(self._known)}")


def _quoted(text: str) -> str:
    return '"' + text.replace("&", "&amp;").replace('"', "&quot;") + '"'
