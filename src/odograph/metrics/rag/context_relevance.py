"""How much of what was retrieved helps with the question."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from odograph.judge.asking import AskedJudge
from odograph.judge.evidence import PASSAGE_RELEVANCE, Passages
from odograph.judge.sentences import sentences_of
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.metric import check_one_of
from odograph.metrics.rag.tally import share_of
from odograph.metrics.rag.texts import contexts_of, filled, question_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("ContextRelevance",)

Unit = Literal["chunk", "sentence"]


@dataclass(frozen=True, repr=False)
class ContextRelevance(JudgedMetric):
    """Share of the retrieved chunks, or of their sentences, that help with the question, in [0, 1].

    One call. Nothing retrieved is 0, without asking. By chunk it is precision without ranks; by
    sentence it tells how much else the chunks carry. Defined here.

    Attributes:
        unit: what is judged, `chunk` or `sentence`.
    """

    unit: Unit = "chunk"

    needs: ClassVar = ("user_input", "retrieved_contexts")
    puts: ClassVar = (PASSAGE_RELEVANCE,)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_one_of(Unit, self.unit, "unit")

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        question, passages = question_of(sample), filled(contexts_of(sample))
        if not question.strip():
            return Score.unscored("data", "the question is empty")
        if self.unit == "sentence":
            passages = [sentence for text in passages for sentence in sentences_of(text)]
        if not passages:
            return Score(0.0, "no context was retrieved")
        given = Passages(question=question, passages=passages)
        verdicts = (await judge(PASSAGE_RELEVANCE, given)).verdicts
        return share_of(passages, verdicts, noun=self.unit, holds="relevant")
