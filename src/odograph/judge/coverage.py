"""How far texts hold the words of a claim: content, numbers and negation apart."""

from collections.abc import Sequence
from dataclasses import dataclass

from odograph.judge.sentences import sentences_of
from odograph.judge.words import Words, words_of

__all__ = ("Coverage", "Source", "overlap")


@dataclass(frozen=True, slots=True, order=True)
class Coverage:
    """How one source stands to one claim.

    Attributes:
        supported: enough words, all numbers, and no contrary negation.
        share: of the claim's content words and numbers that the source holds.
        reason: what is missing.
    """

    supported: bool
    share: float
    reason: str


@dataclass(frozen=True)
class Source:
    """A text as its words, whole and by sentence."""

    whole: Words
    sentences: Sequence[Words]

    @classmethod
    def of(cls, text: str) -> "Source":
        """Take a text apart."""
        return cls(words_of(text), [words_of(one) for one in sentences_of(text)])

    def cover(self, claim: Words, threshold: float) -> Coverage:
        """Hold a claim against the text."""
        wanted = len(claim.content) + len(claim.numbers)
        if not wanted:
            return Coverage(False, 0.0, "the claim has no content words")
        missing = sorted(claim.spelled[stem] for stem in claim.content - self.whole.content)
        numbers = sorted(claim.numbers - self.whole.numbers)
        covered = len(claim.content) - len(missing)
        share = 1 - (len(missing) + len(numbers)) / wanted
        reason = f"{covered} of {len(claim.content)} content words are in a context"
        if missing:
            reason += f", not: {', '.join(missing)}"
        if numbers:
            return Coverage(False, share, f"{reason}; no such number: {', '.join(numbers)}")
        if self._nearest(claim).negated != claim.negated:
            return Coverage(False, share, f"{reason}; the nearest sentence is negated otherwise")
        enough = not claim.content or covered / len(claim.content) >= threshold
        return Coverage(enough, share, reason)

    def _nearest(self, claim: Words) -> Words:
        """Return the sentence that shares most with a claim, the first of several."""

        def shared(one: Words) -> int:
            return len(one.content & claim.content) + len(one.numbers & claim.numbers)

        return max(self.sentences, key=shared, default=self.whole)


def overlap(wanted: str, text: str) -> float:
    """Share of the content words and numbers of one text that another holds; 0 without any."""
    one, other = words_of(wanted), words_of(text)
    number = len(one.content) + len(one.numbers)
    shared = len(one.content & other.content) + len(one.numbers & other.numbers)
    return shared / number if number else 0.0
