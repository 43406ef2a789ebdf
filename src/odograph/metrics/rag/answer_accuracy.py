"""Whether an answer agrees with the right answer, as graded from both sides."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.judge.answers import RATE_ACCURACY, AnswerPair
from odograph.judge.asking import AskedJudge, together
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.rag.texts import question_of, response_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("AnswerAccuracy",)


@dataclass(frozen=True, repr=False)
class AnswerAccuracy(JudgedMetric):
    """Mean of two grades (0, 2, 4) over 4: response against reference and the other way, in [0, 1].

    Two calls at once. An empty response is 0, without asking; an empty reference is unscored. After
    NVIDIA's measure in ragas.
    """

    needs: ClassVar = ("user_input", "response", "reference")
    puts: ClassVar = (RATE_ACCURACY,)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        response, reference = response_of(sample), (sample.reference or "").strip()
        if not reference:
            return Score.unscored("data", "the reference is empty")
        if not response:
            return Score(0.0, "the response is empty")
        question = question_of(sample)
        there, back = await together(
            judge(
                RATE_ACCURACY, AnswerPair(question=question, answer=response, reference=reference)
            ),
            judge(
                RATE_ACCURACY, AnswerPair(question=question, answer=reference, reference=response)
            ),
        )
        reason = f"{there.grade} of 4 against the reference, {back.grade} of 4 the other way"
        lines = [reason, f"against it: {there.reason}", f"the other way: {back.reason}"]
        grades = {"grades": [there.grade, back.grade]}
        return Score((there.grade + back.grade) / 8, "\n".join(lines), grades)
