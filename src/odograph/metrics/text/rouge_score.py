"""ROUGE of an answer against its reference."""

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from odograph._extras import require
from odograph.metrics.metric import Metric, check_one_of
from odograph.metrics.score import Score
from odograph.metrics.text.overlap import score_overlap
from odograph.metrics.text.tokens import words_of
from odograph.trace import Sample

__all__ = ("RougeScore",)

RougeType = Literal["rouge1", "rouge2", "rougeL"]
Mode = Literal["fmeasure", "precision", "recall"]


@dataclass(frozen=True, repr=False)
class RougeScore(Metric):
    """Words that response and reference have in common, 0 to 1.

    Words are compared in lower case and without punctuation; in scripts without spaces (Chinese,
    Japanese, Thai, ...) each character is a word. Source: C. Lin, ROUGE (2004). By rouge-score, in
    the extra `text`, with a tokenizer of our own: the library's knows only Latin letters.

    Attributes:
        rouge_type: `rouge1` and `rouge2` compare words and pairs of words, `rougeL` the longest
            common subsequence.
        mode: `recall` divides by the reference, `precision` by the response, `fmeasure` is their
            harmonic mean.

    Raises:
        InputError: an unknown type or mode.
        MissingExtraError: rouge-score is not installed, when it scores.
    """

    rouge_type: RougeType = "rougeL"
    mode: Mode = "fmeasure"

    needs: ClassVar = ("response", "reference")

    def __post_init__(self) -> None:
        check_one_of(RougeType, self.rouge_type, "rouge_type")
        check_one_of(Mode, self.mode, "mode")

    def _measure(self, sample: Sample) -> Score:
        words = 2 if self.rouge_type == "rouge2" else 1
        if len(words_of(sample.reference or "")) < words:
            return Score.unscored("data", f"the reference has fewer words than {self.rouge_type}")
        return score_overlap(f"{self.rouge_type} {self.mode}", sample, self._rouge)

    def _rouge(self, response: str, reference: str) -> float:
        score: float = getattr(
            _engine(self.rouge_type).score(reference, response)[self.rouge_type], self.mode
        )
        return score


class _Tokenizer:
    """In the form that the library asks for."""

    def tokenize(self, text: str) -> list[str]:
        return words_of(text.lower())


@cache
def _engine(rouge_type: str) -> Any:
    library: Any = require("rouge_score.rouge_scorer", extra="text")
    return library.RougeScorer([rouge_type], tokenizer=_Tokenizer())
