"""Spans: every run of a chain, model, tool or retriever, as the callbacks told it.

The store only records. What a start or an end brings is kept by reference, with short lists copied
one level deep (a node may change its state in place); samples are made of it later. See
`held` for long ones.
"""

import itertools
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

from langchain_core.runnables.config import var_child_runnable_config

from odograph_langchain.failure import Failure
from odograph_langchain.held import hold, read

__all__ = ("Kind", "Span", "SpanStore")

_STRAGGLERS = 4096

Kind = Literal["chain", "model", "tool", "retriever"]


@dataclass(slots=True, eq=False)
class Span:
    """One run.

    Attributes:
        given: what the run was given, as it is held; read `inputs`.
        returned: what it gave back, likewise; read `outputs`.
        number: place of the start among all events of the store.
        ended: the same of the end; None while the run is open.
        extra: what a kind alone has: `tool_call_id`, `tools` offered, `usages` of a stream.
        paused: LangGraph told that this graph paused.
        interrupts: what a graph paused for.
        faults: what went wrong inside the recorder (kept at roots).
        latest: number of the latest event of the run and all inside it (kept at roots).
    """

    run_id: UUID
    kind: Kind
    name: str
    number: int
    parent: "Span | None"
    given: Any
    tags: Sequence[str]
    metadata: Mapping[str, Any]
    extra: dict[str, Any]
    started_at: float
    started: float
    ended: int | None = None
    latency: float | None = None
    returned: Any = None
    failure: Failure | None = None
    children: list["Span"] = field(default_factory=list["Span"])
    interrupts: Sequence[Any] = ()
    faults: Sequence[str] = ()
    paused: bool = False
    latest: int = 0
    root: "Span" = field(init=False)

    def __post_init__(self) -> None:
        self.root = self if self.parent is None else self.parent.root
        self.root.latest = self.number

    @property
    def inputs(self) -> Any:
        """What the run was given."""
        self.given = read(self.given)
        return self.given

    @property
    def outputs(self) -> Any:
        """What the run gave back; None while it is open."""
        self.returned = read(self.returned)
        return self.returned

    def outer(self) -> Iterator["Span"]:
        """This run and those around it, from the inside out."""
        span: Span | None = self
        while span is not None:
            yield span
            span = span.parent

    def walk(self) -> Iterator["Span"]:
        """This run and all inside it, in the order of their starts."""
        found: list[Span] = [self]
        for span in found:
            found.extend(span.children)
        found.sort(key=lambda span: span.number)
        return iter(found)


class SpanStore:
    """All spans of the runs that are not forgotten, by run id; safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._spans: dict[UUID, Span] = {}
        self._roots: dict[UUID, Span] = {}
        self._gone: dict[UUID, None] = {}

    def start(
        self,
        kind: Kind,
        name: str,
        inputs: Any,
        *,
        run_id: UUID,
        parent_run_id: UUID | None,
        tags: Sequence[str] | None,
        metadata: Mapping[str, Any] | None,
        extra: dict[str, Any],
    ) -> None:
        """Record a start; a second start of a known run (a handler given twice) is passed over."""
        parent_id = _surrounding_run() if parent_run_id is None else parent_run_id
        with self._lock:
            if run_id in self._spans:
                return
            parent = self._spans.get(parent_id) if parent_id is not None else None
            if parent is None and parent_id in self._gone:
                self._bury([run_id])
                return
            if parent_run_id is None and parent is not None and parent.ended is not None:
                parent = None  # a context left over from a run that is done
            span = Span(
                run_id,
                kind,
                name,
                next(self._numbers),
                parent,
                hold(inputs),
                tuple(tags or ()),
                dict(metadata or {}),
                extra,
                time.time(),
                time.perf_counter(),
            )
            self._spans[run_id] = span
            if parent is None:
                self._roots[run_id] = span
            else:
                parent.children.append(span)

    def end(self, run_id: UUID, outputs: Any, *, inputs: Any = None) -> Span | None:
        """Record an end; returns the span where it is a root that ended now."""
        return self._close(run_id, hold(outputs), None, inputs)

    def fail(self, run_id: UUID, error: BaseException) -> Span | None:
        """Record an end by an exception; returns the span where it is a root that ended now."""
        return self._close(run_id, None, Failure.of(error), None)

    def _close(
        self, run_id: UUID, outputs: Any, failure: Failure | None, inputs: Any
    ) -> Span | None:
        now = time.perf_counter()
        with self._lock:
            span = self._spans.get(run_id)
            if span is None or span.ended is not None:
                return None
            span.returned, span.failure = outputs, failure
            if inputs is not None:
                span.given = hold(inputs)  # a stream knows its input only at its end
            span.latency = now - span.started
            span.ended = span.root.latest = next(self._numbers)
        return span if span.parent is None else None

    def get(self, run_id: UUID | None) -> Span | None:
        """Find a span."""
        return None if run_id is None else self._spans.get(run_id)

    def pause(self, run_id: UUID | None, interrupts: Sequence[Any]) -> None:
        """Record that a graph paused."""
        span = self.get(run_id)
        if span is not None:
            span.paused = True
            span.interrupts = [*span.interrupts, *interrupts]

    def stream(self, run_id: UUID, usage: Any) -> None:
        """Record the usage that a chunk of a stream carries."""
        span = self.get(run_id)
        if span is not None:
            span.extra.setdefault("usages", []).append(usage)

    def fault(self, run_id: UUID, text: str) -> None:
        """Note at the root what went wrong inside the recorder."""
        span = self._spans.get(run_id)
        if span is not None and text not in span.root.faults:
            span.root.faults = [*span.root.faults, text]

    def roots(self) -> list[Span]:
        """The outermost runs in the order of their starts."""
        with self._lock:
            return list(self._roots.values())

    def holds(self, root: Span) -> bool:
        """Whether a root is not forgotten."""
        return root.run_id in self._roots

    def forget(self, roots: Sequence[Span]) -> None:
        """Drop roots and all inside them; what still comes of them is passed over."""
        with self._lock:
            for root in roots:
                self._roots.pop(root.run_id, None)
                ids = [span.run_id for span in root.walk()]
                for run_id in ids:
                    self._spans.pop(run_id, None)
                self._bury(ids)

    def _bury(self, ids: Sequence[UUID]) -> None:
        """Remember what was dropped, as far as stragglers may reach."""
        self._gone.update(dict.fromkeys(ids))
        while len(self._gone) > _STRAGGLERS:
            self._gone.pop(next(iter(self._gone)))


def _surrounding_run() -> UUID | None:
    """The run whose context we are in.

    LangChain tells no parent for the models of a `with_fallbacks` and for a runnable that is
    called inside another with callbacks of its own.
    """
    config = var_child_runnable_config.get()
    callbacks = config.get("callbacks") if config else None
    return getattr(callbacks, "parent_run_id", None)
