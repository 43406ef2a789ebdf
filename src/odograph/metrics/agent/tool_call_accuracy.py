"""How far the arguments of the calls made agree with those expected."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from odograph.match.arguments import Call
from odograph.match.calls import calls_match
from odograph.match.credit import Credit, best_total, ordered_total
from odograph.match.edits import render_edits
from odograph.match.explain import explain_calls
from odograph.match.order import MatchMode
from odograph.match.rules import ArgumentMode, Override
from odograph.match.trajectory import (
    Turn,
    calls_are_known,
    reference_of,
    run_of,
)
from odograph.metrics.agent.call_metric import CallMetric
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import Sample, Which

__all__ = ("ToolCallAccuracy",)


@dataclass(frozen=True, repr=False)
class ToolCallAccuracy(CallMetric):
    """Argument accuracy of the calls, in [0, 1], averaged over the longer side.

    A pair of calls of one tool earns the share of its arguments that agree (of all that either
    call has); missing and extra calls earn nothing and count in the average. The pairing is the
    one that earns most. With `strict_order` it must keep the order of the calls, and where the
    tools that both sides call stand in another order the score is 0; calls of one message have
    no order. Without it, calls pair in any order: never less than with it. Nothing called where
    nothing is expected is 1. Defined here, after ragas' measure of the same name.

    Attributes:
        args, overrides, which, tools: as in `CallMetric`.
    """

    strict_order: bool = True
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
        made, expected = run.calls, wanted.calls
        self.rules.check(expected)
        longer = max(len(made), len(expected))
        if not longer:
            return Score(1.0, "nothing expected, nothing called")
        mode: MatchMode = "strict" if self.strict_order else "unordered"
        if calls_match(mode, run, wanted, self.rules):  # linear, where the credit of pairs is not
            return self._explained(1.0, run, wanted)
        credit = Credit.of(made, expected, self.rules)
        sizes = [len(batch) for batch in run.batches], [len(batch) for batch in wanted.batches]
        if not self.strict_order:
            total = best_total(credit)
        elif _out_of_order(made, expected, sizes):
            total = 0
        else:
            total = ordered_total(credit, *sizes)
        value = total / (credit.unit * longer)
        return self._explained(value, run, wanted)

    def _explained(self, value: float, run: Turn, wanted: Turn) -> Score:
        tally = f"{counted(len(run.calls), 'call')} made, {len(wanted.calls)} expected"
        if value == 1:
            return Score(value, f"every argument agrees: {tally}")
        mode: MatchMode = "strict" if self.strict_order else "unordered"
        edits = explain_calls(mode, Turn(None, run.batches), wanted, self.rules)
        details: dict[str, Any] = {"edits": [edit.as_dict() for edit in edits]}
        return Score(value, f"{tally}\n{render_edits(edits)}", details)


def _out_of_order(
    made: Sequence[Call], expected: Sequence[Call], sizes: tuple[list[int], list[int]]
) -> bool:
    """Whether the tools that both sides call cannot be lined up in one order."""
    common = Counter(one.name for one in made) & Counter(one.name for one in expected)
    return ordered_total(Credit.of_names(made, expected), *sizes) < common.total()
