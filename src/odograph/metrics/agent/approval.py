"""The policy that a person lets a call through before it runs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from odograph.match.equality import equal_json
from odograph.match.selection import CallFilter, Picked
from odograph.metrics.agent.policy import Findings, Policy, Violation, made
from odograph.metrics.score import Score
from odograph.trace import Interrupt, Sample, ToolCall
from odograph.trace.values import is_mapping, is_sequence

__all__ = ("OnlyAfterApproval",)

_APPROVED = "approved_calls"


@dataclass(frozen=True, repr=False)
class OnlyAfterApproval(Policy):
    """Verdict: the tool runs only after a person was asked about that very call. Defined here.

    A call that ran was approved if

    * the run paused and asked about it: an interrupt's value holds, at any depth, an object with
      the tool's name and the arguments that the model wrote, as the requests of LangChain's
      `HumanInTheLoopMiddleware` do (`{"name": ..., "args": ...}`). Each such object covers one
      call. A call that ran although the answer was a decision to reject, or False, breaks the
      policy; of other answers, what followed tells: what a person refuses does not run, and a
      call that did not run cannot break the policy;
    * or `sample.metadata["approved_calls"]` lists its id, where approvals are kept elsewhere.

    Nothing else counts: not a pause before a node, which does not name the call, not a question
    that the tool asks from inside, whose answer is the tool's own affair, and not a "yes" in the
    chat, which takes judgement. A sample that was read off messages alone knows of no pauses, and
    is unscored where there is a call to judge.

        OnlyAfterApproval("refund", where={"amount": above(100)})

    Attributes:
        tool: a name, or a comparator of names.
        where: conditions on the arguments that the call ran with.
    """

    tool: Any
    where: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        _ = self._filter

    @cached_property
    def _filter(self) -> CallFilter:
        return CallFilter(self.tool, self.where)

    def _find(self, sample: Sample) -> Findings | Score:
        records = sample.call_records
        picked = self._filter.picks(records, "executed")
        kept_elsewhere: Any = sample.metadata.get(_APPROVED)
        if picked and sample.calls is None and not sample.interrupts and kept_elsewhere is None:
            reason = "the sample has no recorded calls, so it does not tell who was asked"
            return Score.unscored("data", reason)
        answers = _answers(sample)
        listed = list(kept_elsewhere) if is_sequence(kept_elsewhere) else []
        violations = [
            Violation(one, "a person refused it" if one.number in answers else "nobody was asked")
            for one in picked
            if not answers.get(one.number) and not _is_listed(one, listed)
        ]
        return Findings(made(picked, records, "executed", self._filter), len(picked), violations)


def _is_listed(picked: Picked, ids: Sequence[Any]) -> bool:
    return picked.record.requested.id is not None and picked.record.requested.id in ids


def _answers(sample: Sample) -> dict[int, bool]:
    """Numbers of the calls that a person was asked about, and whether no refusal is known.

    Each question is for one call.
    """
    questions = [one for interrupt in sample.interrupts for one in _questions(interrupt)]
    answers: dict[int, bool] = {}
    for number, record in enumerate(sample.call_records):
        call = record.requested
        if not isinstance(call, ToolCall):
            continue
        for at, (question, refused) in enumerate(questions):
            if _is_about(question, call):
                answers[number] = not refused
                del questions[at]
                break
    return answers


def _questions(interrupt: Interrupt) -> list[tuple[Mapping[str, Any], bool]]:
    """The objects that an interrupt asked with, each with whether it was refused."""
    value, answer = interrupt.value, interrupt.answer
    requests: Any = value.get("action_requests") if is_mapping(value) else None
    decisions: Any = answer.get("decisions") if is_mapping(answer) else None
    refused: set[int] = set()
    if is_sequence(requests) and is_sequence(decisions):  # one decision for each request
        refused = {
            id(request)
            for request, decision in zip(requests, decisions, strict=False)
            if is_mapping(decision) and decision.get("type") == "reject"
        }
    return [(one, answer is False or id(one) in refused) for one in _objects(value)]


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield all objects in a JSON value, at any depth."""
    if is_mapping(value):
        yield value
        for item in value.values():
            yield from _objects(item)
    elif is_sequence(value):
        for item in value:
            yield from _objects(item)


def _is_about(question: Mapping[str, Any], call: ToolCall) -> bool:
    values = list(question.values())
    return call.name in values and any(
        is_mapping(value) and equal_json(value, dict(call.args)) for value in values
    )
