"""How far a run did what it was asked to do."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.judge.agents import RATE_COMPLETION, Run
from odograph.judge.asking import AskedJudge
from odograph.metrics.agent.rendering import conversation_of
from odograph.metrics.agent.trajectory_accuracy import graded
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("TaskCompletion",)


@dataclass(frozen=True, repr=False)
class TaskCompletion(JudgedMetric):
    """The judge's grade of how much of the task was done, 0 to 4, over 4. One call.

    `AgentGoalAccuracy...` gives a verdict; this gives part marks. Defined here.

    Attributes:
        task: what was to be done; None takes what the user asks.
    """

    task: str | None = None

    needs: ClassVar = ("user_input",)
    puts: ClassVar = (RATE_COMPLETION,)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        run = conversation_of(sample)
        if not run:
            return Score.unscored("data", "the run is empty")
        return graded(await judge(RATE_COMPLETION, Run(run=run, reference=self.task or "")))
