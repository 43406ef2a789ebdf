"""Whether each tool call was a good one where it was made."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.judge.agents import CALL_QUALITY, RunCalls
from odograph.judge.asking import AskedJudge
from odograph.metrics.agent.rendering import call_text, conversation_of
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.rag.tally import share_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("ToolCallQuality",)


@dataclass(frozen=True, repr=False)
class ToolCallQuality(JudgedMetric):
    """Share of the calls that were right, by tool, arguments and need, in [0, 1]. One call.

    For runs without reference calls. An undetermined verdict counts as not right. A run without
    calls is unscored. Defined here.
    """

    needs: ClassVar = ("user_input",)
    puts: ClassVar = (CALL_QUALITY,)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        calls = [call_text(record.requested) for record in sample.call_records]
        if not calls:
            return Score.unscored("data", "no call was made")
        given = RunCalls(run=conversation_of(sample), calls=calls)
        verdicts = (await judge(CALL_QUALITY, given)).verdicts
        return share_of(calls, verdicts, noun="call", holds="right")
