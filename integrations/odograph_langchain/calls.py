"""Calls: what the messages asked for, joined with the tool runs that came of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.messages import ToolMessage

from odograph import trace
from odograph.trace import CallRecord, InvalidToolCall, Outcome, ToolCall, join_calls
from odograph.trace.calls import answer_indices
from odograph.trace.values import as_json, dump_line, is_mapping
from odograph_langchain.convert import convert_message
from odograph_langchain.graphs import place_of
from odograph_langchain.spans import Span

__all__ = ("Asked", "CallJoin", "Told", "asked_in", "join_runs", "outcome_by_answer")


@dataclass(frozen=True, slots=True)
class Told:
    """A message of a log with what the join needs to know of it.

    Attributes:
        index: place among the sample's messages; None for one inside a nested graph.
        number: when it came, among the events of the recorder.
        author: name of the node that wrote it, None where none that was seen did.
        paused: its author had paused for a person before.
        form: its calls, or the call that it answers, are structured output, not tools.
    """

    message: trace.Message
    index: int | None
    number: int
    author: str | None = None
    paused: bool = False
    form: bool = False


@dataclass(slots=True, eq=False)
class Asked:
    """A call that was asked for, with its answer and its runs."""

    record: CallRecord
    number: int
    answer: Told | None = None
    form: bool = False
    runs: list[Span] = field(default_factory=list[Span])

    @property
    def id(self) -> str | None:
        """Id of the call."""
        return self.record.requested.id


@dataclass(slots=True)
class CallJoin:
    """The records in the order of the asking, and what could not be seen."""

    records: list[CallRecord]
    gaps: list[str]


def join_runs(
    logs: Sequence[Sequence[Told]], runs: Iterable[Span], offered: frozenset[str]
) -> CallJoin:
    """Join calls with tool runs.

    Args:
        logs: the messages of the run itself, then those of each graph inside it.
        runs: the tool runs, in the order of their starts.
        offered: names of all the tools that any model was offered.
    """
    asked = [one for log in logs for one in asked_in(log)]
    by_id: dict[str | None, list[Asked]] = {}
    for one in asked:
        by_id.setdefault(one.id, []).append(one)
    alone: list[Asked] = []
    for run in runs:
        found = _asker(asked, by_id, run) or next(
            (one for one in alone if _same_call(one, run)), None
        )
        if found is None:
            found = Asked(CallRecord(_call_of(run), "executed"), run.number)
            alone.append(found)
        found.runs.append(run)
    join = CallJoin([], [])
    for one in sorted([*asked, *alone], key=lambda one: one.number):
        if one.form and not one.runs:
            join.gaps.append(
                f"message {one.record.message}: {one.record.name} is the form of the answer, "
                "not a tool: it is no call"
            )
            continue
        join.records.append(_settle(one, offered, join.gaps))
    return join


def asked_in(log: Sequence[Told]) -> list[Asked]:
    """List the calls that this run asked or answered, with their answers."""
    messages = [told.message for told in log]
    records, _ = join_calls(messages)
    found: list[Asked] = []
    for record, answered_at in zip(records, answer_indices(messages), strict=True):
        told = log[record.message or 0]
        answer = None if answered_at is None else log[answered_at]
        if told.author is None and answer is not None and answer.author is None:
            continue  # both stood in the input: a call of an earlier run
        form = told.form or (answer is not None and answer.form)
        placed = replace(record, message=told.index)
        found.append(Asked(placed, told.number, answer, form))
    return found


def _asker(
    asked: Sequence[Asked], by_id: Mapping[str | None, Sequence[Asked]], run: Span
) -> Asked | None:
    """Find the call that a run answers: the latest that bears its id, else one just like it."""
    call_id = _call_id(run)
    if call_id is None:
        alike = (one for one in asked if not one.runs and one.number < run.number)
        return next((one for one in alike if _same_call(one, run)), None)
    same_id = by_id.get(call_id, ())
    before = [one for one in same_id if one.number < run.number] or list(same_id[:1])
    # one message may repeat an id: then the arguments tell, and who has no run yet
    batch = [one for one in before if one.number == before[-1].number]
    if len(batch) > 1:
        batch.sort(key=lambda one: (bool(one.runs), not _same_call(one, run)))
    return batch[0] if batch else None


def _call_id(run: Span) -> str | None:
    """The id of the call, told at the start or, by older versions, only with the result."""
    call_id = run.extra.get("call_id")
    if call_id is None and isinstance(run.outputs, ToolMessage):
        call_id = run.outputs.tool_call_id
    return call_id if isinstance(call_id, str) else None


def _same_call(one: Asked, run: Span) -> bool:
    requested = one.record.requested
    return (
        isinstance(requested, ToolCall)
        and requested.name == run.name
        and (requested.id is None or _call_id(run) in (None, requested.id))
        and requested.args == _arguments(run)
    )


def _arguments(run: Span) -> Any:
    return run.inputs if is_mapping(run.inputs) else {"input": run.inputs}


def _call_of(run: Span) -> ToolCall:
    return ToolCall(run.name, _arguments(run), _call_id(run))


def _settle(one: Asked, offered: frozenset[str], gaps: list[str]) -> CallRecord:
    """Decide the outcome of a call."""
    if not one.runs:
        return _settle_unseen(one, offered, gaps)
    last = one.runs[-1]
    answer = None if one.answer is None else one.answer.message
    result = _result(last) if answer is None else answer.content
    outcome: Outcome = "executed"
    if last.failure is not None and last.failure.refused:
        outcome = "rejected"
    elif last.failure is not None and last.failure.status == "error":
        outcome = "errored"
    elif _stopped(last):
        outcome = "unanswered" if answer is None else one.record.outcome
    elif _says_error(last.outputs) or (
        isinstance(answer, trace.ToolMessage) and answer.status == "error"
    ):
        outcome = "errored"
    failure = None if last.failure is None or last.failure.status == "bubbled" else last.failure
    arguments = _arguments(last)
    same = isinstance(one.record.requested, ToolCall) and one.record.requested.args == arguments
    return replace(
        one.record,
        outcome=outcome,
        result=result,
        error=None if failure is None else failure.text,
        run_args=None if same or outcome == "rejected" else arguments,
        attempts=sum(1 for run in one.runs if run.failure is None or not run.failure.refused),
        node=place_of(last),
        started_at=one.runs[0].started_at,
        latency=last.latency,
    )


def _settle_unseen(one: Asked, offered: frozenset[str], gaps: list[str]) -> CallRecord:
    """Decide the outcome of a call that no tool run belongs to."""
    if one.answer is None or isinstance(one.record.requested, InvalidToolCall):
        return one.record
    outcome = outcome_by_answer(one.record, one.answer, offered)
    if outcome in ("executed", "errored"):
        gaps.append(
            f"the call of {one.record.name} was answered, but no run of the tool was seen "
            "(middleware, a cache, or a function called directly)"
        )
    return replace(one.record, outcome=outcome, node=one.answer.author, attempts=0)


def outcome_by_answer(record: CallRecord, answer: Told, offered: frozenset[str]) -> Outcome:
    """Tell what came of an answered call by who answered it, where no run of the tool is known.

    Args:
        record: the call; `executed` or `errored` by the status of its answer.
        answer: the answer.
        offered: names of all the tools there are; empty where they are not known.
    """
    if record.outcome != "errored":
        return record.outcome
    if answer.paused:
        return "denied"
    unknown = bool(offered) and record.name not in offered
    hook = "." in (answer.author or "")  # so the hooks of middleware are named
    return "rejected" if unknown or hook or _NO_SUCH_TOOL in answer.message.content else "errored"


_NO_SUCH_TOOL = "is not a valid tool"
"""What LangGraph's `ToolNode` answers where it does not have the tool."""


def _stopped(run: Span) -> bool:
    """Whether the run was paused or cancelled, or has not ended."""
    if run.failure is None:
        return run.ended is None
    return run.failure.status in ("interrupted", "cancelled")


def _says_error(output: Any) -> bool:
    return isinstance(output, ToolMessage) and output.status == "error"


def _result(run: Span) -> str | None:
    """The text of a tool's own output, where no message of the log answers the call."""
    output: Any = run.outputs
    if run.ended is None or run.failure is not None:
        return None
    if isinstance(output, ToolMessage):
        return convert_message(output).content
    return output if isinstance(output, str) else dump_line(as_json(output))
