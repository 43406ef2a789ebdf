"""Samples from the checkpoints of a thread."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import uuid4

from langgraph.checkpoint.base import CheckpointTuple

from odograph.trace import Interrupt, Message, MultiTurnSample, RunStatus
from odograph.trace.values import as_json, is_mapping
from odograph_langchain.conversation import conversation_of
from odograph_langchain.derive import case_of
from odograph_langchain.spans import Span
from odograph_langgraph.due import fits
from odograph_langgraph.pauses import forgotten_questions, interrupts_in
from odograph_langgraph.saved import HIDDEN, Saved, Thread
from odograph_langgraph.supersteps import HistoryReader
from odograph_langgraph.thread_calls import error_text
from odograph_langgraph.thread_turns import Turn, turns_of
from odograph_langgraph.visits import Superstep

__all__ = ("UNKNOWABLE", "rebuild")

UNKNOWABLE = (
    "rebuilt from a checkpointer: retries, times, model calls, tokens, system prompts and the "
    "arguments that tools ran with are not known"
)
"""The gap of every sample that a history gives."""

_BOOKKEEPING = ("source", "step", "parents", "run_id", "writes", "counters_since_delta_snapshot")


def rebuild(
    graph: Any, listed: Iterable[CheckpointTuple], *, head: str | None, whole: bool
) -> list[MultiTurnSample]:
    """Rebuild the samples of a thread.

    Args:
        graph: the compiled graph that saved the checkpoints.
        listed: all checkpoints of the thread, in any order.
        head: the checkpoint to which the branch leads; None is the latest.
        whole: one sample of the whole thread, not one for each turn.
    """
    thread = Thread(listed)
    saved = thread.branch(head=head)
    if not saved:
        return []
    run = HistoryReader(thread).read(saved, graph)
    turns = turns_of(run, thread, whole=whole)
    return [_sample(turn, graph, thread) for turn in turns]


def _sample(turn: Turn, graph: Any, thread: Thread) -> MultiTurnSample:
    first, where = turn.first, _configurable(turn.first)
    status, error = _end(turn, thread)
    messages: list[Message] = [one.message for one in turn.messages]
    told = case_of({k: v for k, v in first.metadata.items() if k not in _BOOKKEEPING})
    if not messages:
        messages, given = _conversation(turn, graph)
        told["metadata"].update(given)
    thread_id, run_id = where.get("thread_id"), first.metadata.get("run_id")
    return MultiTurnSample(
        user_input=messages,
        calls=turn.calls,
        path=turn.run.path,
        interrupts=[*_interrupts(turn, graph)],
        status=status,
        error=error,
        gaps=[*_gaps(turn, graph, thread), *turn.faults],
        thread_id=None if thread_id is None else str(thread_id),
        run_id=None if run_id is None else str(run_id),
        **told,
    )


def _configurable(saved: Saved) -> dict[str, Any]:
    where: Any = saved.raw.config.get("configurable", {})
    return dict(where)


def _end(turn: Turn, thread: Thread) -> tuple[RunStatus | None, str | None]:
    """Tell how a turn ended.

    None where it went on beyond the checkpoint that was given, or never began. An update of the
    state after it changes nothing of that.
    """
    ran = [step for step in turn.steps if step.before.source != "update" or step.visits]
    if not ran or _goes_on_beyond(turn, thread):
        return None, None
    last = ran[-1]
    failed = next((one for one in last.walk() if one.status == "error"), None)
    finished = last.after is not None and last.after.source == "loop"
    error = last.error if failed is None else failed.writes.error
    if error is not None and not finished:
        return "error", error_text(error)
    if last.due or any(one.status == "interrupted" for one in last.walk()):
        return "interrupted", None
    if any(one.status == "cancelled" for one in last.walk()):
        return "cancelled", None
    return "completed", None


def _goes_on_beyond(turn: Turn, thread: Thread) -> bool:
    return turn.last.after is None and turn.last.before.id in thread.continued


def _interrupts(turn: Turn, graph: Any) -> Iterator[Interrupt]:
    for step in turn.steps:
        yield from interrupts_in(step.walk())
    if turn.last.due and _stops_at(graph, turn.last):
        yield from (Interrupt(node=name) for name in turn.last.due)


def _gaps(turn: Turn, graph: Any, thread: Thread) -> Iterator[str]:
    """Tell what the history does not."""
    yield UNKNOWABLE
    first, last = turn.first, turn.last
    if first.parent is not None and first.parent not in thread.order:
        yield f"the history begins with superstep {first.step + 1}: what came before was not kept"
    if not fits(graph, last.before):
        yield "the graph lacks nodes that the history has: it is another one, or has changed"
    yield from (_lost(step) for step in turn.steps if step.lost)
    for run in turn.run.walk():
        unnamed = sum(step.unnamed for step in run.steps)
        if unnamed:
            yield f"the names of {unnamed} of the tasks that code called were not kept"
        yield from (
            f"what ran inside {visit.place} was not kept" for visit in run.visits() if visit.opaque
        )
    yield from forgotten_questions(turn.run.visits())
    for place in turn.unseen:
        yield f"message {place}: written by no node (an update of the state)"
    if _goes_on_beyond(turn, thread):
        yield "the run went on beyond the checkpoint that was given"
    elif last.due and last.before.source == "update":
        yield f"{', '.join(last.due)} was to run after an update of the state and has not"
    elif last.due and not _stops_at(graph, last):
        due = ", ".join(last.due)
        yield f"{due} was to run and has not: whether for a pause, a limit or a stop is not known"


def _lost(step: Superstep) -> str:
    first, last = step.lost[0], step.lost[-1]
    which = f"superstep {first}" if first == last else f"supersteps {first} to {last}"
    some = ", ".join(step.unordered) or "none"
    return f"{which} left no checkpoint; ran there, in unknown order and number: {some}"


def _stops_at(graph: Any, last: Superstep) -> bool:
    """Whether the graph was compiled to pause where the turn ended."""
    before: Any = graph.interrupt_before_nodes
    after: Any = graph.interrupt_after_nodes
    return "*" in (before, after) or bool(after) or not set(last.due).isdisjoint(before)


def _conversation(turn: Turn, graph: Any) -> tuple[list[Message], dict[str, Any]]:
    """Tell the input and the output of a turn without messages as the recorder does."""
    first = turn.first.values.get("__start__")
    last = turn.last.before
    output: Any = last.values.get("__end__")
    if output is None:
        output = {key: one for key, one in last.values.items() if not _is_internal(key)}
    root = Span(
        uuid4(), "chain", graph.name, 0, None, first, (), {}, {}, 0.0, 0.0, returned=output, ended=1
    )
    messages = [one.message for one in conversation_of([root], [root])]
    told = bool(messages) or first is None or is_mapping(first)
    given = {} if told else {"input": as_json(first)}
    return messages, given


def _is_internal(channel: str) -> bool:
    return channel in HIDDEN or ":" in channel or channel.startswith("__")
