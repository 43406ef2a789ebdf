"""What measures of overlapping n-grams share: a text to compare with, and a perfect 1."""

from collections.abc import Callable

from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("score_overlap",)

# what the libraries' sums of logarithms miss a perfect score by is far below this
_DIGITS = 12


def score_overlap(name: str, sample: Sample, measure: Callable[[str, str], float]) -> Score:
    """Score response against reference by a measure from 0 to 1.

    An empty reference says nothing: unscored. An empty response has nothing of it: 0.
    """
    response, reference = sample.response or "", sample.reference or ""
    if not reference.strip():
        return Score.unscored("data", "the reference is empty")
    if not response.strip():
        return Score(0.0, "the response is empty")
    value = min(round(measure(response, reference), _DIGITS), 1.0)
    return Score(value, f"{name} {value:.3f} over the whole text")
