"""Whether the course of a run was a good one, as a judge grades it."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.errors import InputError
from odograph.judge.agents import RATE_TRAJECTORY, Run, RunGrade
from odograph.judge.asking import AskedJudge
from odograph.metrics.agent.rendering import conversation_of, reference_text
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("RUBRIC", "TrajectoryAccuracy", "graded")

RUBRIC = (
    "4: every step makes sense, follows from the ones before, and leads to the goal, without"
    " detours. 3: a needless step, or a small error that was mended. 2: several needless or wrong"
    " steps, but it gets there. 1: mostly astray. 0: it does not lead to the goal at all."
)


@dataclass(frozen=True, repr=False)
class TrajectoryAccuracy(JudgedMetric):
    """The judge's grade of the messages and calls of a run, 0 to 4, over 4. One call.

    With a `reference_trajectory` or `reference_tool_calls` the judge sees it as one right course.
    Defined here, after the trajectory judges of agentevals.

    Attributes:
        rubric: what the grades mean, in your words.
    """

    rubric: str = RUBRIC

    needs: ClassVar = ("user_input",)
    puts: ClassVar = (RATE_TRAJECTORY,)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.rubric.strip():
            raise InputError.of("the rubric must not be empty", self.rubric)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        run = conversation_of(sample)
        if not run:
            return Score.unscored("data", "the run is empty")
        given = Run(run=run, reference=reference_text(sample), rubric=self.rubric)
        return graded(await judge(RATE_TRAJECTORY, given))


def graded(answer: RunGrade) -> Score:
    """Score a grade from 0 to 4 as a share."""
    return Score(answer.grade / 4, f"grade {answer.grade} of 4: {answer.reason}", answer_of(answer))


def answer_of(answer: RunGrade) -> dict[str, object]:
    """Write a grade as JSON values."""
    return {"grade": answer.grade, "judged": answer.reason}
