"""How far an answer stands on its contexts, as one grade."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.judge.answers import RATE_GROUNDEDNESS
from odograph.judge.asking import AskedJudge
from odograph.judge.evidence import Evidence
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.rag.texts import contexts_of, filled, question_of, response_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("ResponseGroundedness",)


@dataclass(frozen=True, repr=False)
class ResponseGroundedness(JudgedMetric):
    """Grade of the support of the response by its contexts: 0, 0.5 or 1. One call.

    The cheap relative of `Faithfulness`: one grade for the whole. Without any context it is 0,
    without asking; an empty response is unscored. After NVIDIA's measure in ragas.
    """

    needs: ClassVar = ("response", "retrieved_contexts")
    puts: ClassVar = (RATE_GROUNDEDNESS,)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        response, contexts = response_of(sample), filled(contexts_of(sample))
        if not response:
            return Score.unscored("agent", "the response is empty")
        if not contexts:
            return Score(0.0, "no context: nothing is supported")
        question = question_of(sample)
        given = Evidence(question=question, answer=response, contexts=contexts)
        grade = await judge(RATE_GROUNDEDNESS, given)
        return Score(grade.grade / 2, grade.reason, {"grade": grade.grade})
