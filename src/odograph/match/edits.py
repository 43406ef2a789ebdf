"""What differs between a run and its reference: one list of edits, for people and programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from unicodedata import normalize

from odograph.match.difference import Difference
from odograph.match.equality import ABSENT
from odograph.match.places import parse_place
from odograph.trace import InvalidToolCall, ToolCall
from odograph.trace.secrets import mask
from odograph.trace.values import as_json, is_list, is_mapping, is_object, is_sequence

__all__ = ("Edit", "render_edits", "spell_call")

_SHOWN_EDITS = 10
_SHOWN_TEXT = 120
_SHOWN_BEFORE = 20
_COLORS = {
    "missing": "32",
    "extra": "31",
    "changed": "33",
    "moved": "36",
    "order": "36",
    "messages": "36",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """One thing that would have to change for the run to match.

    Attributes:
        op: `changed` (made, with other arguments), `missing`, `extra`, `moved` (made, but at
            another place), `order` (all made, in another order) or `messages` (other roles or
            another number of messages).
        subject: what it is about: a call, a node.
        text: what differs, in words; empty where the differences say it.
        differences: the arguments that differ.
        actual: number of the element in the run, from 0; None where it is not in the run.
        expected: number in the reference, likewise.
    """

    op: Literal["changed", "missing", "extra", "moved", "order", "messages"]
    subject: str
    text: str = ""
    differences: Sequence[Difference] = ()
    actual: int | None = None
    expected: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __str__(self) -> str:
        shown = [self.text] if self.text else [_spell(one) for one in self.differences]
        return f"{self.subject}: {'; '.join(shown)}" if shown else self.subject

    def as_dict(self) -> dict[str, Any]:
        """Write the edit as JSON values, secrets masked."""
        written: dict[str, Any] = {"op": self.op, "subject": self.subject, **self.details}
        for name in ("text", "actual", "expected"):
            value = getattr(self, name)
            if value not in ("", None):
                written[name] = value
        if self.differences:
            written["differences"] = [_as_dict(one) for one in self.differences]
        return written


def render_edits(edits: Sequence[Edit], *, color: bool = False, limit: int = _SHOWN_EDITS) -> str:
    """Write edits one a line, at most `limit` of them, with colour if asked."""
    lines = [_paint(str(edit), _COLORS[edit.op]) if color else str(edit) for edit in edits[:limit]]
    if len(edits) > limit:
        lines.append(f"... and {len(edits) - limit} more")
    return "\n".join(lines)


def spell_call(call: ToolCall | InvalidToolCall) -> str:
    """Write a call as Python writes one, secrets masked, long arguments cut."""
    if isinstance(call, InvalidToolCall):
        return _cut(f"{call.name or '?'}(unreadable: {mask(call.raw_args)!r})")
    args = mask(_plain(call.args))
    return _cut(f"{call.name}({', '.join(f'{key}={value!r}' for key, value in args.items())})")


def _spell(one: Difference) -> str:
    actual, expected = _apart(*(_value(one.path, side) for side in (one.actual, one.expected)))
    if one.actual is ABSENT:
        return f"{one.path}: missing, expected {expected}"
    if one.expected is ABSENT:
        return f"{one.path}: unexpected {actual}"
    by = f" by {one.rule}" if one.rule else ""
    return f"{one.path}: {actual} != {expected}{by}"


def _value(path: str, value: Any) -> str:
    shown = mask(_plain(value), _name(path))
    return repr(shown)


def _apart(actual: str, expected: str) -> tuple[str, str]:
    """Cut two texts so that what tells them apart is seen."""
    if actual != expected and normalize("NFC", actual) == normalize("NFC", expected):
        actual, expected = (
            text.encode("ascii", "backslashreplace").decode() for text in (actual, expected)
        )
    if actual != expected and _cut(actual) == _cut(expected):
        pairs = enumerate(zip(actual, expected, strict=False))
        shorter = min(len(actual), len(expected))
        start = next((at for at, (one, other) in pairs if one != other), shorter) - _SHOWN_BEFORE
        actual, expected = (f"...{text[start:]}" for text in (actual, expected))
    return _cut(actual), _cut(expected)


def _as_dict(one: Difference) -> dict[str, Any]:
    written: dict[str, Any] = {"path": one.path, "kind": one.kind}
    for name, value in (("actual", one.actual), ("expected", one.expected)):
        if value is not ABSENT:
            written[name] = _written(mask(_plain(value), _name(one.path)))
    if one.rule:
        written["rule"] = one.rule
    return written


def _plain(value: Any) -> Any:
    """Leave comparators as they are, at any depth (they print as they are written)."""
    if callable(value):
        return value
    if is_mapping(value):
        return {str(key): _plain(item) for key, item in value.items()}
    if is_sequence(value):
        return [_plain(item) for item in value]
    return as_json(value)


def _written(value: Any) -> Any:
    """JSON, with comparators as they are written."""
    if is_object(value):
        return {key: _written(item) for key, item in value.items()}
    if is_list(value):
        return [_written(item) for item in value]
    return repr(value) if callable(value) else value


def _name(path: str) -> str:
    """The innermost field name of a path, by which a secret is known."""
    names = [part for part in parse_place(path) if isinstance(part, str)] if path != "$" else []
    return names[-1] if names else ""


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN_TEXT else text[: _SHOWN_TEXT - 3] + "..."


def _paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"
