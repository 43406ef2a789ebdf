"""A prompt of the user's own: names of fields in braces, and what they stand for kept as data."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from odograph.errors import InputError
from odograph.judge.fields import Fields
from odograph.metrics.agent.rendering import conversation_of, reference_text
from odograph.trace import MultiTurnSample, Sample, SingleTurnSample
from odograph.trace.values import as_json

__all__ = ("Prompt", "fields_of")

_BRACED = re.compile(r"\{([A-Za-z_]\w*)\}")
_KNOWN = tuple(
    dict.fromkeys(
        (
            *SingleTurnSample.__dataclass_fields__,
            *MultiTurnSample.__dataclass_fields__,
        )
    )
)


@dataclass(frozen=True)
class Prompt:
    """A prompt whose `{response}`, `{reference}`, ... name fields of a sample.

    The fields are not pasted into the prompt: it names them, and they stand beside it as data, so
    that nothing in them is followed as an instruction. Any other brace is text.

    Raises:
        InputError: no field is named, or a name is nearly that of a field.
    """

    text: str

    def __post_init__(self) -> None:
        if not self.names:
            listed = "{response}, {user_input}, {reference}, ..."
            raise InputError.of(f"a prompt must name a field: {listed}", self.text, place="prompt")
        found: list[str] = _BRACED.findall(self.text)
        for name in found:
            near = difflib.get_close_matches(name, _KNOWN, n=1, cutoff=0.8)
            if name not in _KNOWN and near:
                rule = f"a sample has no such field; did you mean {near[0]}?"
                raise InputError.of(rule, name, place="prompt")

    @property
    def names(self) -> list[str]:
        """The fields named, in order."""
        return list(dict.fromkeys(n for n in _BRACED.findall(self.text) if n in _KNOWN))

    @property
    def instruction(self) -> str:
        """The prompt with names in place of fields."""

        def named(match: re.Match[str]) -> str:
            return f"[{match[1]}]" if match[1] in _KNOWN else match[0]

        return f"{_BRACED.sub(named, self.text)}\n\nNames in brackets are fields of the data."


def fields_of(sample: Sample, names: Sequence[str]) -> Fields:
    """Take fields of a sample as JSON values; a conversation as text."""
    taken: dict[str, Any] = {}
    for name in names:
        value = getattr(sample, name, None)
        if name == "user_input" and isinstance(sample, MultiTurnSample):
            value = conversation_of(sample)
        elif name in ("reference_trajectory", "reference_tool_calls") and value is not None:
            value = reference_text(sample)
        taken[name] = as_json(value)
    return Fields(fields=taken)
