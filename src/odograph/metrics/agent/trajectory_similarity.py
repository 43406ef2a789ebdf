"""How close the calls of a run come to those of its reference, in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from odograph.match.edits import render_edits
from odograph.match.rules import ArgumentMode, Override
from odograph.match.similarity import CallAlignment
from odograph.match.trajectory import (
    Turn,
    calls_are_known,
    reference_of,
    turns_of,
)
from odograph.metrics.agent.call_metric import CallMetric
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import Sample, Which

__all__ = ("TrajectorySimilarity",)


@dataclass(frozen=True, repr=False)
class TrajectorySimilarity(CallMetric):
    """Similarity of the run's calls to the reference's, in [0, 1]: 1 - cost / (made + expected).

    The cost is that of the best alignment that keeps the order of the steps (a step is an AI
    message with calls): 1 for each call left out on either side, and for two calls of one tool
    that stand for each other the share of their arguments that differ. So it is also
    sum(1 + agreement) over the pairs / (made + expected): the F1 of calls in order, where a call
    of the right tool at the right place earns half, and its arguments the other half.

    It is 1 exactly if the calls match as `TrajectoryMatch(mode='strict')` has it (against
    messages, apart from those that call nothing). An extra call costs 1, a call at the wrong
    place 2; the order of calls inside a step costs nothing. Nothing called where nothing is
    expected is 1. Defined here, after Needleman and Wunsch 1970 and Dice 1945.

    Attributes:
        args, overrides, which, tools: as in `CallMetric`.
    """

    args: ArgumentMode = "exact"
    overrides: Mapping[str, Override] = field(default_factory=dict[str, Override])
    which: Which = "requested"
    tools: Sequence[str] | None = None

    needs: ClassVar = ("reference_trajectory | reference_tool_calls",)

    def _measure(self, sample: Sample) -> Score:
        reference = reference_of(sample, tools=self.tools)
        if reference is None or not calls_are_known(sample):
            return Score.unscored("data", "the sample holds neither messages nor calls")
        run = Turn.joined(turns_of(sample, self.which, tools=self.tools))
        wanted = Turn.joined(reference.turns)
        self.rules.check(wanted.calls)
        alignment = CallAlignment(run, wanted, self.rules)
        if not alignment.size:
            return Score(1.0, "nothing expected, nothing called")
        saved, unit = alignment.saved
        value = saved / (unit * alignment.size)
        tally = f"{counted(len(run.calls), 'call')} made, {len(wanted.calls)} expected"
        if saved == unit * alignment.size:
            return Score(value, f"every call at its place: {tally}")
        edits = alignment.edits()
        details = {
            "cost": alignment.size - saved / unit,
            "edits": [edit.as_dict() for edit in edits],
        }
        return Score(value, f"{tally}\n{render_edits(edits)}", details)
