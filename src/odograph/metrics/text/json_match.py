"""Whether an answer is the JSON that it should be."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NoReturn

from odograph.errors import InputError
from odograph.match.difference import Comparison, Difference
from odograph.match.edits import Edit
from odograph.match.places import has
from odograph.match.rules import ArgumentMode, ModeRule, Rule, check_mode, read_override
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.trace import Sample
from odograph.trace.values import is_mapping

__all__ = ("JsonMatch",)

_FENCE = re.compile(r"\s*```(?:json)?\s*\n(.*?)```\s*", re.DOTALL)
_SHOWN = 10


@dataclass(frozen=True, repr=False)
class JsonMatch(Metric):
    """Verdict: the response is JSON of the same value as the reference. Defined here.

    Values are compared as the arguments of tool calls are: typed, the order of keys never matters,
    that of lists does. A response that is no JSON does not match; one fence of Markdown around it
    is taken off.

    Attributes:
        mode: of top-level keys: `exact`, `subset` (the response has at most those of the
            reference), `superset` (at least), `ignore` (only what `compare` names).
        compare: a list of paths (`["items[*].sku"]`): only these are compared; or path ->
            comparator (`{"price": approx(0.01)}`): these are compared so.

    Raises:
        InputError: an unknown mode, or a path that the reference does not have.
    """

    mode: ArgumentMode = "exact"
    compare: Sequence[str] | Mapping[str, Any] | None = None

    needs: ClassVar = ("response", "reference")

    def __post_init__(self) -> None:
        check_mode(self.mode, "mode")
        _ = self._rule

    @cached_property
    def _rule(self) -> Rule:
        if self.compare is None:
            return ModeRule(self.mode)
        return read_override(self.compare, self.mode, "compare")

    def _measure(self, sample: Sample) -> Score:
        try:
            expected = _read(sample.reference or "")
        except ValueError as error:
            return Score.unscored("data", f"the reference is not JSON: {error}")
        try:
            actual = _read(sample.response or "")
        except ValueError as error:
            return Score(False, f"the response is not JSON: {error}")
        differences = list(self._differences(actual, expected))
        if not differences:
            return Score(True, "the response has the value of the reference")
        edit = Edit("changed", "response", differences=differences)
        lines = [str(Edit("changed", "response", differences=[one])) for one in differences]
        if len(lines) > _SHOWN:
            lines[_SHOWN:] = [f"... and {len(lines) - _SHOWN} more"]
        return Score(False, "\n".join(["other JSON", *lines]), edit.as_dict())

    def _differences(self, actual: Any, expected: Any) -> Sequence[Difference]:
        if is_mapping(actual) and is_mapping(expected):
            for text, place in self._rule.places or ():
                if not has(expected, place):
                    raise InputError.of("the reference has no such path", text, place="compare")
            return list(self._rule.differences(actual, expected))
        return list(Comparison().differences(actual, expected))


def _read(text: str) -> Any:
    fenced = _FENCE.fullmatch(text)
    try:
        return json.loads(fenced[1] if fenced else text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON value")
