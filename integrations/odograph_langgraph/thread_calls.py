"""The calls of a history: what was asked, joined with the messages that answer it."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from odograph import trace
from odograph.trace import CallRecord
from odograph.trace.values import is_list, is_mapping
from odograph_langchain.calls import Asked, Told, asked_in, outcome_by_answer
from odograph_langchain.failure import Failure
from odograph_langchain.log import Entry
from odograph_langgraph.visits import Visit

__all__ = ("calls_of", "error_text", "told")

SOMEWHERE = ""
"""The author of a message whose superstep was not kept: it was written here, by whom is lost."""


def told(entry: Entry, index: int | None, *, lost: bool, agents: bool) -> Told:
    """Tell an entry of a log for the join.

    Args:
        entry: the message.
        index: its place in the sample; None for one of a graph inside.
        lost: its superstep was not kept.
        agents: the graph was made by `create_agent`, whose model node answers the calls that
            are the form of its answer.
    """
    author = entry.author
    message = entry.convert()
    if not isinstance(author, Visit):
        return Told(message, index, entry.number, SOMEWHERE if lost else None)
    form = agents and author.name == "model" and isinstance(message, trace.ToolMessage)
    # a tool that asks a person and fails was not denied
    paused = author.paused and not author.tools
    return Told(message, index, entry.number, _teller(author).place, paused=paused, form=form)


def _teller(visit: Visit) -> Visit:
    """Find the visit that handed over; what it wrote to a graph outside bears the outer name."""
    for graph in visit.graphs[-1:]:
        for inner in graph.steps[-1].visits if graph.steps else ():
            if inner.status == "bubbled":
                return _teller(inner)
    return visit


def calls_of(logs: Sequence[Sequence[Told]], visits: Sequence[Visit]) -> list[CallRecord]:
    """Return a record for each call, in the order asked.

    Args:
        logs: the messages of the graph itself, then those of each graph inside it.
        visits: the visits of all of them. A call that a node of tools answers without having the
            tool was rejected; one with which such a node failed has failed.
    """
    asked = [one for log in logs for one in asked_in(log) if not one.form]
    asked.sort(key=lambda one: one.number)
    tools = {visit.place: visit.tools for visit in visits if visit.tools}
    stopped = [
        visit
        for visit in visits
        if visit.status in _STOPPED and (visit.tools or _calls_sent(visit.sent))
    ]
    waiting = [one for one in asked if one.record.outcome == "unanswered"]
    stuck = {one: visit for visit in stopped if (one := _stuck(waiting, visit)) is not None}
    return [_settle(one, tools, stuck.get(one)) for one in asked]


_STOPPED = ("error", "interrupted", "cancelled")


def _stuck(waiting: Sequence[Asked], visit: Visit) -> Asked | None:
    """Find the call with which a node stopped: the one sent to it, else the only one open."""
    ids = _calls_sent(visit.sent)
    mine = [one for one in waiting if one.id in ids] if ids else list(waiting)
    return mine[0] if len(mine) == 1 else None


def _calls_sent(sent: Any) -> list[Any]:
    """Ids of the calls that were sent to a node of tools, bare or with the state beside them."""
    if is_mapping(sent):
        sent = [sent.get("tool_call")]
    return [one.get("id") for one in sent if is_mapping(one)] if is_list(sent) else []


def _settle(one: Asked, tools: Mapping[str, frozenset[str]], stuck: Visit | None) -> CallRecord:
    answer, record = one.answer, one.record
    if stuck is not None:
        record = replace(record, node=stuck.place, attempts=1)
        if stuck.status != "error":
            return record
        return replace(record, outcome="errored", error=error_text(stuck.writes.error))
    if answer is None or isinstance(record.requested, trace.InvalidToolCall):
        return record
    offered = tools.get(answer.author or "", frozenset())
    outcome = outcome_by_answer(record, answer, offered)
    ran = outcome in ("executed", "errored")
    return replace(record, outcome=outcome, node=answer.author or None, attempts=int(ran))


def error_text(error: Any) -> str:
    """Write an exception as `Type: text`; a checkpointer keeps its repr."""
    if isinstance(error, BaseException):
        return Failure.of(error).text
    text = str(error)
    try:
        call = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return text
    if not call.args:
        return call.func.id
    said = call.args[0]
    if len(call.args) > 1 or call.keywords or not isinstance(said, ast.Constant):
        return text
    shown = repr(said.value) if call.func.id == "KeyError" else str(said.value)
    return f"{call.func.id}: {shown}"  # as str() writes the exception
