"""How a run ended that did not complete, read off its exception at once.

The exception itself is not kept: its traceback would keep the frames of the run alive, and
LangGraph goes on changing the command that a hand-over carries.
"""

import asyncio
import concurrent.futures
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langgraph.errors import GraphBubbleUp, GraphInterrupt, ParentCommand

__all__ = ("Failure",)

_CANCELLED = (
    asyncio.CancelledError,
    concurrent.futures.CancelledError,
    GeneratorExit,
    KeyboardInterrupt,
)


@dataclass(frozen=True, slots=True)
class Failure:
    """The end of a run by an exception.

    Attributes:
        status: a pause and a hand-over to a parent graph are exceptions too, but no errors.
        text: `Type: text` of the exception.
        interrupts: what a pause asks for.
        graph: the graph that a hand-over has reached, as a checkpoint namespace.
        update: what a hand-over writes there.
        refused: the arguments were refused by the tool's schema, so the tool did not run.
    """

    status: Literal["error", "interrupted", "bubbled", "cancelled"]
    text: str
    interrupts: Sequence[Any] = ()
    graph: str | None = None
    update: Any = None
    refused: bool = False

    @classmethod
    def of(cls, error: BaseException) -> "Failure":
        """Read an exception. Its class decides, never its name."""
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        if isinstance(error, GraphInterrupt):
            interrupts: Any = error.args[0] if error.args else ()
            return cls("interrupted", text, tuple(interrupts))
        if isinstance(error, ParentCommand):
            command = _first_argument(error)
            return cls("bubbled", text, graph=command.graph, update=command.update)
        if isinstance(error, GraphBubbleUp):
            return cls("bubbled", text)
        if isinstance(error, _CANCELLED):
            return cls("cancelled", text)
        return cls("error", text, refused=_refused_by_schema(error))


def _first_argument(error: BaseException) -> Any:
    return error.args[0]


def _refused_by_schema(error: BaseException) -> bool:
    """Whether the exception comes from the parsing of a tool's input."""
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_name == "_parse_input" and "langchain_core" in code.co_filename:
            return True
        traceback = traceback.tb_next
    return False
