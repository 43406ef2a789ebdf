"""A ranking of your own, given by a judge."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge
from odograph.metrics.custom.answers import ranking_answer
from odograph.metrics.custom.prompt import Prompt, fields_of
from odograph.metrics.custom.prompted import PromptedMetric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("RankingMetric",)


@dataclass(frozen=True, repr=False)
class RankingMetric(PromptedMetric):
    """A ranking, best first, as a tuple of texts, for a prompt of your own. One call.

    `RankingMetric(name="best", prompt="Rank clarity, warmth and brevity in {response}",
    allowed_values=["clarity", "warmth", "brevity"])`. Each item must be there once.

    Attributes:
        allowed_values: the items, or how many items of the judge's own wording.

    Raises:
        InputError: fewer than two items, or one twice.
    """

    allowed_values: Sequence[str] | int = 2

    def __post_init__(self) -> None:
        given: Any = self.allowed_values
        items: list[str] = list(map(str, range(given) if type(given) is int else given))
        if len(items) < 2 or len(set(items)) < len(items):
            raise InputError.of("allowed_values must be two different items, or more", given)
        if type(given) is not int:
            object.__setattr__(self, "allowed_values", tuple(items))
        super().__post_init__()

    @property
    def _output(self) -> type[BaseModel]:
        return ranking_answer(self.allowed_values)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        given = fields_of(sample, Prompt(self.prompt).names)
        answer: Any = await judge(self._task, given)
        return Score(tuple(answer.value), answer.reason)
