"""Whether the run reached its goal."""

from dataclasses import dataclass
from typing import Any, ClassVar

from odograph.judge.agents import (
    GOAL_AGAINST_REFERENCE,
    GOAL_OF_THE_USER,
    GoalVerdict,
    Run,
)
from odograph.judge.asking import AskedJudge
from odograph.metrics.agent.rendering import conversation_of
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("AgentGoalAccuracyWithReference", "AgentGoalAccuracyWithoutReference")


@dataclass(frozen=True, repr=False)
class AgentGoalAccuracyWithReference(JudgedMetric):
    """Verdict: the run came to what `reference` says it ought to. One call.

    An undetermined verdict is False, and the details tell. After ragas' measure of this name.
    """

    needs: ClassVar = ("user_input", "reference")
    puts: ClassVar = (GOAL_AGAINST_REFERENCE,)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        run, reference = conversation_of(sample), (sample.reference or "").strip()
        if not run or not reference:
            return Score.unscored("data", f"the {'reference' if run else 'run'} is empty")
        return _score(await judge(GOAL_AGAINST_REFERENCE, Run(run=run, reference=reference)))


@dataclass(frozen=True, repr=False)
class AgentGoalAccuracyWithoutReference(JudgedMetric):
    """Verdict: the run came to what the user wanted, as the judge infers it. One call.

    An undetermined verdict is False, and the details tell. After ragas' measure of this name.
    """

    needs: ClassVar = ("user_input",)
    puts: ClassVar = (GOAL_OF_THE_USER,)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        run = conversation_of(sample)
        if not run:
            return Score.unscored("data", "the run is empty")
        return _score(await judge(GOAL_OF_THE_USER, Run(run=run)))


def _score(answer: GoalVerdict) -> Score:
    reached = answer.verdict == "yes"
    said = {"yes": "reached", "no": "not reached", "undetermined": "perhaps not reached"}
    reason = f"goal {said[answer.verdict]}: {answer.goal}\noutcome: {answer.outcome}"
    details: dict[str, Any] = {
        "goal": answer.goal,
        "outcome": answer.outcome,
        "undetermined": int(answer.verdict == "undetermined"),
    }
    return Score(reached, reason, details)
