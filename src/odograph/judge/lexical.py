"""A judge that compares words: no model, no network, the same answer every time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from odograph.errors import InputError
from odograph.judge.claims import Claims, ClaimVerdict, ClaimVerdicts
from odograph.judge.task import JudgeTask
from odograph.judge.words import Words, sentences_of, words_of

__all__ = ("LexicalJudge",)

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


@dataclass(frozen=True)
class LexicalJudge:
    """Answers claim support by the share of a claim's content words that a context holds.

    It is lexical: it knows no synonyms and draws no conclusions, and its reasons say so. A claim is
    supported if, in one of the contexts, at least `threshold` of its content words and all of its
    numbers occur, and the sentence that is nearest to it is negated as it is. Tasks with the input
    and output models of `CLAIM_SUPPORT` are answered, whatever their instruction says.

    Attributes:
        threshold: share of the content words, above 0 and at most 1.

    Raises:
        InputError: a threshold outside its range.
    """

    threshold: float = 0.75

    def __post_init__(self) -> None:
        if not 0 < self.threshold <= 1:
            raise InputError.of("threshold must be above 0 and at most 1", self.threshold)

    async def __call__(self, task: JudgeTask[In, Out], input: In, /) -> Out:  # noqa: A002
        """Answer a task of claim support.

        Raises:
            InputError: the task is another.
        """
        given: Any = input
        if not isinstance(given, Claims) or not issubclass(ClaimVerdicts, task.output):
            rule = "the lexical judge answers only claim support (Claims -> ClaimVerdicts)"
            raise InputError.of(rule, f"{task.input.__name__} -> {task.output.__name__}")
        sources = [_Source.of(text) for text in given.contexts if text.strip()]
        verdicts = [self._verdict(i, words_of(one), sources) for i, one in enumerate(given.claims)]
        return cast("Out", ClaimVerdicts(verdicts=verdicts))

    def _verdict(self, index: int, claim: Words, sources: "Sequence[_Source]") -> ClaimVerdict:
        found = [self._against(claim, source) for source in sources]
        best = max(found, default=(False, 0.0, "there is no context"))
        supported, _, reason = best
        return ClaimVerdict(index=index, reason=f"lexical: {reason}", supported=supported)

    def _against(self, claim: Words, source: "_Source") -> tuple[bool, float, str]:
        """Return the verdict by one context, how near it is, and the reason."""
        said = len(claim.content) + len(claim.numbers)
        if not said:
            return False, 0.0, "the claim has no content words"
        missing = sorted(claim.content - source.whole.content)
        numbers = sorted(claim.numbers - source.whole.numbers)
        covered = len(claim.content) - len(missing)
        share = covered / len(claim.content) if claim.content else 1.0
        reason = f"{covered} of {len(claim.content)} content words are in a context"
        if missing:
            reason += f", not: {', '.join(missing)}"
        if numbers:
            return False, share, f"{reason}; no such number: {', '.join(numbers)}"
        if source.nearest(claim).negated != claim.negated:
            return False, share, f"{reason}; the nearest sentence is negated otherwise"
        return share >= self.threshold, share, reason


@dataclass(frozen=True)
class _Source:
    whole: Words
    sentences: Sequence[Words]

    @classmethod
    def of(cls, text: str) -> "_Source":
        return cls(words_of(text), [words_of(one) for one in sentences_of(text)])

    def nearest(self, claim: Words) -> Words:
        """Return the sentence that shares most with a claim, the first of several."""

        def shared(one: Words) -> int:
            return len(one.content & claim.content) + len(one.numbers & claim.numbers)

        return max(self.sentences, key=shared)
