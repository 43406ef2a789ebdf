import asyncio
from typing import Any

import pytest
from langchain_core.tools import tool
from langgraph.errors import GraphDrained, GraphInterrupt, ParentCommand
from langgraph.types import Command, Interrupt

from odograph_langchain.failure import Failure


def test_an_error_is_told_with_its_type() -> None:
    assert Failure.of(ValueError("no")) == Failure("error", "ValueError: no")
    assert Failure.of(ValueError()) == Failure("error", "ValueError")


@pytest.mark.parametrize(
    "error", [asyncio.CancelledError(), GeneratorExit(), KeyboardInterrupt()], ids=repr
)
def test_cancellation(error: BaseException) -> None:
    assert Failure.of(error).status == "cancelled"


def test_a_pause_brings_its_questions() -> None:
    question = Interrupt("go?", id="1")

    assert Failure.of(GraphInterrupt([question])).status == "interrupted"
    assert Failure.of(GraphInterrupt([question])).interrupts == (question,)
    assert Failure.of(GraphInterrupt()).interrupts == ()


def test_a_hand_over_is_read_at_once() -> None:
    command: Any = Command(graph="team:1", update={"x": 1}, goto="b")
    failure = Failure.of(ParentCommand(command))

    assert (failure.status, failure.graph, failure.update) == ("bubbled", "team:1", {"x": 1})


def test_a_drained_graph_is_no_error() -> None:
    assert Failure.of(GraphDrained()).status == "bubbled"


def test_arguments_that_the_schema_refuses_are_told_from_a_tools_own_error() -> None:
    @tool
    def own(x: int) -> str:
        """Raise the same kind of error."""
        raise ValueError("x is odd")

    for args, refused in (({"x": "many"}, True), ({"x": 1}, False)):
        with pytest.raises(ValueError) as caught:  # noqa: PT011 - pydantic's are ValueErrors too
            own.invoke(args)
        assert Failure.of(caught.value).refused is refused
