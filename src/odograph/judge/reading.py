"""Answers of models as data: one JSON object, whatever stands around it, or a clear refusal.

Text that can be read in two ways is not read at all: a judge asks again rather than guess.
"""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from odograph.judge.judge import JudgeError
from odograph.trace.values import is_list, is_mapping

__all__ = ("read_answer", "read_json")

Out = TypeVar("Out", bound=BaseModel)

_MOST_CHARACTERS = 500_000
_DEEPEST = 50
_THOUGHT = re.compile(r"[^{]*?<(think|thinking|reasoning)>", re.IGNORECASE)
_STRAY_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])', re.DOTALL)
# strings as wholes; a single quote begins one only where Python would have a key or a value begin
_TOKEN = re.compile(
    r'''"(?:[^"\\]|\\.)*"|[{\[,:]\s*'(?:[^'\\]|\\.)*'|[{}\[\]]|"''',
    re.DOTALL,
)
_PAIRS = {"}": "{", "]": "["}


def read_answer(reply: Any, output: type[Out]) -> Out:
    """Read a reply, text or data, into the model of a task's answer.

    A text without any brace is itself the value, where the model has but a reason and a value.

    Raises:
        JudgeError: there is not exactly one object in the text, or it does not fit the model.
    """
    data: Any = reply
    if isinstance(reply, str):
        plain = "{" not in reply and output.model_fields.keys() == {"reason", "value"}
        data = {"reason": reply.strip(), "value": reply} if plain else read_json(reply)
    try:
        return output.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the answer"
        shown = repr(first["input"])[:80]
        raise JudgeError(f"{place}: {first['msg']}, got {shown}") from None


def read_json(reply: str) -> dict[str, Any]:
    """Find the one JSON object of a reply.

    Code fences, prose and closed blocks of thought around it are passed over; trailing commas
    outside of strings and Python's literals are mended, without running code. Line breaks inside
    strings are allowed.

    Raises:
        JudgeError: no object, several different ones, one that is cut off or malformed or names a
            key twice, or a number that is not finite.
    """
    if len(reply) > _MOST_CHARACTERS:
        raise JudgeError(f"the reply has {len(reply)} characters")
    text = _after_thought(reply)
    found: list[dict[str, Any]] = []
    for one in _objects(text):
        if one not in found:
            found.append(one)
    if len(found) != 1:
        told = f"{len(found)} different objects" if found else "no JSON object"
        raise JudgeError(f"the reply must hold one JSON object, it has {told}")
    return found[0]


def _after_thought(reply: str) -> str:
    """Leave out a block of thought at the beginning, whose drafts are no answers."""
    opening = _THOUGHT.match(reply)
    if opening is None:
        return reply
    _, end, rest = reply.partition(f"</{opening[1]}>")
    if not end:
        raise JudgeError("the reply ends inside a thought")
    return rest


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the outermost objects; inside a broken one nothing is looked for."""
    at = text.find("{")
    while at >= 0:
        end = _end_of(text, at)
        block = text[at:end]
        if ":" in block:  # else it is a word in braces
            yield _parse(block)
        at = text.find("{", end)


def _end_of(text: str, start: int) -> int:
    """Find where the bracket at `start` closes, skipping strings."""
    stack: list[str] = []
    for token in _TOKEN.finditer(text, start):
        mark = token.group()[0]
        if mark in "{[":
            stack.append(mark)
        elif mark in _PAIRS and stack.pop() != _PAIRS[mark]:
            raise JudgeError(f"the object of the reply is malformed at character {token.start()}")
        if len(stack) > _DEEPEST:
            raise JudgeError("the reply is nested too deeply")
        if not stack:
            return token.end()
        if token.group() == '"':  # a string that never ends
            break
    raise JudgeError("the object of the reply is cut off")


def _parse(block: str) -> dict[str, Any]:
    for candidate in (block, _STRAY_COMMA.sub(r"\1", block)):
        try:
            return _checked(
                json.loads(
                    candidate,
                    strict=False,
                    object_pairs_hook=_once,
                    parse_constant=_refuse_constant,
                )
            )
        except (ValueError, RecursionError):
            continue
    return _checked(_literal(block))


def _literal(block: str) -> Any:
    """Read a literal of Python, as small models write them."""
    try:
        tree = ast.parse(block.strip(), mode="eval").body
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                keys = [ast.literal_eval(key) for key in node.keys if key is not None]
                if len(set(keys)) < len(node.keys):
                    raise JudgeError("the reply names a key twice")
        return ast.literal_eval(tree)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise JudgeError("the object of the reply is malformed") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise JudgeError("the reply names a key twice")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise JudgeError(f"{name} is no value of JSON")


def _checked(value: Any) -> dict[str, Any]:
    if not is_mapping(value) or not _is_json(value):
        raise JudgeError("the reply must hold a JSON object")
    return dict(value)


def _is_json(value: Any) -> bool:
    if is_mapping(value):
        return all(isinstance(key, str) for key in value) and all(map(_is_json, value.values()))
    if is_list(value):
        return all(map(_is_json, value))
    if isinstance(value, float):
        return value - value == 0  # finite
    return isinstance(value, str | int | None)
