"""Turns: which root runs belong to one user input."""

from collections.abc import Sequence
from typing import Any

from langgraph.types import Command

from odograph_langchain.spans import Span

__all__ = ("Turn", "goes_on", "is_command", "thread_of", "turns_of")

Turn = list[Span]
"""The root runs of one turn: one, and those that resumed it."""


def turns_of(roots: Sequence[Span]) -> list[Turn]:
    """Group roots, in the order of their starts, into turns.

    A run on a thread without input, or with nothing but the answer to a pause, goes on with the
    turn before it; one that starts from an older checkpoint is a turn of its own.
    """
    turns: list[Turn] = []
    latest: dict[str, Turn] = {}
    for root in roots:
        thread = thread_of(root)
        turn = latest.get(thread) if thread is not None and goes_on(root) else None
        if turn is not None:
            turn.append(root)
            continue
        turn = [root]
        turns.append(turn)
        if thread is not None:
            latest[thread] = turn
    return turns


def thread_of(root: Span) -> str | None:
    """The thread that a root ran on."""
    thread = root.metadata.get("thread_id")
    return None if thread is None else str(thread)


def goes_on(root: Span) -> bool:
    """Whether a root run resumes an earlier one."""
    if root.metadata.get("checkpoint_id"):
        return False
    return root.inputs is None or (is_command(root.inputs) and root.inputs.resume is not None)


def is_command(value: Any) -> bool:
    """Whether a value is LangGraph's `Command` (its type is generic and would be unknown)."""
    return isinstance(value, Command)
