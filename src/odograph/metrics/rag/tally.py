"""Verdicts counted, and told: which items fell, and why."""

from collections.abc import Sequence
from typing import Any

from odograph.judge.verdicts import Verdict
from odograph.metrics.score import Score
from odograph.metrics.words import counted

__all__ = ("lines_of", "share_of", "told_of")


def share_of(items: Sequence[str], verdicts: Sequence[Verdict], *, noun: str, holds: str) -> Score:
    """Score the share of the items with a yes, in [0, 1].

    An undetermined verdict is no yes; the details count them.

    Args:
        items: at least one.
        verdicts: one for each item, in their order.
        noun: what an item is: `claim`.
        holds: what a yes says of it: `supported`.
    """
    yes = sum(one.verdict == "yes" for one in verdicts)
    told = told_of(items, verdicts, noun)
    first = f"{yes} of {counted(len(items), noun)} {holds}"
    reason = "\n".join([first, *lines_of(items, verdicts)])
    details = {
        holds: yes,
        f"{noun}s": len(items),
        "undetermined": sum(one.verdict == "undetermined" for one in verdicts),
        "verdicts": told,
    }
    return Score(yes / len(items), reason, details)


def told_of(items: Sequence[str], verdicts: Sequence[Verdict], noun: str) -> list[dict[str, Any]]:
    """Write items and verdicts as JSON values."""
    return [
        {noun: item, "verdict": one.verdict, "reason": one.reason}
        for item, one in zip(items, verdicts, strict=True)
    ]


def lines_of(items: Sequence[str], verdicts: Sequence[Verdict]) -> list[str]:
    """One line for each item without a yes."""
    return [
        f"{one.verdict}: {_cut(item)} ({one.reason})"
        for item, one in zip(items, verdicts, strict=True)
        if one.verdict != "yes"
    ]


def _cut(text: str, most: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3] + "..."
