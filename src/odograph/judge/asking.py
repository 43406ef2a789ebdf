"""The judge as a metric meets it: with edited tasks, checked answers, and one kind of failure."""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast, overload

from pydantic import BaseModel

from odograph.errors import InputError
from odograph.judge.judge import Judge, JudgeError
from odograph.judge.spend import Spend, metering, note_call
from odograph.judge.task import JudgeTask
from odograph.trace.secrets import error_text

__all__ = ("AskedJudge", "together")

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)
A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True)
class AskedJudge:
    """Puts tasks to a judge for one score.

    Attributes:
        judge: who answers.
        edited: tasks that stand in for those of the same name.
        spend: what the calls took, also those that failed.
    """

    judge: Judge
    edited: Mapping[str, JudgeTask[Any, Any]] = field(default_factory=dict[str, Any])
    spend: Spend = field(default_factory=Spend)

    async def __call__(self, task: JudgeTask[In, Out], input: In, /) -> Out:  # noqa: A002
        """Answer one task.

        Raises:
            JudgeError: whatever kept the judge from answering as asked; the text names the cause.
        """
        put = cast("JudgeTask[In, Out]", self.edited.get(task.name, task))
        with metering() as spend:
            try:
                return put.checked(input, _of_form(await self.judge(put, input), put))
            except JudgeError:
                raise
            except InputError as error:
                raise JudgeError(str(error)) from error
            except Exception as error:
                raise JudgeError(f"the judge failed: {error_text(error)}") from error
            finally:
                if not spend.calls and not spend.kept:  # one that notes nothing was still asked
                    note_call(None)
                spend.lexical = spend.lexical or bool(getattr(self.judge, "lexical", False))
                self.spend.add(spend)


def _of_form(answer: Any, task: JudgeTask[Any, Out]) -> Out:
    if not isinstance(answer, task.output):
        wanted, got = task.output.__name__, type(answer).__name__
        raise JudgeError(f"a judge must answer with a {wanted}, got a {got}", reply=str(answer))
    return answer


@overload
async def together(one: Awaitable[A], two: Awaitable[B], /) -> tuple[A, B]: ...
@overload
async def together(*all_of: Awaitable[A]) -> tuple[A, ...]: ...
async def together(*all_of: Awaitable[Any]) -> tuple[Any, ...]:
    """Await independent calls at once; all come to their end before the first error is raised.

    So the spend of every call is known, and no call is left behind.
    """
    results = await asyncio.gather(*all_of, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return tuple(results)
