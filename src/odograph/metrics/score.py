"""A score: a value with a reason, or unscored with a reason and whose fault it is."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn

from odograph.errors import InputError, UnscoredError
from odograph.trace.values import is_list, is_tuple

__all__ = ("Fault", "Score", "Value")

# pytest then shows the line that reads a score, not how the score refuses
__tracebackhide__ = True

Fault = Literal["agent", "data", "judge", "harness"]
Value = float | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a metric says of a sample.

    `assert score` works for verdicts (values True and False); a number is compared as
    `score.value >= 0.8` or `float(score) >= 0.8`.

    Attributes:
        value: True or False for a verdict; a finite number; a text for a label; a tuple of texts
            for a ranking. None if and only if unscored.
        reason: one or more lines for people: what differs, or why there is no value.
        details: the same for programs; JSON values.
        fault: whose fault it is that there is no value; None if and only if scored.

    Raises:
        InputError: a value that is NaN or infinite or of another type, or both or neither of value
            and fault.
    """

    value: Value | None
    reason: str = ""
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])
    fault: Fault | None = None

    def __post_init__(self) -> None:
        if (self.value is None) != (self.fault is not None):
            raise InputError.of("a score has either a value or a fault", (self.value, self.fault))
        value: Any = self.value
        if is_list(value) or is_tuple(value):  # JSON has no tuples
            object.__setattr__(self, "value", tuple(value))
            if not all(isinstance(one, str) for one in value):
                raise InputError.of("a ranking must hold texts", value)
        elif value is not None and not isinstance(value, str):
            try:
                finite = math.isfinite(value)
            except TypeError:
                rule = "the value of a score must be a number, a text or a list of texts"
                raise InputError.of(rule, value) from None
            if not finite:
                raise InputError.of("the value of a score must be finite", value)

    @classmethod
    def unscored(cls, fault: Fault, reason: str, **details: Any) -> "Score":
        """Build a score without a value."""
        return cls(None, reason, details, fault)

    @property
    def scored(self) -> bool:
        """Whether there is a value."""
        return self.value is not None

    @property
    def number(self) -> float | None:
        """The value where it is a number or a verdict; None for labels, rankings and unscored."""
        return None if isinstance(self.value, str | tuple) else self.value

    def __bool__(self) -> bool:
        """The verdict.

        Raises:
            UnscoredError: there is no value.
            TypeError: the value is no verdict; compare it with the value you mean.
        """
        if self.value is None:
            self._refuse()
        if not isinstance(self.value, bool):
            raise TypeError(f"a score of {self.value!r} is no verdict: compare score.value")
        return self.value

    def __float__(self) -> float:
        """The value as a number, 1.0 for True.

        Raises:
            UnscoredError: there is no value.
            TypeError: the value is a label or a ranking.
        """
        if self.value is None:
            self._refuse()
        if isinstance(self.value, str | tuple):
            raise TypeError(f"a score of {self.value!r} is no number")
        return float(self.value)

    def _refuse(self) -> NoReturn:
        raise UnscoredError(f"unscored ({self.fault}): {self.reason}")
