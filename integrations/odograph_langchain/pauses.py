"""The pauses of a turn, with what they asked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from odograph.trace import Interrupt
from odograph.trace.values import as_json, is_mapping
from odograph_langchain.graphs import is_task, place_of
from odograph_langchain.spans import Span
from odograph_langchain.turns import is_command

__all__ = ("interrupts_of",)


def interrupts_of(turn: Sequence[Span]) -> list[Interrupt]:
    """List what the root runs of a turn asked, in order.

    A question that was left open when others were answered is asked again by the re-run of its
    node: it counts once. One that was answered and comes again counts again.
    """
    found: list[Interrupt] = []
    waiting: dict[str, list[int]] = {}
    for root in turn:
        for key, answer in _answers(root, waiting).items():
            places = waiting.pop(key)
            found[places[-1]] = replace(found[places[-1]], answer=answer)
        asked = [one for span in _paused_tasks(root) for one in _questions(span)]
        if root.paused and not asked:
            told = list(root.interrupts) or [
                None
            ]  # nothing told: it paused at the border of a node
            asked = [_interrupt(one, None) for one in told]
        for one in asked:
            places = waiting.setdefault(one.id or "", [])
            if one not in [found[place] for place in places]:
                places.append(len(found))
                found.append(one)
    return found


def _answers(root: Span, waiting: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """What a resumption answers: the questions that it names by their ids, else all."""
    if not is_command(root.inputs):
        return {}
    resume = root.inputs.resume
    named = {key: resume[key] for key in waiting if key in resume} if is_mapping(resume) else {}
    return as_json(named or dict.fromkeys(waiting, resume))  # type: ignore[no-any-return]


def _paused_tasks(root: Span) -> list[Span]:
    """Find the innermost tasks that paused, in the order in which they did."""
    paused = [span for span in root.walk() if is_task(span) and _is_paused(span)]
    around = {outer for span in paused for outer in span.outer() if outer is not span}
    return sorted((one for one in paused if one not in around), key=lambda one: one.ended or 0)


def _is_paused(span: Span) -> bool:
    return span.failure is not None and span.failure.status == "interrupted"


def _questions(span: Span) -> list[Interrupt]:
    told = span.failure.interrupts if span.failure is not None else ()
    return [_interrupt(one, place_of(span)) for one in told or (None,)]


def _interrupt(told: Any, node: str | None) -> Interrupt:
    if told is None:
        return Interrupt(node=node)
    return Interrupt(as_json(told.value), getattr(told, "id", None), node)
