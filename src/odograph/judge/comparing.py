"""What judges share that compare texts and understand none: answers as formulas over likeness."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping, Sequence
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
from odograph.judge.coverage import Coverage
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

__all__ = ("ComparingJudge",)

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)
_Answer = Callable[["ComparingJudge", Any], Coroutine[Any, Any, BaseModel]]
_NOTHING = Coverage(False, 0.0, "there is no context")


class ComparingJudge(ABC):
    """Base of the judges that compare; a subclass says how alike texts are.

    Attributes:
        relevance: how alike a passage and its question must be.
    """

    relevance: float
    by: ClassVar[str]
    """Begins every reason: `lexical`."""

    @abstractmethod
    async def cover(self, claims: Sequence[str], texts: Sequence[str]) -> list[list[Coverage]]:
        """Hold each claim against each text: a row for each claim."""

    @abstractmethod
    async def likeness(self, question: str, passages: Sequence[str]) -> list[float]:
        """How alike each passage is to the question, from 0 to 1."""

    async def __call__(self, task: JudgeTask[In, Out], input: In, /) -> Out:  # noqa: A002
        """Answer a task by its input and output models, whatever its instruction says.

        Raises:
            InputError: comparing cannot answer it.
        """
        self.note()
        for output, answer in _ANSWERS.get(task.input, {}).items():
            if issubclass(output, task.output):
                return cast("Out", await answer(self, input))
        asked = f"{task.input.__name__} -> {task.output.__name__}"
        raise InputError.of(f"the {self.by} judge cannot answer such a task: give a model", asked)

    def note(self) -> None:
        """Note what an answer takes: here the usage is unknown, as of a model of embeddings."""
        note_call(None)

    async def best(self, claims: Sequence[str], texts: Sequence[str]) -> list[Coverage]:
        """Hold each claim against the texts that are not blank; tell how the best stands to it."""
        rows = await self.cover(claims, [text for text in texts if text.strip()])
        return [max(row, default=_NOTHING) for row in rows]

    def verdict(self, index: int, yes: bool, reason: str) -> Verdict:
        """Write a verdict that says by what it was reached."""
        told = f"{self.by}: {reason}"
        return Verdict(index=index, reason=told, verdict="yes" if yes else "no")

    async def supports(self, claims: Sequence[str], texts: Sequence[str]) -> list[Verdict]:
        """Judge each claim by the text that supports it best."""
        found = await self.best(claims, texts)
        return [self.verdict(i, one.supported, one.reason) for i, one in enumerate(found)]


async def _support(judge: ComparingJudge, given: Claims) -> Verdicts:
    return Verdicts(verdicts=await judge.supports(given.claims, given.contexts))


async def _both_ways(judge: ComparingJudge, given: ClaimSets) -> CrossVerdicts:
    return CrossVerdicts(
        answer=await judge.supports(given.answer, given.reference),
        reference=await judge.supports(given.reference, given.answer),
    )


async def _where(judge: ComparingJudge, given: Claims) -> Sources:
    rows = await judge.cover(given.claims, given.contexts)
    found = [[number for number, one in enumerate(row) if one.supported] for row in rows]
    return Sources(claims=[ClaimSources(index=i, contexts=at) for i, at in enumerate(found)])


async def _judged_claims(judge: ComparingJudge, given: Evidence) -> JudgedClaims:
    claims = claims_of(given.answer)
    verdicts = await judge.supports(claims, given.contexts)
    return JudgedClaims(
        claims=[
            JudgedClaim(claim=claim, reason=one.reason, verdict=one.verdict)
            for claim, one in zip(claims, verdicts, strict=True)
        ]
    )


async def _usefulness(judge: ComparingJudge, given: Evidence) -> Verdicts:
    """A context is useful if it supports a claim of the answer."""
    claims = claims_of(given.answer)
    rows = await judge.cover(claims, given.contexts)
    nothing = Coverage(False, 0.0, "the answer claims nothing")
    best = [max((row[i] for row in rows), default=nothing) for i in range(len(given.contexts))]
    return Verdicts(
        verdicts=[judge.verdict(i, one.supported, one.reason) for i, one in enumerate(best)]
    )


async def _relevance(judge: ComparingJudge, given: Passages) -> Verdicts:
    shares = await judge.likeness(given.question, given.passages)
    return Verdicts(
        verdicts=[
            judge.verdict(i, share >= judge.relevance, f"{share:.0%} like the question")
            for i, share in enumerate(shares)
        ]
    )


async def _groundedness(judge: ComparingJudge, given: Evidence) -> Grade:
    claims = claims_of(given.answer)
    held = sum(one.supported for one in await judge.best(claims, given.contexts))
    whole = bool(claims) and held == len(claims)
    reason = f"{judge.by}: {held} of {len(claims)} claims are in the contexts"
    return Grade(reason=reason, grade=2 if whole else min(held, 1))


async def _grade(judge: ComparingJudge, given: AnswerPair) -> Grade:
    """By the claims of the reference, in even grades; without one, by likeness to the question."""
    if not given.reference:
        [share] = await judge.likeness(given.question, [given.answer])
        share = 0.0 if is_noncommittal(given.answer) else share
        return Grade(reason=f"{judge.by}: {share:.0%} like the question", grade=int(share * 4))
    claims = claims_of(given.reference)
    held = sum(one.supported for one in await judge.best(claims, [given.answer]))
    reason = f"{judge.by}: {held} of {len(claims)} claims of the reference"
    return Grade(reason=reason, grade=4 if claims and held == len(claims) else 2 * min(held, 1))


async def _split(_: ComparingJudge, given: Texts) -> ClaimLists:
    lists = [TextClaims(index=i, claims=claims_of(text)) for i, text in enumerate(given.texts)]
    return ClaimLists(texts=lists)


async def _questions(_: ComparingJudge, given: QuestionsWanted) -> Questions:
    """Comparing cannot ask: the answer stands for the question that it answers."""
    noncommittal = is_noncommittal(given.answer)
    return Questions(questions=[given.answer] * given.number, noncommittal=noncommittal)


async def _entities(_: ComparingJudge, given: EntityTexts) -> EntityLists:
    lists = [TextEntities(index=i, entities=names_of(text)) for i, text in enumerate(given.texts)]
    return EntityLists(texts=lists)


async def _points(_: ComparingJudge, given: Source) -> KeyPoints:
    return KeyPoints(points=[claim for text in given.texts for claim in claims_of(text)])


_ANSWERS: Mapping[type[BaseModel], Mapping[type[BaseModel], _Answer]] = {
    Texts: {ClaimLists: _split},
    Claims: {Verdicts: _support, Sources: _where},
    ClaimSets: {CrossVerdicts: _both_ways},
    Evidence: {JudgedClaims: _judged_claims, Verdicts: _usefulness, Grade: _groundedness},
    Passages: {Verdicts: _relevance},
    QuestionsWanted: {Questions: _questions},
    AnswerPair: {Grade: _grade},
    EntityTexts: {EntityLists: _entities},
    Source: {KeyPoints: _points},
}
