"""The pauses that a history tells of, with what resumed them."""

from collections.abc import Iterable, Iterator

from odograph.trace import Interrupt
from odograph.trace.values import as_json
from odograph_langgraph.visits import Visit

__all__ = ("forgotten_questions", "interrupts_in")


def interrupts_in(visits: Iterable[Visit]) -> Iterator[Interrupt]:
    """Yield what the nodes asked, in order; a question that was not kept has no value."""
    for visit in _askers(visits):
        writes, asked = visit.writes, visit.writes.interrupts
        before = _earlier(visit)
        answers = [as_json(one) for one in writes.answers]
        answers += [None] * (before + len(asked) - len(answers))
        identity = asked[0].id if asked else None
        for answer in answers[:before]:
            yield Interrupt(None, identity, visit.place, answer)
        for one, answer in zip(asked, answers[before:], strict=False):
            yield Interrupt(as_json(one.value), one.id, visit.place, answer)


def forgotten_questions(visits: Iterable[Visit]) -> list[str]:
    """Tell of which nodes earlier questions were not kept."""
    return [
        f"{visit.place} asked {_earlier(visit) + 1} times; only its last question was kept"
        for visit in _askers(visits)
        if _earlier(visit)
    ]


def _askers(visits: Iterable[Visit]) -> Iterator[Visit]:
    """Find the innermost visits that paused."""
    for visit in visits:
        inner = [one for graph in visit.graphs for one in _askers(graph.visits())]
        if inner:
            yield from inner
        elif visit.paused:
            yield visit


def _earlier(visit: Visit) -> int:
    """How many questions came before the last, by the answers to them."""
    waiting = not visit.writes.finished and visit.writes.error is None
    last = 0 if waiting else max(len(visit.writes.interrupts), 1)
    return max(len(visit.writes.answers) - last, 0)
