from typing import Any
from uuid import UUID, uuid4

from odograph_langchain.spans import Span, SpanStore


def start(store: SpanStore, run: UUID, parent: UUID | None = None, **given: Any) -> None:
    store.start(
        "chain",
        given.get("name", "x"),
        given.get("inputs"),
        run_id=run,
        parent_run_id=parent,
        tags=None,
        metadata=given.get("metadata"),
        extra={},
    )


def test_spans_nest_by_their_parents() -> None:
    store = SpanStore()
    root, child, grandchild = uuid4(), uuid4(), uuid4()
    start(store, root, name="root")
    start(store, child, root, name="child")
    start(store, grandchild, child, name="grandchild")
    (top,) = store.roots()

    assert [span.name for span in top.walk()] == ["root", "child", "grandchild"]
    inner = store.get(grandchild)
    assert inner is not None
    assert inner.root is top
    assert [span.name for span in inner.outer()] == ["grandchild", "child", "root"]


def test_a_run_that_starts_or_ends_twice_counts_once() -> None:
    store = SpanStore()
    run = uuid4()
    start(store, run, inputs="first")
    start(store, run, inputs="second")
    store.end(run, "out")
    store.end(run, "again")
    (span,) = store.roots()

    assert (span.inputs, span.outputs) == ("first", "out")


def test_a_parent_that_is_not_known_makes_a_root() -> None:
    store = SpanStore()
    start(store, uuid4(), parent=uuid4())

    assert len(store.roots()) == 1


def test_an_end_without_a_start_is_passed_over() -> None:
    store = SpanStore()
    store.end(uuid4(), "out")
    store.fail(uuid4(), ValueError("no"))

    assert store.roots() == []


def test_only_a_root_that_ends_is_handed_back() -> None:
    store = SpanStore()
    root, child = uuid4(), uuid4()
    start(store, root)
    start(store, child, root)

    assert store.end(child, None) is None
    ended = store.end(root, None)
    assert isinstance(ended, Span)
    assert ended.latency is not None
    assert ended.latency >= 0


def test_the_metadata_is_a_copy() -> None:
    store = SpanStore()
    metadata = {"a": 1}
    start(store, uuid4(), metadata=metadata)
    metadata["tags"] = 2

    assert store.roots()[0].metadata == {"a": 1}


def test_what_is_forgotten_takes_its_stragglers_along() -> None:
    store = SpanStore()
    root, child = uuid4(), uuid4()
    start(store, root)
    store.forget(store.roots())
    start(store, child, root)
    start(store, uuid4(), child)
    store.end(root, "out")

    assert store.roots() == []


def test_a_fault_is_noted_once_at_the_root() -> None:
    store = SpanStore()
    root, child = uuid4(), uuid4()
    start(store, root)
    start(store, child, root)
    store.fault(child, "broken")
    store.fault(child, "broken")

    assert store.roots()[0].faults == ["broken"]
