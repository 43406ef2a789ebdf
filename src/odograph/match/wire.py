"""A match proved on OpenAI's wire form, before anything is built of it.

Two calls with the same name and the same argument text are equal, so conversations that match
word for word match in every mode and argument mode. That is most of a passing test suite, and it
is told without making a message; only the argument texts are read, each once, since a text that
is no JSON object equals nothing. What is not proved here is left to the whole comparison.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from odograph.match.order import MatchMode
from odograph.trace.openai import parse_arguments
from odograph.trace.values import is_object

__all__ = ("matches_word_for_word",)

_ROLES = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}

_Wired = tuple[str, str]
"""Name and argument text of a call."""


def matches_word_for_word(
    mode: MatchMode, messages: Sequence[Any], reference: Sequence[Any]
) -> tuple[int, int] | None:
    """Whether it is proved that a conversation matches another.

    Returns:
        The numbers of calls made and expected where it is; None where it is not, or where
        anything is not in the plain wire form.
    """
    ours, theirs = _read(messages), _read(reference)
    if not messages or ours is None or theirs is None:
        return None
    made = [call for batch in ours[1] for call in batch]
    expected = [call for batch in theirs[1] for call in batch]
    if not _holds(mode, ours, theirs, made, expected) or not _readable(made, expected):
        return None
    return len(made), len(expected)


_Read = tuple[list[str], list[list[_Wired]]]


def _read(messages: Sequence[Any]) -> _Read | None:
    """The roles, and the calls of each assistant message; None for any other form."""
    roles: list[str] = []
    batches: list[list[_Wired]] = []
    for message in messages:
        data: Any = message
        if not is_object(data):
            return None
        role = _ROLES.get(data.get("role") or "")
        content = data.get("content")
        if role is None or (content is not None and type(content) is not str):
            return None
        roles.append(role)
        calls = data.get("tool_calls")
        if role != "assistant":
            if calls is not None:
                return None
            continue
        if "function_call" in data or "invalid_tool_calls" in data:
            return None
        batch = _batch(calls)
        if batch is None:
            return None
        batches.append(batch)
    return roles, batches


def _batch(calls: Any) -> list[_Wired] | None:
    batch: list[_Wired] = []
    listed: Any = calls or ()
    for call in listed:
        function = call.get("function") if is_object(call) else None
        if not is_object(function):
            return None
        name, text = function.get("name"), function.get("arguments")
        if type(name) is not str or type(text) is not str:
            return None
        batch.append((name, text))
    return batch


def _holds(
    mode: MatchMode, ours: _Read, theirs: _Read, made: list[_Wired], expected: list[_Wired]
) -> bool:
    """Whether the mode holds for calls that are equal word for word."""
    if mode in ("strict", "in_order"):
        same_roles = mode != "strict" or _roles(ours, theirs) == theirs[0]
        same_number = len(ours[1]) == len(theirs[1])
        return same_roles and same_number and all(map(_same, ours[1], theirs[1]))
    if mode == "superset":
        return Counter(expected) <= Counter(made)
    if mode == "subset":
        return Counter(made) <= Counter(expected)
    return Counter(made) == Counter(expected)


def _roles(ours: _Read, theirs: _Read) -> list[str]:
    """Our roles, without system messages unless the reference has some."""
    if "system" in theirs[0]:
        return ours[0]
    return [role for role in ours[0] if role != "system"]


def _same(ours: list[_Wired], theirs: list[_Wired]) -> bool:
    return ours == theirs or Counter(ours) == Counter(theirs)


def _readable(*sides: list[_Wired]) -> bool:
    """Whether every argument text is a JSON object (or nothing, which is an empty one)."""
    return all(parse_arguments(text)[0] is not None for text in {t for s in sides for _, t in s})
