"""Whether a summary says what matters, and is short."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge
from odograph.judge.claims import CLAIM_SUPPORT, Claims
from odograph.judge.summaries import KEY_POINTS, Source
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.rag.tally import share_of
from odograph.metrics.rag.texts import filled, reference_contexts_of, response_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("SummaryScore",)


@dataclass(frozen=True, repr=False)
class SummaryScore(JudgedMetric):
    """Coverage of the key points, less for length, in [0, 1]. Two calls.

    coverage = key points of `reference_contexts` that the response holds / key points;
    score = coverage x (1 - coeff x min(1, length of the response / length of the contexts)). So a
    summary that covers nothing earns nothing for being short, and one as long as its source loses
    `coeff`. Lengths are in characters. An empty response is 0, without asking. Defined here.

    Attributes:
        length_penalty: False scores coverage alone.
        coeff: how much length costs, in [0, 1].
    """

    length_penalty: bool = True
    coeff: float = 0.5

    needs: ClassVar = ("response", "reference_contexts")
    puts: ClassVar = (KEY_POINTS, CLAIM_SUPPORT)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.coeff <= 1:
            raise InputError.of("coeff must be in [0, 1]", self.coeff)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        response, texts = response_of(sample), filled(reference_contexts_of(sample))
        if not texts:
            return Score.unscored("data", "there is no text to summarise")
        if not response:
            return Score(0.0, "the response is empty")
        points = (await judge(KEY_POINTS, Source(texts=texts))).points
        if not points:
            return Score.unscored("data", "the text has no key points")
        given = Claims(claims=points, contexts=[response])
        covered = share_of(
            points, (await judge(CLAIM_SUPPORT, given)).verdicts, noun="point", holds="covered"
        )
        ratio = min(1.0, len(response) / sum(map(len, texts)))
        details = {**covered.details, "coverage": covered.value, "length_ratio": ratio}
        if not self.length_penalty:
            return Score(covered.value, covered.reason, details)
        first, *rest = covered.reason.split("\n")
        reason = "\n".join([f"{first}, at {ratio:.0%} of the length", *rest])
        return Score(float(covered) * (1 - self.coeff * ratio), reason, details)
