"""A judge that compares words: no model, no network, the same answer every time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from odograph.errors import InputError
from odograph.judge.comparing import ComparingJudge
from odograph.judge.coverage import Coverage, Source, overlap
from odograph.judge.spend import note_call
from odograph.judge.words import words_of
from odograph.trace.usage import Usage

__all__ = ("LexicalJudge",)


@dataclass(frozen=True)
class LexicalJudge(ComparingJudge):
    """Answers by the words that texts share.

    It is lexical: it knows no synonyms and draws no conclusions, and its reasons and every score
    from it say so. A claim is supported if, in one of the contexts, at least `threshold` of its
    content words and all of its numbers occur, and the sentence that is nearest to it is negated as
    it is. A passage is relevant if it holds at least `relevance` of the question's content words. A
    task is answered by its input and output models, whatever its instruction says; tasks that words
    cannot answer (goals, courses, rubrics) are refused.

    Attributes:
        threshold: share of the content words of a claim, above 0 and at most 1.
        relevance: share of the content words of a question, above 0 and at most 1.

    Raises:
        InputError: a threshold outside its range.
    """

    threshold: float = 0.75
    relevance: float = 0.5

    by: ClassVar = "lexical"
    lexical: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name in ("threshold", "relevance"):
            value: float = getattr(self, name)
            if not 0 < value <= 1:
                raise InputError.of(f"{name} must be above 0 and at most 1", value)

    def note(self) -> None:
        """Note an answer that takes nothing."""
        note_call(Usage(cost=0.0), lexical=True)

    async def cover(self, claims: Sequence[str], texts: Sequence[str]) -> list[list[Coverage]]:
        """Hold each claim against each text, by content words, numbers and negation."""
        sources = [Source.of(text) for text in texts]
        taken = [words_of(claim) for claim in claims]
        return [[source.cover(words, self.threshold) for source in sources] for words in taken]

    async def likeness(self, question: str, passages: Sequence[str]) -> list[float]:
        """Share of the question's content words and numbers that each passage holds."""
        return [overlap(question, passage) for passage in passages]
