"""What the metrics with a prompt of the user's own share."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge
from odograph.judge.fields import Fields
from odograph.judge.task import JudgeTask
from odograph.metrics.custom.prompt import Prompt, fields_of
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("PromptedMetric",)


@dataclass(frozen=True, repr=False)
class PromptedMetric(JudgedMetric):
    """Base of the metrics with a prompt. One call.

    Attributes:
        name: what is measured.
        prompt: the question, with fields in braces: `"Is {response} polite?"` (see `Prompt`).
    """

    name: str
    prompt: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.name.strip():
            raise InputError.of("the name of a metric must not be empty", self.name)
        _ = self._task

    @property
    @abstractmethod
    def _output(self) -> type[BaseModel]:
        """The model of the answer: its `reason` and its `value`."""

    @cached_property
    def _task(self) -> JudgeTask[Fields, BaseModel]:
        return JudgeTask(Prompt(self.prompt).instruction, Fields, self._output, name=self.name)

    def missing(self, sample: Sample) -> str:
        """Name the first field of the prompt that the sample lacks."""
        names = Prompt(self.prompt).names
        return next((name for name in names if getattr(sample, name, None) is None), "")

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        given = fields_of(sample, Prompt(self.prompt).names)
        answer: Any = await judge(self._task, given)
        return Score(answer.value, answer.reason)
