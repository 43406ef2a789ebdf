"""Masking of secrets: by the name of a field, and by the shape of a text.

Numbers stay (a `token_count` is no secret), and so does everything around a masked part. Text
that holds JSON, such as a tool's result, or `name=value`, as errors do, is masked by its field
names too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from odograph.trace.values import is_mapping, is_sequence

__all__ = ("MASKED", "Mask", "error_text", "mask", "set_mask")

MASKED = "***"

_NAMES = (
    r".*api[-_]?key",
    r".*authorization",
    r".*(access|auth|bearer|id|refresh|session|security)[-_]?token",
    r"token|tokens?[-_]?secret|secret|.*[-_]secret|secret[-_].*|client[-_]?secret",
    r".*passw(or)?d|passphrase|pwd",
    r".*private[-_]?key|.*credentials?",
    r"(set-)?cookie",
)
_SHAPES = (
    r"(?<=bearer )[\w.~+/=-]+",
    r"(?<=basic )[A-Za-z0-9+/]{8,}={0,2}",
    r"\b(?:sk|pk|rk|lsv2_pt|lsv2_sk|gsk|hf|ghp|gho|ghs|glpat|xox[abprs])[-_][\w-]{6,}",
    r"\b(?:AKIA|ASIA)[A-Z0-9]{12,}",
    r"\bAIza[\w-]{6,}",
    r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+",
    r"(?<=[?&]key=)[^&\s\"']+|(?<=[?&]sig=)[^&\s\"']+",
    r"(?<=[?&]token=)[^&\s\"']+|(?<=[?&]api_key=)[^&\s\"']+|(?<=[?&]access_token=)[^&\s\"']+",
    r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)",
    r"(?<=api-key: )[^\s,;]+",
)
_KNOWN_AT_MOST = 10_000
# a field of JSON text, or of a dict as Python prints it: what stands before its value, its name
_JSON_FIELD = re.compile(r"""("([^"\\]{1,60})"\s*:\s*")(?:[^"\\]|\\.)+""")
_DICT_FIELD = re.compile(r"""('([^'\\]{1,60})'\s*:\s*')(?:[^'\\]|\\.)+""")
_ASSIGNMENT = re.compile(r"""(\b([\w-]{1,60})=["']?)[^\s&"',;)\]}]+""")


@dataclass(frozen=True)
class Mask:
    """What counts as a secret.

    Attributes:
        names: regular expressions; a text in a field whose whole name matches one is masked.
        shapes: regular expressions; the part of any text that matches one is masked.
    """

    names: Sequence[str] = field(default=_NAMES)
    shapes: Sequence[str] = field(default=_SHAPES)

    def extended(self, *, names: Sequence[str] = (), shapes: Sequence[str] = ()) -> "Mask":
        """Return a mask that knows these too."""
        return Mask((*self.names, *names), (*self.shapes, *shapes))

    @cached_property
    def _name(self) -> re.Pattern[str]:
        return re.compile("|".join(f"(?:{one})" for one in self.names) or r"(?!)", re.IGNORECASE)

    @cached_property
    def _shape(self) -> re.Pattern[str]:
        return re.compile("|".join(f"(?:{one})" for one in self.shapes) or r"(?!)", re.IGNORECASE)

    def __call__(self, value: Any, name: str = "") -> Any:
        """Return the value with its secrets masked, at any depth.

        Args:
            value: a JSON value.
            name: the name of the field that holds it, if there is one.
        """
        if isinstance(value, str):
            if name and value and self._is_secret(name):
                return MASKED
            if '"' in value:
                value = _JSON_FIELD.sub(self._field, value)
            if "'" in value:
                value = _DICT_FIELD.sub(self._field, value)
            if "=" in value:
                value = _ASSIGNMENT.sub(self._field, value)
            return self._shape.sub(MASKED, value)
        if is_mapping(value):
            if name and self._is_secret(name):  # {"credentials": {"user": ...}}
                return {key: self(item, name) for key, item in value.items()}
            return {key: self(item, str(key)) for key, item in value.items()}
        if is_sequence(value):
            if _is_header(name, value):
                return [value[0], self(value[1], value[0])]
            return [self(item, name) for item in value]
        return value

    def _is_secret(self, name: str) -> bool:
        known = self._known.get(name)
        if known is None:
            if len(self._known) > _KNOWN_AT_MOST:
                self._known.clear()
            known = self._known[name] = self._name.fullmatch(name) is not None
        return known

    @cached_property
    def _known(self) -> dict[str, bool]:
        """Names asked for before; there are few, and the expression is long."""
        return {}

    def _field(self, found: re.Match[str]) -> str:
        """Mask a field that is written in a text, be it whole or cut off."""
        return f"{found[1]}{MASKED}" if self._is_secret(found[2]) else found[0]


def _is_header(name: str, value: Sequence[Any]) -> bool:
    """Whether a list is one of the pairs, name and value, in which headers are listed."""
    pair = len(value) == 2 and isinstance(value[0], str)
    return pair and name.lower().endswith("headers") and isinstance(value[1], str)


_current = Mask()


def mask(value: Any, name: str = "") -> Any:
    """Mask a value by the rule in force."""
    return _current(value, name)


def error_text(error: BaseException) -> str:
    """Write an exception as `Type: text`, masked: clients put keys and addresses into errors."""
    return str(mask(f"{type(error).__name__}: {error}"))


def set_mask(rule: Mask) -> Mask:
    """Put a rule in force for the whole process and return the one before.

    `set_mask(Mask().extended(names=["iban"]))` masks what is masked by default, and IBANs.
    """
    global _current
    before, _current = _current, rule
    return before
