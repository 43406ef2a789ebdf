"""How alike an answer and the right answer are."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.errors import InputError
from odograph.judge.asking import AskedJudge
from odograph.metrics.embedded import EmbeddedMetric
from odograph.metrics.rag.texts import response_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("SemanticSimilarity",)


@dataclass(frozen=True, repr=False)
class SemanticSimilarity(EmbeddedMetric):
    """Cosine of response and reference, in [0, 1]: a negative cosine is 0, equal texts are 1.

    No judge is asked. A text without words is unscored. With a threshold the value is the verdict
    that the cosine reaches it. Defined here.

    Attributes:
        threshold: in [0, 1]; None for the cosine itself.
    """

    threshold: float | None = None

    needs: ClassVar = ("response", "reference")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise InputError.of("threshold must be in [0, 1]", self.threshold)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        del judge
        response, reference = response_of(sample), (sample.reference or "").strip()
        if not response or not reference:
            empty = "response" if reference else "reference"
            return Score.unscored("agent" if reference else "data", f"the {empty} is empty")
        [found] = await self._similarities(reference, [response])
        if response == reference:
            found = 1.0
        if found is None:
            return Score.unscored("data", "a text has no words to compare")
        details = {"similarity": found, "compared_by": self._by}
        reason = f"similarity {found:.3f}, by {self._by}"
        if self.threshold is None:
            return Score(found, reason, details)
        return Score(found >= self.threshold, f"{reason}, threshold {self.threshold}", details)
