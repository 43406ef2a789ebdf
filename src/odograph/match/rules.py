"""How one tool's arguments are compared: the kinds of rule behind a mode or an override."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard, get_args

from odograph.errors import InputError
from odograph.match.comparator import Compare
from odograph.match.comparators import as_comparator
from odograph.match.difference import Comparison, Difference, ask, function_name
from odograph.match.equality import ABSENT
from odograph.match.places import Place, find, key_path, parse_place
from odograph.trace.values import is_mapping, is_sequence

__all__ = ("ArgumentMode", "ModeRule", "Override", "Rule", "check_mode", "read_override")

ArgumentMode = Literal["exact", "ignore", "subset", "superset"]
Override = ArgumentMode | Sequence[str] | Mapping[str, Any] | Callable[[Any, Any], bool]
Arguments = Mapping[str, Any]

_MODES = get_args(ArgumentMode)
_EVERYWHERE_EQUAL = Comparison()


class Rule(ABC):
    """How one tool's arguments are compared, as (actual, expected)."""

    places: Sequence[tuple[str, Place]] = ()
    """The paths that the rule names, as written and as read."""

    @abstractmethod
    def differences(self, actual: Arguments, expected: Arguments) -> Iterator[Difference]:
        """Yield where the arguments differ; nothing if they match."""

    @abstractmethod
    def looked_at(self, actual: Arguments, expected: Arguments) -> int:
        """Count the top-level arguments that the rule compares."""

    def admits(self, actual: Arguments, expected: Arguments) -> bool:
        """Whether there is no difference."""
        return next(self.differences(actual, expected), None) is None

    def agreement(self, actual: Arguments, expected: Arguments) -> tuple[int, int]:
        """Count the top-level arguments that agree, and those looked at; (1, 1) for none."""
        wrong = {
            parse_place(d.path)[0] if d.path != "$" else "$"
            for d in self.differences(actual, expected)
        }
        whole = self.looked_at(actual, expected)
        if not whole:
            return (0, 1) if wrong else (1, 1)
        return (0, whole) if "$" in wrong else (whole - len(wrong), whole)


@dataclass(frozen=True)
class ModeRule(Rule):
    """A mode, with comparators at some places."""

    mode: ArgumentMode
    places: Sequence[tuple[str, Place]] = ()
    comparison: Comparison = _EVERYWHERE_EQUAL

    def admits(self, actual: Arguments, expected: Arguments) -> bool:
        """Whether there is no difference."""
        if self.mode == "ignore" and not self.places:
            return True
        return super().admits(actual, expected)

    def differences(self, actual: Arguments, expected: Arguments) -> Iterator[Difference]:
        """Yield where the arguments differ; nothing if they match."""
        for key in (*expected, *(key for key in actual if key not in expected)):
            if self._compares(key, actual, expected):
                yield from self.comparison.down(key).differences(
                    actual.get(key, ABSENT), expected.get(key, ABSENT), key_path("$", key)
                )

    def looked_at(self, actual: Arguments, expected: Arguments) -> int:
        """Count the top-level arguments that the rule compares."""
        return sum(self._compares(k, actual, expected) for k in actual.keys() | expected.keys())

    def _compares(self, key: str, actual: Arguments, expected: Arguments) -> bool:
        if self.mode == "exact" or self.comparison.reaches(key):
            return True
        return key in {"subset": actual, "superset": expected, "ignore": {}}[self.mode]


@dataclass(frozen=True)
class PlacesRule(Rule):
    """Only the listed places are compared, exactly."""

    places: Sequence[tuple[str, Place]]

    def differences(self, actual: Arguments, expected: Arguments) -> Iterator[Difference]:
        """Yield where the arguments differ; nothing if they match."""
        for _, place in self.places:
            have, want = dict(find(actual, place)), dict(find(expected, place))
            for path in (*want, *(path for path in have if path not in want)):
                yield from _EVERYWHERE_EQUAL.differences(
                    have.get(path, ABSENT), want.get(path, ABSENT), path
                )

    def looked_at(self, actual: Arguments, expected: Arguments) -> int:
        """Count the top-level arguments that the rule compares."""
        del actual, expected
        return len({place[0] for _, place in self.places})


@dataclass(frozen=True)
class FunctionRule(Rule):
    """The user's function decides over all arguments."""

    function: Compare

    def admits(self, actual: Arguments, expected: Arguments) -> bool:
        """Whether the function says so."""
        return ask(self.function, actual, expected)

    def differences(self, actual: Arguments, expected: Arguments) -> Iterator[Difference]:
        """Yield one difference for all arguments, where the function refuses."""
        if not self.admits(actual, expected):
            yield Difference("$", dict(actual), dict(expected), function_name(self.function))

    def looked_at(self, actual: Arguments, expected: Arguments) -> int:
        """Count the top-level arguments that the rule compares."""
        return len(actual.keys() | expected.keys())


def check_mode(mode: Any, place: str) -> None:
    """Refuse a mode that does not exist.

    Raises:
        InputError: naming the modes there are.
    """
    if mode not in _MODES:
        raise InputError.of(f"must be one of {', '.join(_MODES)}", mode, place=place)


def read_override(override: Any, default: ArgumentMode, place: str) -> Rule:
    """Read an override: a mode, paths, path -> comparator, or a function.

    Raises:
        InputError: it is none of these, or empty.
    """
    if isinstance(override, str):
        check_mode(override, place)
        mode: Any = override
        return ModeRule(mode)
    if is_mapping(override) and override:
        spots = [(_place(text, place), as_comparator(one)) for text, one in override.items()]
        places = [(text, spot) for text, (spot, _) in zip(override, spots, strict=True)]
        return ModeRule(default, places, Comparison(spots))
    if is_sequence(override) and override:
        return PlacesRule([(text, _place(text, place)) for text in override])
    if _is_function(override):
        return FunctionRule(override)
    rule = "an override must be a mode, a list of paths, path -> comparator, or a function"
    raise InputError.of(rule, override, place=place)


def _is_function(value: Any) -> TypeGuard[Compare]:
    return callable(value)


def _place(text: Any, place: str) -> Place:
    if not isinstance(text, str):
        raise InputError.of("a path must be text", text, place=place)
    try:
        return parse_place(text)
    except InputError as error:
        raise error.at(place) from None
