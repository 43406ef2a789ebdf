"""Whether an answer is, or contains, the reference text."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("ExactMatch", "StringPresence")


@dataclass(frozen=True, repr=False)
class ExactMatch(Metric):
    """Verdict: the response equals the reference, character by character. Defined here.

    For a recorded run the response is the text of its last AI message.
    """

    needs: ClassVar = ("response", "reference")

    def _measure(self, sample: Sample) -> Score:
        response, reference = sample.response or "", sample.reference or ""
        if response == reference:
            return Score(True, "the response is the reference")
        at = next(
            (i for i, (a, b) in enumerate(zip(response, reference, strict=False)) if a != b),
            min(len(response), len(reference)),
        )
        here, there = response[at : at + 20], reference[at : at + 20]
        return Score(False, f"differs at character {at + 1}: {here!r} != {there!r}", {"at": at})


@dataclass(frozen=True, repr=False)
class StringPresence(Metric):
    """Verdict: the response contains the reference, character by character. Defined here.

    An empty reference is in every text and says nothing: unscored.
    """

    needs: ClassVar = ("response", "reference")

    def _measure(self, sample: Sample) -> Score:
        response, reference = sample.response or "", sample.reference or ""
        if not reference:
            return Score.unscored("data", "the reference is empty")
        if reference in response:
            return Score(True, "the response contains the reference")
        shown = response if len(response) <= 100 else response[:97] + "..."
        return Score(False, f"{reference!r} is not in {shown!r}")
