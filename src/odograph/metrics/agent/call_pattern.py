"""Whether the tools were called along one of the ways that a pattern allows."""

from dataclasses import dataclass
from functools import cached_property

from odograph.errors import InputError
from odograph.match.pattern import PathPattern
from odograph.match.trajectory import Turn, calls_are_known, turns_of
from odograph.metrics.metric import Metric, check_one_of
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import NodePath, NodeVisit, Sample, Which

__all__ = ("CallPattern",)


@dataclass(frozen=True, repr=False)
class CallPattern(Metric):
    """Verdict: the tool calls of the run, by name, follow a pattern. Defined here.

    The pattern is a `PathPattern` whose steps are the AI messages with calls, and whose nodes are
    tools: `search+ > fetch > (answer | open_issue)` accepts several routes, `a & b` is one
    message that calls both. A call that no message asked for is a step of its own. The calls of
    all turns are one sequence.

        CallPattern("(search > fetch)+ > answer?").score(sample)

    Attributes:
        pattern: its text.
        which: as in `TrajectoryMatch`.

    Raises:
        InputError: the text is no pattern, or has brackets: nothing runs inside a call.
    """

    pattern: str
    which: Which = "requested"

    def __post_init__(self) -> None:
        check_one_of(Which, self.which, "which")
        if self._compiled.looks_inside:
            rule = "a pattern of calls has no brackets, for nothing runs inside a call"
            raise InputError.of(rule, self.pattern, place="pattern")

    @cached_property
    def _compiled(self) -> PathPattern:
        return PathPattern(self.pattern)

    def _measure(self, sample: Sample) -> Score:
        if not calls_are_known(sample):
            return Score.unscored("data", "the sample holds neither messages nor calls")
        batches = Turn.joined(turns_of(sample, self.which)).batches
        steps = NodePath(
            [[NodeVisit(call.name or "?") for call in batch] for batch in batches if batch]
        )
        mismatch = self._compiled.mismatch(steps)
        if mismatch is None:
            return Score(True, f"{counted(len(steps), 'step')}, as {self.pattern} allows")
        reason = f"the calls do not follow {self.pattern}\n{mismatch}"
        return Score(False, reason, {"mismatch": mismatch.as_dict()})
