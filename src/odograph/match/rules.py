"""How one tool's arguments are compared: the kinds of rule behind a mode or an override."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard, get_args

from odograph.errors import InputError
from odograph.match.comparator import Compare, ask, function_name, is_comparator
from odograph.match.comparators import as_comparator
from odograph.match.difference import Comparison, Difference
from odograph.match.equality import ABSENT, canonical
from odograph.match.places import ANY_KEY, Place, find, key_path, parse_place
from odograph.trace.values import is_mapping, is_sequence

__all__ = ("ArgumentMode", "ModeRule", "Override", "Rule", "check_mode", "read_override")

ArgumentMode = Literal["exact", "ignore", "subset", "superset"]
Override = ArgumentMode | Sequence[str] | Mapping[str, Any] | Callable[[Any, Any], bool]
Arguments = Mapping[str, Any]

_MODES = get_args(ArgumentMode)
_EVERYWHERE_EQUAL = Comparison()


class Rule(ABC):
    """How one tool's arguments are compared, as (actual, expected)."""

    places: Sequence[tuple[str, Place]]
    """The paths that the rule names, as written and as read."""

    @abstractmethod
    def differences(self, actual: Arguments, expected: Arguments) -> Iterator[Difference]:
        """Yield where the arguments differ; nothing if they match."""

    @abstractmethod
    def agreement(self, actual: Arguments, expected: Arguments) -> tuple[int, int]:
        """Count the top-level arguments that agree, and those compared; (1, 1) for none."""

    def admits(self, actual: Arguments, expected: Arguments) -> bool:
        """Whether there is no difference."""
        return next(self.differences(actual, expected), None) is None

    def key(self, args: Arguments) -> Hashable | None:
        """Return what two calls share exactly if they match; None where no key can tell."""
        del args
        return None


@dataclass(frozen=True)
class ModeRule(Rule):
    """A mode, with comparators at some places."""

    mode: ArgumentMode
    places: Sequence[tuple[str, Place]] = ()
    comparison: Comparison = _EVERYWHERE_EQUAL

    def differences(self, actual: Arguments, expected: Arguments) -> Iterator[Difference]:
        """Yield where the arguments differ; nothing if they match."""
        for key in self._compared(actual, expected):
            yield from self._at(key, actual, expected)

    def agreement(self, actual: Arguments, expected: Arguments) -> tuple[int, int]:
        """Count the top-level arguments that agree, and those compared; (1, 1) for none."""
        keys = self._compared(actual, expected)
        agreeing = sum(next(self._at(key, actual, expected), None) is None for key in keys)
        return (agreeing, len(keys)) if keys else (1, 1)

    def key(self, args: Arguments) -> Hashable | None:
        """Return what two calls share exactly if they match; None where no key can tell."""
        if self.places or self.mode in ("subset", "superset"):
            return None
        return _key(args) if self.mode == "exact" else True

    def _at(self, key: str, actual: Arguments, expected: Arguments) -> Iterator[Difference]:
        return self.comparison.down(key).differences(
            actual.get(key, ABSENT), expected.get(key, ABSENT), key_path("$", key)
        )

    def _compared(self, actual: Arguments, expected: Arguments) -> Sequence[str]:
        if self.mode == "exact":
            return _keys_of(actual, expected)
        return list({"subset": actual, "superset": expected, "ignore": ()}[self.mode])


@dataclass(frozen=True)
class PlacesRule(Rule):
    """Only the listed places are compared: exactly, or with the comparator beside the place."""

    places: Sequence[tuple[str, Place]]
    comparators: Sequence[Compare | None]

    def differences(self, actual: Arguments, expected: Arguments) -> Iterator[Difference]:
        """Yield where the arguments differ; nothing if they match."""
        for _, place, compare in self._spots(actual, expected):
            comparison = Comparison([((), compare)]) if compare else _EVERYWHERE_EQUAL
            have, want = dict(find(actual, place)), dict(find(expected, place))
            for path in _keys_of(have, want):
                yield from comparison.differences(
                    have.get(path, ABSENT), want.get(path, ABSENT), path
                )

    def agreement(self, actual: Arguments, expected: Arguments) -> tuple[int, int]:
        """Count the top-level arguments that agree, and those compared; (1, 1) for none."""
        compared = {key for key, *_ in self._spots(actual, expected)}
        compared &= actual.keys() | expected.keys()
        wrong = {parse_place(one.path)[0] for one in self.differences(actual, expected)}
        return (len(compared) - len(wrong), len(compared)) if compared else (1, 1)

    def key(self, args: Arguments) -> Hashable | None:
        """Return what two calls share exactly if they match; None where no key can tell."""
        if any(self.comparators):
            return None
        return _key({path: value for _, place in self.places for path, value in find(args, place)})

    def _spots(
        self, actual: Arguments, expected: Arguments
    ) -> Iterator[tuple[str | int, Place, Compare | None]]:
        """The places with their top-level argument, that of `[*]` written out."""
        for (_, place), compare in zip(self.places, self.comparators, strict=True):
            keys = _keys_of(actual, expected) if place[0] == ANY_KEY else place[:1]
            for key in keys:
                yield key, (key, *place[1:]), compare


@dataclass(frozen=True)
class FunctionRule(Rule):
    """The user's function decides over all arguments."""

    function: Compare
    places: Sequence[tuple[str, Place]] = ()

    def admits(self, actual: Arguments, expected: Arguments) -> bool:
        """Whether the function says so."""
        return ask(self.function, actual, expected)

    def differences(self, actual: Arguments, expected: Arguments) -> Iterator[Difference]:
        """Yield one difference for all arguments, where the function refuses."""
        if not self.admits(actual, expected):
            yield Difference("$", dict(actual), dict(expected), function_name(self.function))

    def agreement(self, actual: Arguments, expected: Arguments) -> tuple[int, int]:
        """All or nothing."""
        return int(self.admits(actual, expected)), 1


def _keys_of(actual: Mapping[str, Any], expected: Mapping[str, Any]) -> list[str]:
    """The keys of both, in the order of the expected ones."""
    return [*expected, *(key for key in actual if key not in expected)]


def _key(args: Arguments) -> Hashable | None:
    try:
        return canonical(args)
    except TypeError:  # a comparator among them
        return None


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
    if is_comparator(override):
        return FunctionRule(as_comparator(override))
    if is_mapping(override) and override:
        places = _places(override, place)
        comparators = [as_comparator(one) for one in override.values()]
        if default == "ignore":
            return PlacesRule(places, comparators)
        spots = [(spot, one) for (_, spot), one in zip(places, comparators, strict=True)]
        return ModeRule(default, places, Comparison(spots))
    if is_sequence(override) and override:
        return PlacesRule(_places(override, place), [None] * len(override))
    if _is_function(override):
        return FunctionRule(override)
    rule = "an override must be a mode, a list of paths, path -> comparator, or a function"
    raise InputError.of(rule, override, place=place)


def _is_function(value: Any) -> TypeGuard[Compare]:
    return callable(value)


def _places(texts: Iterable[Any], place: str) -> list[tuple[str, Place]]:
    return [(text, _place(text, place)) for text in texts]


def _place(text: Any, place: str) -> Place:
    if not isinstance(text, str):
        raise InputError.of("a path must be text", text, place=place)
    try:
        return parse_place(text)
    except InputError as error:
        raise error.at(place) from None
