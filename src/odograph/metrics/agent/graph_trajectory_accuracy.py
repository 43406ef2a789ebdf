"""Whether the way through a graph was a good one, as a judge grades it."""

from dataclasses import dataclass
from typing import Any, ClassVar

from odograph.errors import InputError
from odograph.judge.agents import RATE_TRAJECTORY, Run
from odograph.judge.asking import AskedJudge
from odograph.metrics.agent.rendering import conversation_of, path_text
from odograph.metrics.agent.trajectory_accuracy import RUBRIC, graded
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.score import Score
from odograph.trace import NodePath, Sample

__all__ = ("GraphTrajectoryAccuracy",)


@dataclass(frozen=True, repr=False)
class GraphTrajectoryAccuracy(JudgedMetric):
    """The judge's grade of the nodes that a run visited, 0 to 4, over 4. One call.

    The judge sees the path step by step and the conversation; with a `reference_path`, that too, as
    one right course. Defined here, after the graph trajectory judges of agentevals.

    Attributes:
        rubric: what the grades mean, in your words.
    """

    rubric: str = RUBRIC

    needs: ClassVar = ("path",)
    puts: ClassVar = (RATE_TRAJECTORY,)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.rubric.strip():
            raise InputError.of("the rubric must not be empty", self.rubric)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        if sample.path is None or not len(sample.path):
            return Score.unscored("data", "the path is empty")
        wanted: Any = sample.reference_path
        given = Run(
            run=f"Nodes visited:\n{path_text(sample.path)}\n\n{conversation_of(sample)}".strip(),
            reference=path_text(NodePath.of(wanted)) if wanted is not None else "",
            rubric=self.rubric,
        )
        return graded(await judge(RATE_TRAJECTORY, given))
