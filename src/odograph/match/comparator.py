"""What a comparator is; the comparators themselves are in `comparators`."""

import inspect
from abc import ABCMeta, abstractmethod
from collections.abc import Callable
from dataclasses import Field
from typing import Any, ClassVar

from odograph.errors import InputError

__all__ = ("Comparator", "Compare", "ask", "function_name", "is_comparator")

Compare = Callable[[Any, Any], bool]


class _Written(ABCMeta):
    """A comparator class written bare prints as it is written."""

    def __repr__(cls) -> str:
        return cls.__name__


class Comparator(metaclass=_Written):
    """Base of the comparators; a plain function `(actual, expected) -> bool` is as good."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @abstractmethod
    def __call__(self, actual: Any, expected: Any) -> bool:
        """Whether the run's value is as good as the reference's.

        `expected` is `ABSENT` where the comparator stands in the reference itself.
        """

    @property
    def may_be_absent(self) -> bool:
        """Whether the argument may be left out."""
        return False

    @property
    def stands_alone(self) -> bool:
        """Whether it decides without an expected value, as a condition on a call needs it."""
        return True

    def __repr__(self) -> str:
        parts: list[str] = []
        skipped = False
        for name, field in type(self).__dataclass_fields__.items():
            value = getattr(self, name)
            if value is field.default or value == field.default:
                skipped = True
            else:
                parts.append(f"{name}={value!r}" if skipped else repr(value))
        return f"{type(self).__name__}({', '.join(parts)})"


def is_comparator(value: Any) -> bool:
    """Whether a value is a comparator, or a comparator class written bare."""
    return isinstance(value, Comparator) or (
        isinstance(value, type) and issubclass(value, Comparator)
    )


def ask(compare: Compare, actual: Any, expected: Any) -> bool:
    """Call a comparator and insist on a truth value.

    Raises:
        InputError: the comparator is async (a coroutine would be true whatever it says), or
            returns something else.
    """
    verdict: Any = compare(actual, expected)
    if verdict is True or verdict is False:
        return bool(verdict)
    if inspect.iscoroutine(verdict):
        verdict.close()
        raise InputError(f"a comparator must not be async, {function_name(compare)} is")
    if type(verdict).__name__ not in ("bool", "bool_"):  # numpy's truth values have their own type
        raise InputError.of(f"{function_name(compare)} must return True or False", verdict)
    return bool(verdict)


def function_name(compare: Compare) -> str:
    """Name a comparator as it is written."""
    if isinstance(compare, Comparator):
        return repr(compare)
    return str(getattr(compare, "__name__", repr(compare)))
