"""BLEU of an answer against its reference."""

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from odograph._extras import require
from odograph.metrics.metric import Metric, check_one_of
from odograph.metrics.score import Score
from odograph.metrics.text.overlap import score_overlap
from odograph.metrics.text.tokens import is_spaced, words_of
from odograph.trace import Sample

__all__ = ("BleuScore",)

Tokenizer = Literal["auto", "13a", "intl", "char", "zh", "none"]


@dataclass(frozen=True, repr=False)
class BleuScore(Metric):
    """Sentence BLEU of the whole response against the whole reference, 0 to 1.

    The geometric mean of the precisions of 1- to 4-grams (of as many as the text has), smoothed
    exponentially, times the brevity penalty. Source: K. Papineni et al., BLEU (2002); M. Post, A
    call for clarity in reporting BLEU scores (2018). By sacrebleu, in the extra `text`.

    Attributes:
        tokenize: one of sacrebleu's, or `auto`: `13a`, and for scripts without spaces (Chinese,
            Japanese, Thai, ...) a token for each of their characters.

    Raises:
        InputError: an unknown tokenizer.
        MissingExtraError: sacrebleu is not installed, when it scores.
    """

    tokenize: Tokenizer = "auto"

    needs: ClassVar = ("response", "reference")

    def __post_init__(self) -> None:
        check_one_of(Tokenizer, self.tokenize, "tokenize")

    def _measure(self, sample: Sample) -> Score:
        return score_overlap("BLEU", sample, self._bleu)

    def _bleu(self, response: str, reference: str) -> float:
        tokenize = self.tokenize
        if tokenize == "auto":
            if is_spaced(response) and is_spaced(reference):
                tokenize = "13a"
            else:
                tokenize = "none"
                response, reference = (
                    " ".join(words_of(text, marks=True)) for text in (response, reference)
                )
        score: float = _engine(tokenize).sentence_score(response, [reference]).score
        return score / 100


@cache
def _engine(tokenize: str) -> Any:
    library: Any = require("sacrebleu.metrics.bleu", extra="text")
    return library.BLEU(tokenize=tokenize, effective_order=True)
