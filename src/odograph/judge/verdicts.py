"""Yes-or-no verdicts by index, and the check that there is one for each item."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, Field

from odograph.judge.judge import check_verdicts

__all__ = ("Verdict", "Verdicts", "Whole", "YesNo", "one_for_each", "read_yes_no")

In = TypeVar("In", bound=BaseModel)
Label = Literal["yes", "no", "undetermined"]

_YES = frozenset({"yes", "true", "1", "1.0", "y", "pass", "passed", "supported"})
_NO = frozenset({"no", "false", "0", "0.0", "n", "fail", "failed", "unsupported", "not supported"})
_OPEN = frozenset({"undetermined", "-1", "unknown", "unclear", "cannot tell", "n/a"})


def read_yes_no(value: Any) -> Any:
    """Read what models write for yes, no and undetermined; anything else stays as it is.

    A text such as "False" or "fail" is a no, although it is true for Python; an empty one is no
    verdict at all.
    """
    told = str(value).strip().strip(".").casefold() if isinstance(value, str | int | float) else ""
    if told in _YES:
        return "yes"
    if told in _NO:
        return "no"
    return "undetermined" if told in _OPEN else value


def _no_truth(value: Any) -> Any:
    if isinstance(value, bool):  # which pydantic would take for 0 or 1
        raise ValueError("must be a whole number")
    return value


Whole = Annotated[int, BeforeValidator(_no_truth)]
YesNo = Annotated[Label, BeforeValidator(read_yes_no)]


class Verdict(BaseModel):
    """A verdict on one item."""

    index: Whole = Field(description="Its number, from 0.")
    reason: str = Field(description="At most 15 words.")
    verdict: YesNo


class Verdicts(BaseModel):
    """One verdict for each item."""

    verdicts: list[Verdict]


def one_for_each(items: Callable[[In], Sequence[Any]]) -> Callable[[In, Verdicts], Verdicts]:
    """Build the check of a task: one verdict for each of the input's items, put in their order."""

    def check(given: In, answer: Verdicts) -> Verdicts:
        return Verdicts.model_construct(
            verdicts=list(check_verdicts(answer.verdicts, len(items(given))))
        )

    return check
