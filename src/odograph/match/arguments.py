"""How the arguments of two calls are compared: one mode for all tools, overrides for some.

Modes, over the top-level arguments: `exact` (the same arguments with equal values), `ignore`,
`subset` (the run has at most the expected pairs), `superset` (at least). An override for a tool is

* a mode;
* a list of paths (`["user.id", "items[*].sku"]`): only these are compared, exactly;
* a mapping path -> comparator: these are compared so, all else by the default mode (what
  `subset` and `superset` let be absent may be absent, what `ignore` ignores is ignored);
* a function `(actual_args, expected_args) -> bool` that decides alone.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from odograph.errors import InputError
from odograph.match.difference import Difference
from odograph.match.equality import ABSENT
from odograph.match.places import has
from odograph.match.rules import ArgumentMode, ModeRule, Override, Rule, check_mode, read_override
from odograph.trace import InvalidToolCall, ToolCall
from odograph.trace.values import is_mapping

__all__ = ("EXACT", "ArgumentRules", "Call")

Call = ToolCall | InvalidToolCall


@dataclass(frozen=True)
class ArgumentRules:
    """The comparison of calls; every comparison is called as (actual, expected).

    Raises:
        InputError: an unknown mode, or an override that is none of the four kinds.
    """

    mode: ArgumentMode = "exact"
    overrides: Mapping[str, Override] = field(default_factory=dict[str, Override])
    _by_tool: Mapping[str, Rule] = field(init=False, repr=False, compare=False)
    _default: Rule = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_mode(self.mode, "args")
        if not is_mapping(self.overrides):
            raise InputError.of("must map a tool to its rule", self.overrides, place="overrides")
        rules = {
            tool: read_override(override, self.mode, f"overrides[{tool!r}]")
            for tool, override in self.overrides.items()
        }
        object.__setattr__(self, "_by_tool", rules)
        object.__setattr__(self, "_default", ModeRule(self.mode))

    def admits(self, actual: Call, expected: Call) -> bool:
        """Whether `actual` may stand for `expected`: the same tool, and no difference."""
        if isinstance(actual, InvalidToolCall) or isinstance(expected, InvalidToolCall):
            return False
        return actual.name == expected.name and self._of(expected.name).admits(
            actual.args, expected.args
        )

    def differences(self, actual: Call, expected: Call) -> Iterator[Difference]:
        """Yield where the arguments of two calls of one tool differ; nothing if they match."""
        if isinstance(actual, InvalidToolCall) or isinstance(expected, InvalidToolCall):
            raw = actual.raw_args if isinstance(actual, InvalidToolCall) else ABSENT
            wanted = ABSENT if isinstance(expected, InvalidToolCall) else dict(expected.args)
            yield Difference("$", raw, wanted, "readable arguments")
        else:
            yield from self._of(expected.name).differences(actual.args, expected.args)

    def agreement(self, actual: Call, expected: Call) -> tuple[int, int]:
        """Count the arguments that agree, and the whole; (0, 1) for calls of different tools.

        The whole is every top-level argument that the rule compares: for `exact` all that either
        side has. A call without arguments to compare agrees entirely, (1, 1).
        """
        if isinstance(actual, InvalidToolCall) or isinstance(expected, InvalidToolCall):
            return 0, 1
        if actual.name != expected.name:
            return 0, 1
        return self._of(expected.name).agreement(actual.args, expected.args)

    def key(self, call: Call) -> Hashable | None:
        """A key that two calls share exactly if they match; None where keys cannot tell.

        Keys can tell in the modes `exact` and `ignore` and for lists of paths, for arguments
        without comparators. An invalid call gets a key that nothing else has.
        """
        if isinstance(call, InvalidToolCall):
            return object()
        key = self._of(call.name).key(call.args)
        return None if key is None else (call.name, key)

    def check(self, expected: Iterable[Call]) -> None:
        """Refuse an override with a path that no expected call of its tool has.

        Raises:
            InputError: naming the tool and the path; a void comparison would always pass.
        """
        if not self._by_tool:
            return
        calls = [call for call in expected if isinstance(call, ToolCall)]
        for tool, rule in self._by_tool.items():
            arguments = [call.args for call in calls if call.name == tool]
            for text, place in rule.places:
                if arguments and not any(has(one, place) for one in arguments):
                    missing = f"no expected call of {tool} has the argument"
                    raise InputError.of(missing, text, place=f"overrides[{tool!r}]")

    def _of(self, tool: str) -> Rule:
        return self._by_tool.get(tool, self._default)


EXACT = ArgumentRules()
"""The rules of everyone who gives none."""
