"""The path of a run through its graph: supersteps, each an unordered group of node visits."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal, Self

from odograph.errors import InputError

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

    def _literal(self) -> Any:
        if not self.nested:
            return self.name
        inner = [path.nodes for path in self.nested]
        return {self.name: inner[0] if len(inner) == 1 else inner}


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
        return f"NodePath.of({self.nodes!r}){gaps}"


NodePathLike = NodePath | Sequence[Any]


def _read(nodes: object, place: str) -> tuple[tuple[NodeVisit, ...], ...]:
    if isinstance(nodes, str) or not isinstance(nodes, Sequence):
        raise InputError.of("a path must be a list of steps", nodes, place=place)
    return tuple(_read_step(step, f"{place}[{index}]") for index, step in enumerate(_items(nodes)))


def _items(values: object) -> list[object]:
    return list(values)  # type: ignore[call-overload, no-any-return]


def _read_step(step: object, place: str) -> tuple[NodeVisit, ...]:
    if isinstance(step, str):
        return (NodeVisit(step),)
    if isinstance(step, NodeVisit):
        return (step,)
    if isinstance(step, Mapping):
        return tuple(
            _read_nested(name, inner, f"{place}[{name!r}]") for name, inner in _pairs(step)
        )
    if isinstance(step, Set | tuple):
        members = _items(step)
        if isinstance(step, Set):
            members.sort(key=str)
        return tuple(visit for member in members for visit in _read_step(member, place))
    raise InputError.of(
        "a step must be a node's name, a set or tuple of parallel nodes, or a mapping that nests",
        step,
        place=place,
    )


def _pairs(mapping: object) -> list[tuple[object, object]]:
    return list(mapping.items())  # type: ignore[attr-defined, no-any-return]


def _read_nested(name: object, inner: object, place: str) -> NodeVisit:
    if not isinstance(name, str):
        raise InputError.of("the name of a node must be text", name, place=place)
    several = isinstance(inner, list) and bool(inner) and all(isinstance(i, list) for i in inner)
    runs = _items(inner) if several else [inner]
    return NodeVisit(name, nested=tuple(NodePath(_read(run, place)) for run in runs))


def _write(step: Sequence[NodeVisit]) -> Any:
    written = [visit._literal() for visit in step]
    if len(written) == 1:
        return written[0]
    names = [one for one in written if isinstance(one, str)]
    if len(set(names)) == len(written):
        return set(names)
    return tuple(
        literal
        for _, literal in sorted(
            zip(step, written, strict=True), key=lambda pair: (pair[0].name, repr(pair[1]))
        )
    )
