"""chrF of an answer against its reference."""

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from odograph._extras import require
from odograph.errors import InputError
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.metrics.text.overlap import score_overlap
from odograph.trace import Sample

__all__ = ("ChrfScore",)


@dataclass(frozen=True, repr=False)
class ChrfScore(Metric):
    """F-score of character n-grams, spaces left out, 0 to 1; fit for any language.

    Source: M. Popović, chrF: character n-gram F-score for automatic MT evaluation (2015). By
    sacrebleu, in the extra `text`.

    Attributes:
        char_order: the longest n-grams of characters.
        word_order: the longest n-grams of words beside them; 2 is chrF++.
        beta: recall weighs beta times as much as precision.

    Raises:
        InputError: an order or a weight out of range.
        MissingExtraError: sacrebleu is not installed, when it scores.
    """

    char_order: int = 6
    word_order: int = 0
    beta: int = 2

    needs: ClassVar = ("response", "reference")

    def __post_init__(self) -> None:
        for name, least in (("char_order", 1), ("word_order", 0), ("beta", 1)):
            value: Any = getattr(self, name)
            if type(value) is not int or value < least:
                raise InputError.of(f"{name} must be a whole number of at least {least}", value)

    def _measure(self, sample: Sample) -> Score:
        return score_overlap("chrF", sample, self._chrf)

    def _chrf(self, response: str, reference: str) -> float:
        engine = _engine(self.char_order, self.word_order, self.beta)
        score: float = engine.sentence_score(response, [reference]).score
        return score / 100


@cache
def _engine(char_order: int, word_order: int, beta: int) -> Any:
    library: Any = require("sacrebleu.metrics.chrf", extra="text")
    return library.CHRF(char_order=char_order, word_order=word_order, beta=beta)
