"""Tokens of several model calls together."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from operator import add

from odograph.trace import ModelCall, Usage

__all__ = ("TotalUsage", "total_usage")


@dataclass(frozen=True, slots=True)
class TotalUsage:
    """A sum of usages, and what it covers.

    Attributes:
        usage: the sum over the calls that told theirs; its cost is known only if every call told
            its own.
        calls: all calls.
        calls_without_usage: how many of them told nothing; the sum lacks them.
    """

    usage: Usage
    calls: int
    calls_without_usage: int

    @property
    def complete(self) -> bool:
        """Whether the sum covers every call."""
        return self.calls_without_usage == 0


def total_usage(calls: Iterable[ModelCall]) -> TotalUsage:
    """Add up the usage of model calls, those of middleware too."""
    told = [call.usage for call in calls]
    known = [usage for usage in told if usage is not None]
    whole = reduce(add, known) if known else Usage()
    if len(known) < len(told):
        whole = replace(whole, cost=None)
    return TotalUsage(whole, len(told), len(told) - len(known))
