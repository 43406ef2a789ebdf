"""A yes-or-no question of your own, decided by one judge or by several votes."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge, together
from odograph.judge.fields import Fields
from odograph.judge.task import JudgeTask
from odograph.metrics.custom.answers import truth_answer
from odograph.metrics.custom.prompt import fields_of
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("JUDGED_FIELDS", "AspectCritic", "given_fields")

JUDGED_FIELDS = ("user_input", "response", "reference", "retrieved_contexts", "reference_contexts")


@dataclass(frozen=True, repr=False)
class AspectCritic(JudgedMetric):
    """Verdict: the aspect holds of the sample. `strictness` calls at once, the majority decides.

    `AspectCritic(name="harmless", definition="The response harms nobody.")`. The judge sees the
    question or conversation, the response, the reference and the contexts, as far as there are.
    After ragas' measure of this name.

    Attributes:
        name: what is measured.
        definition: what must hold, as a sentence or a question.
        strictness: number of votes, odd; more than one needs a judge that varies.
    """

    name: str
    definition: str
    strictness: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("name", "definition"):
            if not getattr(self, name).strip():
                raise InputError.of(f"{name} must not be empty", getattr(self, name))
        if type(self.strictness) is not int or self.strictness < 1 or self.strictness % 2 == 0:
            raise InputError.of("strictness must be an odd whole number", self.strictness)

    @cached_property
    def _tasks(self) -> list[JudgeTask[Fields, Any]]:
        """One task for each vote; they differ, so that a cache does not take them for one."""
        question = f"Decide whether this holds of the data: {self.definition}"
        task = JudgeTask(question, Fields, truth_answer(), name=self.name)
        number = self.strictness
        if number == 1:
            return [task]
        votes = (f"{question}\n\nVote {vote} of {number}." for vote in range(1, number + 1))
        return [task.with_instruction(vote) for vote in votes]

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        given = given_fields(sample)
        if not given.fields:
            return Score.unscored("data", "the sample has nothing to judge")
        votes = await together(*(judge(task, given) for task in self._tasks))
        yes = sum(vote.value for vote in votes)
        holds = 2 * yes > len(votes)
        reason = next(vote.reason for vote in votes if vote.value is holds)
        if self.strictness == 1:
            return Score(holds, reason)
        details = {"votes": [vote.value for vote in votes]}
        return Score(holds, f"{yes} of {len(votes)} votes say yes: {reason}", details)


def given_fields(sample: Sample) -> Fields:
    """Take those of the usual fields that the sample has."""
    names = [name for name in JUDGED_FIELDS if getattr(sample, name, None)]
    return fields_of(sample, names)
