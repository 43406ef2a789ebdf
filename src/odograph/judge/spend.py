"""What the judge took, kept apart from what the agent took; failed calls are counted too.

A judge notes each call of its model with `note_call`. Whoever asked it opens `metering`, and finds
there what was noted, also by tasks that were started inside.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from odograph.trace.usage import Usage

__all__ = ("Spend", "metering", "note_call", "note_kept")


@dataclass(slots=True)
class Spend:
    """A running sum of judge calls.

    Attributes:
        calls: calls of the judge's model, those that failed and their repeats included.
        unknown: how many of them told no usage; the tokens lack them.
        cost: in US dollars; None as soon as one call's cost is unknown.
        lexical: whether a judge answered that compares words.
        kept: answers that came from a cache, without a call.
    """

    calls: int = 0
    unknown: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    lexical: bool = False
    kept: int = 0

    def add(self, other: "Spend") -> None:
        """Add another sum to this one."""
        self.calls += other.calls
        self.unknown += other.unknown
        self.input_tokens += other.input_tokens
        self.output_tokens += other.output_tokens
        known = self.cost is not None and other.cost is not None
        self.cost = (self.cost or 0.0) + (other.cost or 0.0) if known else None
        self.lexical = self.lexical or other.lexical
        self.kept += other.kept

    def as_dict(self) -> dict[str, Any]:
        """Write the sum as JSON values, as it stands in a score's `details["judge"]`."""
        written: dict[str, Any] = {
            "calls": self.calls,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "cost": self.cost,
        }
        if self.unknown:
            written["calls_without_usage"] = self.unknown
        if self.kept:
            written["kept_answers"] = self.kept
        return written


_METERS: ContextVar[tuple[Spend, ...]] = ContextVar("odograph_judge_spend", default=())


@contextmanager
def metering() -> Generator[Spend]:
    """Count what judges note inside this block; outer blocks count it as well."""
    spend = Spend()
    token = _METERS.set((*_METERS.get(), spend))
    try:
        yield spend
    finally:
        _METERS.reset(token)


def note_call(usage: Usage | None, *, lexical: bool = False) -> None:
    """Note one call of a judge's model: its usage, or None where it told none."""
    one = Spend(1, lexical=lexical)
    if usage is None:
        one.unknown, one.cost = 1, None
    else:
        one.input_tokens, one.output_tokens = usage.input_tokens, usage.output_tokens
        one.cost = usage.cost
    _note(one)


def note_kept() -> None:
    """Note an answer that was found in a cache, and took nothing."""
    _note(Spend(kept=1))


def _note(one: Spend) -> None:
    for spend in _METERS.get():
        spend.add(one)
