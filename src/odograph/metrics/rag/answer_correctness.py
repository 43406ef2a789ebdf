"""Whether an answer is right: its claims, and its likeness to the right answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge
from odograph.judge.claims import CROSS_SUPPORT, SPLIT_CLAIMS
from odograph.metrics.embedded import EmbeddedMetric
from odograph.metrics.rag.claim_pair import ClaimPair
from odograph.metrics.rag.texts import question_of, response_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("AnswerCorrectness",)


@dataclass(frozen=True, repr=False)
class AnswerCorrectness(EmbeddedMetric):
    """Weighted mean of the F of claims and of similarity to the reference, in [0, 1]. Two calls.

    The F is that of `FactualCorrectness`: a response without claims has F 0. Similarity is the
    cosine of the two texts, at least 0. An empty response is 0, without asking; a reference without
    claims is unscored. After ragas' measure of this name.

    Attributes:
        weights: of the F of claims and of similarity; not negative, not both 0. A part of weight 0
            is not computed.
        beta: weight of recall in F, above 0.
    """

    weights: Sequence[float] = (0.75, 0.25)
    beta: float = 1.0

    needs: ClassVar = ("response", "reference")
    puts: ClassVar = (SPLIT_CLAIMS, CROSS_SUPPORT)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "weights", tuple(self.weights))
        if (
            len(self.weights) != 2
            or not all(isfinite(one) and one >= 0 for one in self.weights)
            or not sum(self.weights)
        ):
            raise InputError.of("weights must be two numbers, not negative", self.weights)
        if not (self.beta > 0 and isfinite(self.beta)):
            raise InputError.of("beta must be a finite number above 0", self.beta)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        response, reference = response_of(sample), (sample.reference or "").strip()
        if not reference:
            return Score.unscored("data", "the reference is empty")
        if not response:
            return Score(0.0, "the response is empty")
        claims, likeness = self.weights
        total, said, lines = 0.0, list[str](), list[str]()
        details: dict[str, Any] = {}
        if claims:
            pair = await ClaimPair.judged(
                judge, question=question_of(sample), answer=response, reference=reference
            )
            if not pair.reference:
                return Score.unscored("data", "the reference claims nothing", **pair.details)
            factual = pair.f(self.beta) or 0.0
            total += claims * factual
            said.append(f"F of claims {factual:.3f}")
            lines, details = pair.lines, {**pair.details, "factual": factual}
        if likeness:
            [found] = await self._similarities(reference, [response])
            total += likeness * (found or 0.0)
            said.append(f"similarity {found or 0.0:.3f} by {self._by}")
            details |= {"similarity": found, "compared_by": self._by}
        value = total / (claims + likeness)
        return Score(value, "\n".join([", ".join(said), *lines]), details)
