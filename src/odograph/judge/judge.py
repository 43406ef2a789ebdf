"""What a judge is, and the check that it answered all that it was asked."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

from pydantic import BaseModel

from odograph.errors import OdographError
from odograph.judge.task import JudgeTask

__all__ = ("Indexed", "Judge", "JudgeError", "check_verdicts")

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


class JudgeError(OdographError):
    """A judge did not answer as it was asked; a metric turns it into an unscored score.

    Attributes:
        reply: what it answered last, where there was an answer.
    """

    def __init__(self, text: str, *, reply: str = "") -> None:
        super().__init__(text)
        self.reply = reply


class Judge(Protocol):
    """Anything that answers tasks.

    Raises:
        JudgeError: it could not get an answer of the asked form.
        InputError: it cannot answer tasks of this kind.
    """

    async def __call__(self, task: JudgeTask[In, Out], input: In, /) -> Out:  # noqa: A002
        """Answer one task about one input."""
        ...


class Indexed(Protocol):
    """A verdict that says which item it is about."""

    @property
    def index(self) -> int:
        """Number of the item, from 0."""
        ...


Verdict = TypeVar("Verdict", bound=Indexed)


def check_verdicts(verdicts: Sequence[Verdict], count: int) -> tuple[Verdict, ...]:
    """Return the verdicts in the order of the items, of which there are `count`.

    Raises:
        JudgeError: not exactly one verdict for each item; names the indices that are missing,
            doubled, or of no item.
    """
    seen = Counter(verdict.index for verdict in verdicts)
    wrong = {
        "missing": [index for index in range(count) if index not in seen],
        "doubled": sorted(index for index, times in seen.items() if times > 1),
        "of no item": sorted(index for index in seen if not 0 <= index < count),
    }
    told = "; ".join(f"{name}: {', '.join(map(str, at))}" for name, at in wrong.items() if at)
    if told:
        raise JudgeError(f"a judge must give one verdict for each of {count} items ({told})")
    return tuple(sorted(verdicts, key=lambda verdict: verdict.index))
