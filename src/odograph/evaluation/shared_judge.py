"""A judge as one run uses it: within the limit, from the cache, and checked."""

import asyncio
import math
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from odograph.evaluation.cache import AnswerCache, identity_of
from odograph.judge import JudgeError, JudgeTask, note_kept
from odograph.trace.values import is_list, is_mapping

__all__ = ("SharedJudge",)

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


@dataclass(eq=False)
class SharedJudge:
    """Puts questions to a judge, at most so many at once as the run's limiter has places.

    With a cache, a question is asked once: an answer that is kept is given again, and a question
    that is being asked is not asked beside it. Only what passes the task's check is kept.

    Raises:
        InputError: there is a cache, and the judge has no identity.
    """

    judge: Any
    limiter: asyncio.Semaphore
    cache: AnswerCache | None = None
    _identity: str = field(init=False, default="")
    _asking: dict[str, asyncio.Future[None]] = field(
        init=False, default_factory=dict[str, asyncio.Future[None]]
    )

    def __post_init__(self) -> None:
        if self.cache is not None:
            self._identity = identity_of(self.judge)

    def __getattr__(self, name: str) -> Any:
        """Whatever else there is to know of the judge, it tells."""
        if name == "judge":  # not set yet: a copy is being made
            raise AttributeError(name)
        return getattr(self.judge, name)

    async def __call__(self, task: JudgeTask[In, Out], input: In, /) -> Out:  # noqa: A002
        """Answer one task about one input.

        Raises:
            JudgeError: the judge could not, or answered something else than it was asked.
        """
        if self.cache is None:
            return await self._ask(task, input)
        key = self.cache.key(self._identity, task, input)
        while key in self._asking:  # asked by another row at this moment
            await asyncio.wait([self._asking[key]])
        kept = self.cache.find(key, task.output)
        if kept is not None:
            note_kept()
            return cast("Out", kept)
        asked = self._asking[key] = asyncio.get_running_loop().create_future()
        try:
            answer = await self._ask(task, input)
            self.cache.keep(key, self._identity, answer)
        finally:
            del self._asking[key]
            asked.set_result(None)
        return answer

    async def _ask(self, task: JudgeTask[In, Out], given: In) -> Out:
        async with self.limiter:
            answer: Any = await self.judge(task, given)
        if not isinstance(answer, task.output):
            kind = type(answer).__name__
            raise JudgeError(f"a judge must answer with a {task.output.__name__}, got a {kind}")
        if not _is_finite(answer):
            raise JudgeError("a judge must answer with finite numbers")
        return task.checked(given, answer)


def _is_finite(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, BaseModel):
        return all(_is_finite(item) for item in value.__dict__.values())
    if is_mapping(value):
        return all(_is_finite(item) for item in value.values())
    return all(_is_finite(item) for item in value) if is_list(value) else True
