"""A judge that blocks, as one that does not."""

import inspect
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from odograph._waiting import in_thread
from odograph.judge import JudgeTask

__all__ = ("ThreadedJudge", "judge_of")

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


@dataclass(frozen=True, eq=False)
class ThreadedJudge:
    """Runs each call of a plain function `judge(task, input)` in a thread."""

    judge: Any

    @property
    def identity(self) -> Any:
        """What the function tells of itself, for the cache; None where it tells nothing."""
        return getattr(self.judge, "identity", None)

    async def __call__(self, task: JudgeTask[In, Out], input: In, /) -> Out:  # noqa: A002
        """Answer one task about one input."""
        answer: Any = await in_thread(self.judge, task, input)
        if inspect.isawaitable(answer):  # a lambda around an async function, say
            answer = await answer
        return cast("Out", answer)


def judge_of(judge: Any) -> Any:
    """Return a blocking function, or object with such a `__call__`, as a judge; others unchanged.

    A chat model, or the name of one, is left to the metric, which knows the adapters.
    """
    call: Any = getattr(judge, "__call__", None)  # noqa: B004 - what kind it is of
    functions = [one for one in (judge, call) if inspect.isfunction(one) or inspect.ismethod(one)]
    if not functions or any(inspect.iscoroutinefunction(one) for one in functions):
        return judge
    return ThreadedJudge(judge)
