"""The messages of a turn's graphs, ready to be joined with the tool runs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import SystemMessage

from odograph import trace
from odograph.trace.values import is_list
from odograph_langchain.calls import Told
from odograph_langchain.convert import convert_message
from odograph_langchain.graphs import GraphRun, Task
from odograph_langchain.log import Author, Entry, MessageLog
from odograph_langchain.models import Said, answers_of, as_said, is_internal, said_by
from odograph_langchain.spans import Span

__all__ = ("GraphMessages", "graph_messages", "system_prompt")


@dataclass(frozen=True, slots=True)
class GraphMessages:
    """Messages of the outermost graphs, those of each graph inside them, and what is unclear."""

    outer: Sequence[Told]
    inner: Sequence[Sequence[Told]]
    gaps: Sequence[str]


def graph_messages(
    turns: Sequence[Sequence[GraphRun]], models: Sequence[Span], *, history: bool = False
) -> GraphMessages:
    """Read the messages of the outermost graphs of some turns.

    The system prompt that the first model saw, which no state holds, stands before the others.

    Args:
        turns: the graphs of each turn of a thread.
        models: the models of all of them.
        history: keep the messages of the thread from before the first turn.
    """
    logs = _outer_logs(turns)
    entries = [entry for log in logs for entry in log.entries if history or not entry.history]
    faults = [fault for log in logs for fault in log.faults]
    if not entries:
        return GraphMessages((), (), faults)
    spoken = _Spoken(models)
    stands = {entry.convert().content for entry in entries if _is_system(entry)}
    system = [message for message in system_prompt(models) if message.content not in stands]
    told = [Told(message, index, -1) for index, message in enumerate(system)]
    told += [spoken.told(entry, len(told) + place) for place, entry in enumerate(entries)]
    known = {_identity(entry) for entry in entries}
    inner: list[list[Told]] = []
    for nested in (graph for runs in turns for run in runs for graph in list(run.walk())[1:]):
        log = MessageLog()
        log.follow(nested)
        mine = [one for one in log.entries if _identity(one) not in known]
        known.update(_identity(one) for one in mine)
        inner.append([spoken.told(one, None) for one in mine])
        faults += log.faults
    unseen = [place for place, entry in enumerate(entries, len(system)) if entry.unseen]
    gaps = [f"message {place}: {_UNSEEN}" for place in unseen]
    return GraphMessages(told, inner, [*gaps, *faults])


_UNSEEN = (
    "written where callbacks do not see (a cached node, a remote graph, an update of the state)"
)


def system_prompt(models: Sequence[Span]) -> list[trace.Message]:
    """The instructions that the first model of the run saw."""
    first = next((model for model in models if not is_internal(model)), None)
    inputs: Any = first.inputs if first is not None else ()
    return [
        convert_message(one)
        for one in (inputs if is_list(inputs) else ())
        if isinstance(one, SystemMessage)
    ]


def _outer_logs(turns: Sequence[Sequence[GraphRun]]) -> list[MessageLog]:
    """Follow the graphs; turns of one graph each go on with one log."""
    logs: list[MessageLog] = []
    alone = False
    for runs in turns:
        for run in runs:
            if not (alone and len(runs) == 1):
                logs.append(MessageLog())
            logs[-1].follow(run)
        alone = len(runs) == 1
    return logs


def _is_system(entry: Entry) -> bool:
    return isinstance(entry.message, SystemMessage | trace.SystemMessage)


def _identity(entry: Entry) -> str | int:
    return entry.message.id or id(entry.message)


class _Spoken:
    """What the models said: when, and with which arguments at that time."""

    def __init__(self, models: Iterable[Span]) -> None:
        self._ended: dict[str, int] = {}
        self._said: dict[str, Said] = {}
        for model in models:
            self._said.update(said_by(model))
            for answer in answers_of(model):
                if answer.id is not None and model.ended is not None:
                    self._ended[answer.id] = model.ended

    def told(self, entry: Entry, index: int | None) -> Told:
        """Tell an entry of a log for the join."""
        message = as_said(entry.convert(), self._said)
        author = entry.author
        return Told(
            message,
            index,
            self._ended.get(message.id or "", entry.number),
            None if author is None else author.name,
            paused=author is not None and _paused(author),
            form=author is not None and _is_form(message, author),
        )


def _paused(author: Author) -> bool:
    return isinstance(author, Task) and any(
        one.failure and one.failure.status == "interrupted" for one in author.attempts
    )


def _is_form(message: trace.Message, author: Author) -> bool:
    """Whether an agent's model node answers its own call: structured output in a tool's guise."""
    if not isinstance(message, trace.ToolMessage) or author.name != "model":
        return False
    return (
        isinstance(author, Task)
        and author.last.metadata.get("ls_integration") == "langchain_create_agent"
    )
