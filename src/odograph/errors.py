"""The error model, in one place.

* A mistake of the user (bad input, a misspelt mode, a broken file) is an `InputError`, which is
  a `ValueError`. Its text names the place, the rule and the value, in one line.
* A missing optional library is a `MissingExtraError`, which is an `ImportError`. Its text is the
  pip line to type.
* What a judge answered wrongly, or not at all, is a `JudgeError` (in `odograph.judge`).
* Reading a number or a verdict from a score that has none is an `UnscoredError`.
* What the judged agent did wrong is never an exception: it is data (`CallRecord.outcome`,
  `sample.status`). What kept a metric from scoring is an unscored `Score`, with whose fault it is.
* The recorder raises nothing into the run that it watches.
"""

from typing import Self

__all__ = ("InputError", "MissingExtraError", "OdographError", "UnscoredError")

_SHOWN = 80


class OdographError(Exception):
    """Base of every error that Odograph raises on purpose."""


class InputError(OdographError, ValueError):
    """The user's input breaks a rule.

    Attributes:
        rule: what must hold, in words.
        place: where it does not, e.g. `runs.jsonl:3, user_input[1].role`; may be empty.
    """

    def __init__(self, rule: str, *, place: str = "") -> None:
        self.rule = rule
        self.place = place
        super().__init__(f"{place}: {rule}" if place else rule)

    @classmethod
    def of(cls, rule: str, value: object, *, place: str = "") -> Self:
        """Build the usual text, `place: rule, got value`; a long value is cut."""
        shown = repr(value)
        if len(shown) > _SHOWN:
            shown = shown[: _SHOWN - 3] + "..."
        return cls(f"{rule}, got {shown}", place=place)

    def at(self, outer: str) -> Self:
        """Return the same error with its place inside `outer`, e.g. a file and line."""
        return type(self)(self.rule, place=f"{outer}, {self.place}" if self.place else outer)


class UnscoredError(OdographError, ValueError):
    """A number or verdict was asked of a score that is unscored."""


class MissingExtraError(OdographError, ImportError):
    """An optional library is not installed; the text says the pip line."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is not installed: pip install 'odograph[{extra}]'")
