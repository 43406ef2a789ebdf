"""A judge that compares words: no model, no network, the same answer every time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

from pydantic import BaseModel

from odograph.errors import InputError
from odograph.judge.answers import (
    AnswerPair,
    EntityLists,
    EntityTexts,
    Grade,
    Questions,
    QuestionsWanted,
    TextEntities,
)
from odograph.judge.claims import (
    ClaimLists,
    Claims,
    ClaimSets,
    CrossVerdicts,
    TextClaims,
    Texts,
)
from odograph.judge.coverage import Source as Words
from odograph.judge.coverage import best_coverage, overlap
from odograph.judge.evidence import (
    ClaimSources,
    Evidence,
    JudgedClaim,
    JudgedClaims,
    Passages,
    Sources,
)
from odograph.judge.names import names_of
from odograph.judge.sentences import claims_of, is_noncommittal
from odograph.judge.spend import note_call
from odograph.judge.summaries import KeyPoints, Source
from odograph.judge.task import JudgeTask
from odograph.judge.verdicts import Verdict, Verdicts
from odograph.trace.usage import Usage

__all__ = ("LexicalJudge",)

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)
_Handler = Callable[["LexicalJudge", Any], BaseModel]


@dataclass(frozen=True)
class LexicalJudge:
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

    lexical: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name in ("threshold", "relevance"):
            value: float = getattr(self, name)
            if not 0 < value <= 1:
                raise InputError.of(f"{name} must be above 0 and at most 1", value)

    async def __call__(self, task: JudgeTask[In, Out], input: In, /) -> Out:  # noqa: A002
        """Answer a task.

        Raises:
            InputError: words cannot answer it.
        """
        note_call(Usage(cost=0.0), lexical=True)
        answered = _ANSWERS.get(task.input, {})
        for output, handler in answered.items():
            if issubclass(output, task.output):
                return cast("Out", handler(self, input))
        asked = f"{task.input.__name__} -> {task.output.__name__}"
        raise InputError.of("the lexical judge cannot answer such a task: give a model", asked)

    def _verdict(self, index: int, claim: str, sources: Sequence[Words]) -> Verdict:
        found = best_coverage(claim, sources, self.threshold)
        return _told(index, found.supported, found.reason)

    def _support(self, given: Claims) -> Verdicts:
        sources = _sources(given.contexts)
        return Verdicts(
            verdicts=[self._verdict(i, one, sources) for i, one in enumerate(given.claims)]
        )

    def _both_ways(self, given: ClaimSets) -> CrossVerdicts:
        answer, reference = _sources(given.answer), _sources(given.reference)
        return CrossVerdicts(
            answer=[self._verdict(i, one, reference) for i, one in enumerate(given.answer)],
            reference=[self._verdict(i, one, answer) for i, one in enumerate(given.reference)],
        )

    def _where(self, given: Claims) -> Sources:
        sources = [Words.of(text) for text in given.contexts]
        return Sources(
            claims=[
                ClaimSources(
                    index=index,
                    contexts=[
                        number
                        for number, source in enumerate(sources)
                        if best_coverage(claim, [source], self.threshold).supported
                    ],
                )
                for index, claim in enumerate(given.claims)
            ]
        )

    def _judged_claims(self, given: Evidence) -> JudgedClaims:
        sources = _sources(given.contexts)
        judged: list[JudgedClaim] = []
        for index, claim in enumerate(claims_of(given.answer)):
            verdict = self._verdict(index, claim, sources)
            judged.append(JudgedClaim(claim=claim, reason=verdict.reason, verdict=verdict.verdict))
        return JudgedClaims(claims=judged)

    def _usefulness(self, given: Evidence) -> Verdicts:
        """A context is useful if it supports a claim of the answer."""
        claims = claims_of(given.answer)
        verdicts: list[Verdict] = []
        for index, text in enumerate(given.contexts):
            source = [Words.of(text)]
            found = [best_coverage(claim, source, self.threshold) for claim in claims]
            best = max(found, default=None)
            reason = "the answer claims nothing" if best is None else best.reason
            verdicts.append(_told(index, best is not None and best.supported, reason))
        return Verdicts(verdicts=verdicts)

    def _relevance(self, given: Passages) -> Verdicts:
        verdicts: list[Verdict] = []
        for index, passage in enumerate(given.passages):
            share = overlap(given.question, passage)
            reason = f"{share:.0%} of the question's content words"
            verdicts.append(_told(index, share >= self.relevance, reason))
        return Verdicts(verdicts=verdicts)

    def _groundedness(self, given: Evidence) -> Grade:
        claims = self._judged_claims(given).claims
        held = sum(one.verdict == "yes" for one in claims)
        whole = bool(claims) and held == len(claims)
        reason = f"lexical: {held} of {len(claims)} claims are in the contexts"
        return Grade(reason=reason, grade=2 if whole else min(held, 1))

    def _grade(self, given: AnswerPair) -> Grade:
        """By the claims of the reference, in even grades; without one, by the question's words."""
        if not given.reference:
            share = 0.0 if is_noncommittal(given.answer) else overlap(given.question, given.answer)
            reason = f"lexical: {share:.0%} of the question's content words"
            return Grade(reason=reason, grade=int(share * 4))
        claims, source = claims_of(given.reference), _sources([given.answer])
        held = sum(best_coverage(one, source, self.threshold).supported for one in claims)
        reason = f"lexical: {held} of {len(claims)} claims of the reference"
        return Grade(reason=reason, grade=4 if claims and held == len(claims) else 2 * min(held, 1))


def _told(index: int, yes: bool, reason: str) -> Verdict:
    return Verdict(index=index, reason=f"lexical: {reason}", verdict="yes" if yes else "no")


def _sources(texts: Sequence[str]) -> list[Words]:
    return [Words.of(text) for text in texts if text.strip()]


def _split(judge: LexicalJudge, given: Texts) -> ClaimLists:
    del judge
    lists = [TextClaims(index=i, claims=claims_of(text)) for i, text in enumerate(given.texts)]
    return ClaimLists(texts=lists)


def _questions(judge: LexicalJudge, given: QuestionsWanted) -> Questions:
    """Words cannot ask: the answer stands for the question that it answers."""
    del judge
    noncommittal = is_noncommittal(given.answer)
    return Questions(questions=[given.answer] * given.number, noncommittal=noncommittal)


def _entities(judge: LexicalJudge, given: EntityTexts) -> EntityLists:
    del judge
    lists = [TextEntities(index=i, entities=names_of(text)) for i, text in enumerate(given.texts)]
    return EntityLists(texts=lists)


def _points(judge: LexicalJudge, given: Source) -> KeyPoints:
    del judge
    return KeyPoints(points=[claim for text in given.texts for claim in claims_of(text)])


# by the models of a task, so that a task with another instruction is answered too
# pyright: reportPrivateUsage=false
_ANSWERS: Mapping[type[BaseModel], Mapping[type[BaseModel], _Handler]] = {
    Texts: {ClaimLists: _split},
    Claims: {Verdicts: LexicalJudge._support, Sources: LexicalJudge._where},
    ClaimSets: {CrossVerdicts: LexicalJudge._both_ways},
    Evidence: {
        JudgedClaims: LexicalJudge._judged_claims,
        Verdicts: LexicalJudge._usefulness,
        Grade: LexicalJudge._groundedness,
    },
    Passages: {Verdicts: LexicalJudge._relevance},
    QuestionsWanted: {Questions: _questions},
    AnswerPair: {Grade: LexicalJudge._grade},
    EntityTexts: {EntityLists: _entities},
    Source: {KeyPoints: _points},
}
