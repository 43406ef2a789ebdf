"""The path of a run through its graph: supersteps, each an unordered group of node visits."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeGuard

from odograph.errors import InputError
from odograph.trace.values import is_list, is_mapping, is_sequence, is_tuple

__all__ = ("NodePath", "NodePathLike", "NodeVisit", "VisitStatus")

VisitStatus = Literal["completed", "error", "interrupted", "cancelled", "bubbled"]


@dataclass(frozen=True, slots=True)
class NodeVisit:
    """One node in one superstep.

    Attributes:
        status: `bubbled` is a hand-over to a parent graph, which is no failure.
        attempts: how often the node was started: retries, and the re-run after a pause.
        nested: the paths of the graphs that ran inside the node, in the order started.
    """

    name: str
    status: VisitStatus = "completed"
    attempts: int = 1
    nested: Sequence["NodePath"] = ()

    def __post_init__(self) -> None:
        if type(self.nested) is not tuple:
            object.__setattr__(self, "nested", tuple(self.nested))


@dataclass(frozen=True, slots=True, repr=False)
class NodePath:
    """A sequence of supersteps.

    Written in Python (`NodePath.of`): a text is a node, a set or a tuple in one step is parallel,
    a mapping nests, and a list of lists inside it means that the node ran several graphs:
    `["plan", {"search_a", "search_b"}, {"team": ["draft", "review"]}, "answer"]`.

    Attributes:
        steps: the visits of each superstep, in the order of their writes.
        gaps: numbers of supersteps that happened but were not seen (cached nodes).
    """

    steps: Sequence[Sequence[NodeVisit]] = ()
    gaps: Sequence[int] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(tuple(step) for step in self.steps))
        object.__setattr__(self, "gaps", tuple(self.gaps))

    @classmethod
    def of(cls, nodes: "NodePathLike") -> Self:
        """Read a path written in Python; a `NodePath` comes back as it is.

        Raises:
            InputError: naming the step that is neither text, set, tuple nor mapping.
        """
        if isinstance(nodes, cls):
            return nodes
        return cls(_read(nodes, "path"))

    @property
    def nodes(self) -> list[Any]:
        """The path written in Python: names and nesting, without statuses and attempts.

        Parallel nodes are a set where that loses nothing, else a tuple sorted by name.
        """
        return [_write(step) for step in self.steps]

    def visits(self) -> Iterator[NodeVisit]:
        """All visits, depth first, in order."""
        for step in self.steps:
            for visit in step:
                yield visit
                for inner in visit.nested:
                    yield from inner.visits()

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        gaps = f", gaps={list(self.gaps)}" if self.gaps else ""
        return f"NodePath.of({_spell(self.nodes)}{gaps})"


NodePathLike = NodePath | Sequence[Any]


def _read(nodes: Any, place: str) -> tuple[tuple[NodeVisit, ...], ...]:
    if not is_sequence(nodes):
        raise InputError.of("a path must be a list of steps", nodes, place=place)
    return tuple(_read_step(step, f"{place}[{index}]") for index, step in enumerate(nodes))


def _is_set(value: Any) -> TypeGuard[Set[Any]]:
    return isinstance(value, Set)


def _read_step(step: Any, place: str) -> tuple[NodeVisit, ...]:
    if isinstance(step, str):
        return (NodeVisit(step),)
    if isinstance(step, NodeVisit):
        return (step,)
    if is_mapping(step):
        return tuple(
            _read_nested(name, inner, f"{place}[{name!r}]") for name, inner in step.items()
        )
    if _is_set(step):  # sorted, so that the same path is always built
        step = tuple(sorted(step, key=str))
    if is_tuple(step):
        return tuple(visit for member in step for visit in _read_step(member, place))
    raise InputError.of(
        "a step must be a node's name, a set or tuple of parallel nodes, or a mapping that nests",
        step,
        place=place,
    )


def _read_nested(name: Any, inner: Any, place: str) -> NodeVisit:
    if not isinstance(name, str):
        raise InputError.of("the name of a node must be text", name, place=place)
    several = is_list(inner) and bool(inner) and all(isinstance(run, list) for run in inner)
    runs: Sequence[Any] = inner if several else [inner]
    return NodeVisit(name, nested=tuple(NodePath(_read(run, place)) for run in runs))


def _write(step: Sequence[NodeVisit]) -> Any:
    if len(step) == 1:
        return _write_visit(step[0])
    names = {visit.name for visit in step if not visit.nested}
    if len(names) == len(step):
        return names
    written = ((visit.name, _write_visit(visit)) for visit in step)
    return tuple(literal for _, literal in sorted(written, key=repr))


def _write_visit(visit: NodeVisit) -> Any:
    if not visit.nested:
        return visit.name
    runs = [path.nodes for path in visit.nested]
    return {visit.name: runs[0] if len(runs) == 1 else runs}


def _spell(literal: Any) -> str:
    """Write a literal with sets in sorted order, which `repr` does not promise."""
    if _is_set(literal):
        return "{" + ", ".join(map(repr, sorted(literal))) + "}"
    if is_list(literal):
        return "[" + ", ".join(map(_spell, literal)) + "]"
    if is_tuple(literal):
        return "(" + ", ".join(map(_spell, literal)) + ")"
    if is_mapping(literal):
        return "{" + ", ".join(f"{name!r}: {_spell(runs)}" for name, runs in literal.items()) + "}"
    return repr(literal)
