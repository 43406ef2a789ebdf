"""Rates of ready-made verdicts: how many tasks succeeded, and where the failures came from."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from odograph.errors import InputError
from odograph.stats.interval import Estimate, Interval, wilson_interval
from odograph.stats.means import rate_interval

__all__ = ("FailureShare", "as_verdict", "failure_attribution", "task_success_rate")


@dataclass(frozen=True, slots=True)
class FailureShare:
    """One cause's part in the failures.

    Attributes:
        count: failures with this cause.
        share: count by all failures.
        interval: Wilson's, of the share.
    """

    count: int
    share: float
    interval: Interval | None


def task_success_rate(
    outcomes: Iterable[int | None],
    cases: Iterable[Hashable] | None = None,
    level: float = 0.95,
) -> Estimate:
    """Share of the tasks that succeeded, with an interval by case (`rate_interval`).

    Args:
        outcomes: True or False (or 1 and 0) for each attempt; None is left out and counted. An
            attempt that crashed has failed: give False.
        cases: the case of each attempt; without it, each attempt is at a case of its own.
        level: of the interval.

    Raises:
        InputError: an outcome that is no verdict (text, or another number).
    """
    read = [
        None if one is None else as_verdict(one, f"outcomes[{index}]")
        for index, one in enumerate(outcomes)
    ]
    return rate_interval(read, cases, level)


def failure_attribution(causes: Iterable[str], level: float = 0.95) -> Mapping[str, FailureShare]:
    """Share of each cause among the failures, the most frequent first.

    Args:
        causes: one for each failure: `retrieval`, `generation`, a tool's or a node's name.
        level: of the intervals.

    Raises:
        InputError: a cause that is no text, or a level outside the open interval (0, 1).
    """
    counts: Counter[str] = Counter()
    for index, cause in enumerate(causes):
        if not isinstance(cause, str):
            raise InputError.of("a cause must be text", cause, place=f"causes[{index}]")
        counts[cause] += 1
    total = counts.total()
    return {
        cause: FailureShare(count, count / total, wilson_interval(count, total, level))
        for cause, count in counts.most_common()
    }


def as_verdict(value: Any, place: str) -> bool:
    """Read True and False, also as 1 and 0; text is no verdict, whatever it says.

    Raises:
        InputError: anything else.
    """
    if isinstance(value, str) or value not in (0, 1):
        raise InputError.of("must be True or False", value, place=place)
    return bool(value)
