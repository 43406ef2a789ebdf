"""Judged metrics, judges and samples for tests of the runner."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from odograph import Score, SingleTurnSample
from odograph.judge import CLAIM_SUPPORT, Claims, Verdict, Verdicts
from odograph.judge.asking import AskedJudge
from odograph.metrics.judged import JudgedMetric
from odograph.trace import Sample

__all__ = ("Playing", "Supported", "Twice", "answers", "yes")


@dataclass(frozen=True, repr=False)
class Supported(JudgedMetric):
    """Share of the response's lines that the judge says the contexts support: one call."""

    needs: ClassVar = ("response",)
    puts: ClassVar = (CLAIM_SUPPORT,)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        claims = (sample.response or "").splitlines()
        given = Claims(claims=claims, contexts=list(sample.retrieved_contexts or ()))
        verdicts = (await judge(CLAIM_SUPPORT, given)).verdicts
        supported = sum(one.verdict == "yes" for one in verdicts)
        return Score(supported / len(claims), f"{supported} of {len(claims)} lines")


@dataclass(frozen=True, repr=False)
class Twice(Supported):
    """Asks two questions, one after the other."""

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        await judge(CLAIM_SUPPORT, Claims(claims=["first"], contexts=[sample.response or ""]))
        return await super()._ameasure(sample, judge)


def yes(given: Claims) -> Verdicts:
    """A right answer: every claim is supported."""
    verdicts = [Verdict(index=i, reason="", verdict="yes") for i in range(len(given.claims))]
    return Verdicts(verdicts=verdicts)


@dataclass(frozen=True)
class Playing:
    """A judge that answers by a function, and keeps what it was asked and how many at once."""

    play: Callable[[Claims], Any] = yes
    latency: float = 0.0
    name: str = "player"
    asked: list[Claims] = field(default_factory=list[Claims], repr=False, compare=False)
    at_once: list[int] = field(default_factory=lambda: [0, 0], repr=False, compare=False)

    @property
    def identity(self) -> str:
        return self.name

    async def __call__(self, task: Any, given: Any, /) -> Any:
        self.asked.append(given)
        self.at_once[0] += 1
        self.at_once[1] = max(self.at_once)
        try:
            await asyncio.sleep(self.latency)
            return self.play(given)
        finally:
            self.at_once[0] -= 1


def answers(count: int, text: str = "answer") -> list[SingleTurnSample]:
    """Samples with different responses, each a case of its own."""
    return [
        SingleTurnSample(
            user_input="q",
            response=f"{text} {i}",
            retrieved_contexts=["c"],
            case_id=str(i),
            metadata={"tier": "gold" if i % 2 else "free"},
        )
        for i in range(count)
    ]
