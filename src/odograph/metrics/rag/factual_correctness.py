"""Whether an answer says what the right answer says, claim by claim."""

from dataclasses import dataclass
from math import isfinite
from typing import ClassVar, Literal

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge
from odograph.judge.claims import CROSS_SUPPORT, SPLIT_CLAIMS
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.metric import check_one_of
from odograph.metrics.rag.claim_pair import ClaimPair
from odograph.metrics.rag.texts import question_of, response_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("FactualCorrectness",)

Mode = Literal["precision", "recall", "f1"]


@dataclass(frozen=True, repr=False)
class FactualCorrectness(JudgedMetric):
    """Precision, recall or F of the response's claims against the reference's, in [0, 1].

    Precision: claims of the response that the reference supports, of the response's claims. Recall:
    claims of the reference that the response supports, of the reference's claims: each over its own
    set. `f1` is their harmonic mean, weighted by `beta` (above 1 favours recall). A response
    without claims has recall and F of 0 and no precision; a reference without claims is unscored.
    Two calls.

    Attributes:
        beta: weight of recall in `f1`, above 0.
    """

    mode: Mode = "f1"
    beta: float = 1.0

    needs: ClassVar = ("response", "reference")
    puts: ClassVar = (SPLIT_CLAIMS, CROSS_SUPPORT)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_one_of(Mode, self.mode, "mode")
        if not (self.beta > 0 and isfinite(self.beta)):
            raise InputError.of("beta must be a finite number above 0", self.beta)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        pair = await ClaimPair.judged(
            judge,
            question=question_of(sample),
            answer=response_of(sample),
            reference=sample.reference or "",
        )
        if not pair.reference:
            return Score.unscored("data", "the reference claims nothing", **pair.details)
        value = {"precision": pair.precision, "recall": pair.recall, "f1": pair.f(self.beta)}[
            self.mode
        ]
        if value is None:
            return Score.unscored("data", "the response claims nothing", **pair.details)
        right = sum(one.verdict == "yes" for one in pair.answer_verdicts)
        covered = sum(one.verdict == "yes" for one in pair.reference_verdicts)
        tally = f"{right} of {len(pair.answer)} claims right"
        tally += f", {covered} of {len(pair.reference)} of the reference covered"
        return Score(value, "\n".join([tally, *pair.lines]), pair.details)
