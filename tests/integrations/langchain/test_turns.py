from typing import Any
from uuid import uuid4

from langgraph.types import Command

from odograph_langchain.spans import Span, SpanStore
from odograph_langchain.turns import turns_of


def roots(*given: tuple[str | None, Any] | tuple[str | None, Any, str]) -> list[Span]:
    """Roots by their thread, input and, where one is named, checkpoint."""
    store = SpanStore()
    for thread, inputs, *checkpoint in given:
        metadata: dict[str, Any] = {} if thread is None else {"thread_id": thread}
        if checkpoint:
            metadata["checkpoint_id"] = checkpoint[0]
        store.start(
            "chain",
            "x",
            inputs,
            run_id=uuid4(),
            parent_run_id=None,
            tags=[],
            metadata=metadata,
            extra={},
        )
    return store.roots()


def sizes(*given: Any) -> list[int]:
    return [len(turn) for turn in turns_of(roots(*given))]


RESUME: Any = Command(resume="yes")


def test_each_input_is_a_turn() -> None:
    assert sizes(("t", {"x": 1}), ("t", {"x": 2})) == [1, 1]


def test_a_resumption_and_a_run_without_input_go_on() -> None:
    assert sizes(("t", {"x": 1}), ("t", RESUME), ("t", None), ("t", {"x": 2})) == [3, 1]


def test_threads_are_kept_apart() -> None:
    assert sizes(("a", {"x": 1}), ("b", {"x": 1}), ("a", RESUME), ("b", RESUME)) == [2, 2]


def test_a_command_that_only_goes_somewhere_is_an_input() -> None:
    assert sizes(("t", {"x": 1}), ("t", Command(goto="a"))) == [1, 1]


def test_another_checkpoint_begins_a_turn() -> None:
    assert sizes(("t", {"x": 1}), ("t", None, "c1")) == [1, 1]


def test_without_a_thread_every_run_is_a_turn() -> None:
    assert sizes((None, {"x": 1}), (None, None)) == [1, 1]
