"""An answer and a reference held against each other, claim by claim."""

from dataclasses import dataclass
from typing import Any

from odograph.judge.asking import AskedJudge
from odograph.judge.claims import CROSS_SUPPORT, SPLIT_CLAIMS, ClaimSets, Texts
from odograph.judge.verdicts import Verdict
from odograph.metrics.rag.tally import lines_of, told_of

__all__ = ("ClaimPair",)


@dataclass(frozen=True)
class ClaimPair:
    """Claims of both texts, and whether the other text supports them.

    Without claims on one side, no claim of the other is supported.
    """

    answer: list[str]
    reference: list[str]
    answer_verdicts: list[Verdict]
    reference_verdicts: list[Verdict]

    @classmethod
    async def judged(
        cls, judge: AskedJudge, *, question: str, answer: str, reference: str
    ) -> "ClaimPair":
        """Ask for the claims of both texts, then for the verdicts both ways: at most two calls."""
        texts = Texts(question=question, texts=[answer, reference])
        mine, other = [one.claims for one in (await judge(SPLIT_CLAIMS, texts)).texts]
        if mine and other:
            verdicts = await judge(CROSS_SUPPORT, ClaimSets(answer=mine, reference=other))
            return cls(mine, other, verdicts.answer, verdicts.reference)
        alone = [
            [Verdict(index=i, reason="the other text claims nothing", verdict="no") for i in at]
            for at in (range(len(mine)), range(len(other)))
        ]
        return cls(mine, other, *alone)

    @property
    def precision(self) -> float | None:
        """Share of the answer's claims that the reference supports; None where it has none."""
        return _share(self.answer_verdicts)

    @property
    def recall(self) -> float | None:
        """Share of the reference's claims that the answer supports; None where it has none."""
        return _share(self.reference_verdicts)

    def f(self, beta: float) -> float | None:
        """Weighted harmonic mean of both; 0 where one side claims nothing; None where both do."""
        precision, recall = self.precision, self.recall
        if precision is None and recall is None:
            return None
        if not precision or not recall:
            return 0.0
        square = beta * beta
        return (1 + square) * precision * recall / (square * precision + recall)

    @property
    def lines(self) -> list[str]:
        """One line for each claim without support."""
        return [
            *(f"answer: {line}" for line in lines_of(self.answer, self.answer_verdicts)),
            *(f"reference: {line}" for line in lines_of(self.reference, self.reference_verdicts)),
        ]

    @property
    def details(self) -> dict[str, Any]:
        """All claims and verdicts, as JSON values."""
        every = [*self.answer_verdicts, *self.reference_verdicts]
        return {
            "precision": self.precision,
            "recall": self.recall,
            "undetermined": sum(one.verdict == "undetermined" for one in every),
            "answer_claims": told_of(self.answer, self.answer_verdicts, "claim"),
            "reference_claims": told_of(self.reference, self.reference_verdicts, "claim"),
        }


def _share(verdicts: list[Verdict]) -> float | None:
    if not verdicts:
        return None
    return sum(one.verdict == "yes" for one in verdicts) / len(verdicts)
