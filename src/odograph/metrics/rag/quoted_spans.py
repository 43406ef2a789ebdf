"""Whether what an answer quotes stands in its contexts."""

import re
from dataclasses import dataclass
from typing import ClassVar

from odograph.errors import InputError
from odograph.metrics.metric import Metric
from odograph.metrics.rag.texts import contexts_of
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import Sample

__all__ = ("QuotedSpans",)

# double marks only: an apostrophe is no quotation mark
_QUOTED = re.compile(
    r'"([^"]+)"|\u201c([^\u201c\u201d]+)\u201d|\u201e([^\u201c\u201d]+)[\u201c\u201d]'
    r"|\u00ab([^\u00ab\u00bb]+)\u00bb|\u300c([^\u300c\u300d]+)\u300d"
)


@dataclass(frozen=True, repr=False)
class QuotedSpans(Metric):
    """Share of the quoted spans of the response that stand in a context word for word, in [0, 1].

    No judge is asked. Spans in double quotation marks of any style count from `min_words` words on;
    spacing, and a full stop or comma before the closing mark, are not compared. A response that
    quotes nothing is unscored. Defined here.

    Attributes:
        min_words: at least 1; shorter spans are names rather than quotations.
        ignore_case: compare without regard to case.
    """

    min_words: int = 3
    ignore_case: bool = True

    needs: ClassVar = ("response", "retrieved_contexts")

    def __post_init__(self) -> None:
        if type(self.min_words) is not int or self.min_words < 1:
            raise InputError.of("min_words must be a whole number above 0", self.min_words)

    def _measure(self, sample: Sample) -> Score:
        spans = [
            next(filter(None, match.groups())) for match in _QUOTED.finditer(sample.response or "")
        ]
        spans = [span for span in spans if len(span.split()) >= self.min_words]
        if not spans:
            return Score.unscored("data", "the response quotes nothing")
        texts = [self._normal(text) for text in contexts_of(sample)]
        missing = [
            span
            for span in spans
            if not any(self._normal(span.strip().rstrip(".,;")) in text for text in texts)
        ]
        found = len(spans) - len(missing)
        lines = [f"{found} of {counted(len(spans), 'quoted span')} in the contexts"]
        lines += [f"not found: {span}" for span in missing]
        return Score(found / len(spans), "\n".join(lines), {"spans": spans, "missing": missing})

    def _normal(self, text: str) -> str:
        plain = " ".join(text.split())
        return plain.casefold() if self.ignore_case else plain
