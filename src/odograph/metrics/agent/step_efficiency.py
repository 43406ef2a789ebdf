"""How much of what an agent did was of use: repeats, loops and results that nobody used."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from odograph.match.equality import canonical
from odograph.metrics.agent.rendering import call_text
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import AIMessage, CallRecord, InvalidToolCall, MultiTurnSample, Sample

__all__ = ("StepEfficiency",)

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, repr=False)
class StepEfficiency(Metric):
    """Share of the calls that were of use, in [0, 1]; no judge is asked.

    A call is wasted if it repeats an earlier one (same tool, equal arguments) and got the same
    result again, or if its result was not used: it told words that were new, and none of them is in
    any later message or call of the agent. A call that failed is no waste, nor is its repeat; nor
    is a result after which the agent said nothing more. A run without calls is unscored. A loop, a
    row of calls made again and again, is told in the reason. Defined here.

    Attributes:
        unused: count results that nobody used.
    """

    unused: bool = True

    needs: ClassVar = ("user_input",)

    def _measure(self, sample: Sample) -> Score:
        records = sample.call_records
        if not records:
            return Score.unscored("data", "no call was made")
        repeated = _repeated(records)
        ignored = _ignored(sample, records) - repeated if self.unused else set[int]()
        loop = _loop([_key(record) for record in records])
        wasted = [(index, "repeated") for index in sorted(repeated)]
        wasted += [(index, "unused") for index in sorted(ignored)]
        lines = [f"{counted(len(records) - len(wasted), 'call')} of {len(records)} of use"]
        lines += [f"{kind}: {call_text(records[index].requested)}" for index, kind in wasted]
        if loop is not None:
            start, length, times = loop
            names = " > ".join(record.name for record in records[start : start + length])
            lines.append(f"loop: {names}, {times} times from call {start + 1}")
        details = {
            "calls": len(records),
            "repeated": sorted(repeated),
            "unused": sorted(ignored),
            "loop": None if loop is None else list(loop),
        }
        return Score((len(records) - len(wasted)) / len(records), "\n".join(lines), details)


def _key(record: CallRecord) -> object:
    """A key that equal calls share; unreadable ones by their raw text."""
    asked = record.requested
    if isinstance(asked, InvalidToolCall):
        return asked.name, asked.raw_args
    return asked.name, canonical(asked.args)


def _repeated(records: Sequence[CallRecord]) -> set[int]:
    """Indices of calls that asked again and were told the same."""
    told: dict[object, set[str | None]] = {}
    found: set[int] = set()
    for index, record in enumerate(records):
        if record.outcome != "executed":
            continue
        results = told.setdefault(_key(record), set())
        if record.result in results:
            found.add(index)
        results.add(record.result)
    return found


def _ignored(sample: Sample, records: Sequence[CallRecord]) -> set[int]:
    """Indices of calls whose new words are in nothing that the agent said or asked later."""
    if not isinstance(sample, MultiTurnSample):
        return set()
    messages = sample.user_input
    said = [
        _words(" ".join([m.content, *map(call_text, m.tool_calls)]))
        if isinstance(m, AIMessage)
        else set[str]()
        for m in messages
    ]
    later = [set[str]()] * (len(messages) + 1)
    for index in range(len(messages) - 1, -1, -1):
        later[index] = later[index + 1] | said[index]
    found: set[int] = set()
    for index, record in enumerate(records):
        if record.outcome != "executed" or record.message is None or not record.result:
            continue
        known = _words(" ".join(m.content for m in messages[: record.message + 1]))
        new = _words(record.result) - known - said[record.message]
        after = later[record.message + 1]
        if new and after and not new & after:
            found.add(index)
    return found


def _words(text: str) -> set[str]:
    """Words of at least four letters, and numbers."""
    return {word for word in _WORD.findall(text.casefold()) if len(word) > 3 or word[0].isdigit()}


def _loop(keys: Sequence[object]) -> tuple[int, int, int] | None:
    """Find the longest row of calls made at least three times on end: start, length, times."""
    best: tuple[int, int, int] | None = None
    for length in range(1, min(len(keys) // 3, 8) + 1):
        run = 0
        for index in range(length, len(keys) + 1):
            if index < len(keys) and keys[index] == keys[index - length]:
                run += 1
                continue
            times = run // length + 1
            if times >= 3 and (best is None or times * length > best[1] * best[2]):
                best = (index - run - length, length, times)
            run = 0
    return best
