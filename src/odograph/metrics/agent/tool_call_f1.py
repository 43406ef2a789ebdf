"""Precision, recall and F1 of the calls of a run, as multisets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from odograph.match.calls import count_matches
from odograph.match.edits import render_edits
from odograph.match.explain import explain_calls
from odograph.match.rules import ArgumentMode, Override
from odograph.match.trajectory import (
    calls_are_known,
    reference_of,
    run_of,
)
from odograph.metrics.agent.call_metric import CallMetric
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import Sample, Which

__all__ = ("ToolCallF1", "ToolCallPrecision", "ToolCallRecall")


@dataclass(frozen=True, repr=False)
class ToolCallF1(CallMetric):
    """F1 of the tool calls, in [0, 1]: 2 TP / (made + expected).

    TP is the size of a maximum matching between the calls made and those expected; repeats
    count. Nothing made where nothing is expected is 1. Calls are taken from
    `reference_tool_calls`, else from `reference_trajectory`. Source: van Rijsbergen 1979, over
    multisets.

    Attributes:
        args, overrides, which, tools: as in `CallMetric`.
    """

    args: ArgumentMode = "exact"
    overrides: Mapping[str, Override] = field(default_factory=dict[str, Override])
    which: Which = "requested"
    tools: Sequence[str] | None = None

    needs: ClassVar = ("reference_tool_calls | reference_trajectory",)

    def _measure(self, sample: Sample) -> Score:
        reference = reference_of(sample, messages_first=False, tools=self.tools)
        if reference is None or not calls_are_known(sample):
            return Score.unscored("data", "the sample holds neither messages nor calls")
        run, wanted = run_of(sample, self.which, tools=self.tools), reference.whole
        self.rules.check(wanted.calls)
        made, expected = len(run.calls), len(wanted.calls)
        hits = count_matches(run, wanted, self.rules)
        tally = f"{hits} of {counted(expected, 'expected call')} among {made} made"
        counts = {"matched": hits, "made": made, "expected": expected}
        value = self._value(hits, (made, expected))
        if value is None:
            return Score.unscored("data", f"undefined: {tally}", **counts)
        if hits == made == expected:
            return Score(value, tally if made else "nothing expected, nothing called", counts)
        edits = explain_calls("unordered", run, wanted, self.rules)
        details = {**counts, "edits": [edit.as_dict() for edit in edits]}
        return Score(value, f"{tally}\n{render_edits(edits)}", details)

    def _value(self, hits: int, sizes: tuple[int, int]) -> float | None:
        return 2 * hits / sum(sizes) if sum(sizes) else 1.0


@dataclass(frozen=True, repr=False)
class ToolCallPrecision(ToolCallF1):
    """Share of the calls made that were expected, in [0, 1]; unscored where none was made.

    Attributes:
        args, overrides, which, tools: as in `CallMetric`.
    """

    def _value(self, hits: int, sizes: tuple[int, int]) -> float | None:
        return hits / sizes[0] if sizes[0] else None


@dataclass(frozen=True, repr=False)
class ToolCallRecall(ToolCallF1):
    """Share of the expected calls that were made, in [0, 1]; unscored where none is expected.

    Attributes:
        args, overrides, which, tools: as in `CallMetric`.
    """

    def _value(self, hits: int, sizes: tuple[int, int]) -> float | None:
        return hits / sizes[1] if sizes[1] else None
