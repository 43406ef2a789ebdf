"""Where failing runs part from passing ones: the first step at which they do something else."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from odograph.trace import AIMessage, MultiTurnSample, Sample, ToolCall
from odograph.trace.values import as_json

__all__ = ("Divergence", "actions_of", "first_divergence")

_END = "(ends)"
_ANSWER = "(answers)"
_SHOWN = 100


@dataclass(frozen=True)
class Divergence:
    """The first step at which failing runs of a case part from passing ones.

    Attributes:
        step: number of the step, from 1.
        before: what the runs did until then.
        passing: what the passing runs do at that step, and how many of them.
        failing: what the failing runs do there, and how many of them.
        elsewhere: failing runs that part from the passing ones at another step, or nowhere.
    """

    step: int
    before: Sequence[str]
    passing: Mapping[str, int]
    failing: Mapping[str, int]
    elsewhere: int = 0

    def __str__(self) -> str:
        told = (
            f"step {self.step}: passing runs {_told(self.passing)}; failing {_told(self.failing)}"
        )
        return f"{told}; {self.elsewhere} part elsewhere" if self.elsewhere else told

    def as_dict(self) -> dict[str, Any]:
        """Write it as JSON values."""
        return {
            "step": self.step,
            "before": list(self.before),
            "passing": dict(self.passing),
            "failing": dict(self.failing),
            "elsewhere": self.elsewhere,
        }


def first_divergence(passing: Iterable[Sample], failing: Iterable[Sample]) -> Divergence | None:
    """Find the step at which most failing runs leave the way of every passing run.

    A failing run leaves it after the longest beginning that it shares with a passing run. Of
    several such steps the one of most runs is told, of equals the earliest.

    Returns:
        None where there is no passing or no failing run, or the steps of failing runs are those
        of passing ones.
    """
    good = [actions_of(sample) for sample in passing]
    bad = [actions_of(sample) for sample in failing]
    parted: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for run in bad:
        shared = max((_shared(run, other) for other in good), default=0)
        if good and run not in good:
            parted.append((run[:shared], run))
    if not parted:
        return None
    counts = Counter(before for before, _ in parted)
    before = min(counts, key=lambda one: (-counts[one], len(one)))
    at = len(before)
    return Divergence(
        at + 1,
        before,
        Counter(_at(run, at) for run in good if run[:at] == before),
        Counter(_at(run, at) for start, run in parted if start == before),
        len(bad) - counts[before],
    )


def actions_of(sample: Sample) -> tuple[str, ...]:
    """What a run did, step by step, as text.

    By messages, each AI message is a step: its calls, in any order, or that it answers. A run
    without messages of the agent is told by the nodes of each superstep.
    """
    if isinstance(sample, MultiTurnSample):
        steps = [_step(one) for one in sample.user_input if isinstance(one, AIMessage)]
        if steps:
            return tuple(steps)
    if sample.path is None:
        return ()
    return tuple(" & ".join(sorted(visit.name for visit in step)) for step in sample.path.steps)


def _step(message: AIMessage) -> str:
    calls = sorted(_call(call) for call in message.tool_calls)
    calls += sorted(f"{one.name}({one.raw_args})" for one in message.invalid_tool_calls)
    return " & ".join(calls) or _ANSWER


def _call(call: ToolCall) -> str:
    return f"{call.name}({json.dumps(as_json(call.args), ensure_ascii=False, sort_keys=True)})"


def _shared(run: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip(run, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(run), len(other)))


def _at(run: Sequence[str], place: int) -> str:
    return run[place] if place < len(run) else _END


def _told(actions: Mapping[str, int]) -> str:
    return ", ".join(f"{_cut(action)} ({count})" for action, count in actions.items())


def _cut(action: str) -> str:
    return action if len(action) <= _SHOWN else action[: _SHOWN - 3] + "..."
