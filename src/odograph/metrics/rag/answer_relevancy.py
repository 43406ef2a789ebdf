"""Whether an answer is about what was asked."""

from dataclasses import dataclass
from math import fsum
from typing import ClassVar, Literal

from odograph.errors import InputError
from odograph.judge.answers import (
    QUESTIONS_ANSWERED,
    RATE_RELEVANCY,
    AnswerPair,
    QuestionsWanted,
)
from odograph.judge.asking import AskedJudge
from odograph.metrics.embedded import EmbeddedMetric
from odograph.metrics.metric import check_one_of
from odograph.metrics.rag.texts import question_of, response_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("AnswerRelevancy",)

By = Literal["questions", "rating"]


@dataclass(frozen=True, repr=False)
class AnswerRelevancy(EmbeddedMetric):
    """How far the response addresses the question, true or not, in [0, 1]. One call.

    By questions: the judge writes `strictness` questions that the response answers; the value is
    the mean of their cosines with the question (a negative one counts 0), and 0 for a noncommittal
    response. After Es et al. 2023, "RAGAS". By rating: the judge's grade from 0 to 4, over 4;
    defined here. An empty response is 0, without asking.

    Attributes:
        strictness: number of questions, at least 1.
    """

    strictness: int = 3
    by: By = "questions"

    needs: ClassVar = ("user_input", "response")
    puts: ClassVar = (QUESTIONS_ANSWERED, RATE_RELEVANCY)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_one_of(By, self.by, "by")
        if type(self.strictness) is not int or self.strictness < 1:
            raise InputError.of("strictness must be a whole number above 0", self.strictness)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        question, response = question_of(sample), response_of(sample)
        if not question.strip():
            return Score.unscored("data", "the question is empty")
        if not response:
            return Score(0.0, "the response is empty")
        if self.by == "rating":
            grade = await judge(RATE_RELEVANCY, AnswerPair(question=question, answer=response))
            return Score(grade.grade / 4, grade.reason, {"grade": grade.grade})
        wanted = QuestionsWanted(answer=response, number=self.strictness)
        answer = await judge(QUESTIONS_ANSWERED, wanted)
        details = {"questions": answer.questions, "noncommittal": answer.noncommittal}
        if answer.noncommittal:
            return Score(0.0, "the response is noncommittal", details)
        found = [one or 0.0 for one in await self._similarities(question, answer.questions)]
        value = fsum(found) / len(found)
        shown = ", ".join(f"{one:.2f}" for one in found)
        reason = f"{len(found)} questions that it answers are {shown} like the one asked"
        details |= {"similarities": found, "compared_by": self._by}
        return Score(value, f"{reason}, by {self._by}", details)
