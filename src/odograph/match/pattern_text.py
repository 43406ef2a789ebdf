"""The text of a path pattern, read into what the automaton is built of.

The grammar:

    pattern = route ("|" route)*
    route   = part (">" part)*
    part    = member ("&" member)*
    member  = (name ["[" pattern "]"] | "_" | "..." | "(" pattern ")") [repetition]
    repetition = "*" | "+" | "?" | "{2}" | "{2,4}" | "{2,}"

It is read by recursive descent.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from odograph.errors import InputError
from odograph.match.automaton import (
    Automaton,
    Choice,
    Expression,
    Member,
    NodeTest,
    Repeat,
    Series,
    StepTest,
)

__all__ = ("read_pattern", "spell_node")

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<name>\w+(?:[.:/-]\w+)*)
      | (?P<quoted>'(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)+")
      | (?P<sign>\.\.\.|[>&|()\[\]])
      | (?P<repetition>[*+?]|\{\s*\d+\s*(?:,\s*\d*\s*)?\})
    )""",
    re.VERBOSE,
)
_PLAIN = re.compile(r"\w+(?:[.:/-]\w+)*")
_DEEPEST = 50
_SHOWN_BEFORE = 24

_ANY_NODE = NodeTest(None)
_ANY_STEP = Repeat(StepTest([Member([_ANY_NODE], 0, None)], "..."), 0, None)


def read_pattern(text: str) -> Expression:
    """Read a pattern.

    Raises:
        InputError: the text is no pattern; the place is the column, the text says what was
            expected there and what stands before it.
    """
    return _Reader(text).whole()


def spell_node(name: str) -> str:
    """Write the name of a node as a pattern takes it, in quotes where it must be."""
    if name != "_" and _PLAIN.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Operand:
    """An expression that may still become a member of a step."""

    expression: Expression
    token: _Token
    bounds: tuple[int, int | None] | None


class _Reader:
    """Reads with one token of look-ahead."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._split()
        self._token = next(self._tokens)
        self._end = 0
        self._depth = 0

    def whole(self) -> Expression:
        expression = self._pattern()
        if self._token.kind != "end":
            self._refuse("'>', '&', '|' or the end")
        return expression

    def _split(self) -> Iterator[_Token]:
        at = 0
        stop = len(self._text.rstrip())
        while at < stop:
            found = _TOKEN.match(self._text, at)
            if found is None:
                at += len(self._text[at:]) - len(self._text[at:].lstrip())
                yield _Token("unreadable", self._text[at], at, at + 1)
                return
            kind = found.lastgroup or ""
            yield _Token(kind, found[kind], found.start(kind), found.end())
            at = found.end()
        yield _Token("end", "", stop, stop)

    def _take(self) -> _Token:
        taken = self._token
        self._end = taken.end
        self._token = next(self._tokens, taken)
        return taken

    def _is(self, sign: str) -> bool:
        return self._token.kind == "sign" and self._token.text == sign

    def _refuse(self, wanted: str, token: _Token | None = None) -> NoReturn:
        token = token or self._token
        got = {
            "end": "the end",
            "unreadable": f"{token.text!r} (a name with such characters goes in quotes)",
        }.get(token.kind, repr(token.text))
        before = self._text[: token.start].strip()
        if len(before) > _SHOWN_BEFORE:
            before = f"...{before[-_SHOWN_BEFORE:]}"
        where = f" after {before!r}" if before else ""
        raise InputError(f"expected {wanted}{where}, got {got}", place=f"column {token.start + 1}")

    def _pattern(self) -> Expression:
        routes = [self._route()]
        while self._is("|"):
            self._take()
            routes.append(self._route())
        return routes[0] if len(routes) == 1 else Choice(routes)

    def _route(self) -> Expression:
        parts = [self._part()]
        while self._is(">"):
            self._take()
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else Series(parts)

    def _part(self) -> Expression:
        start = self._token.start
        first = self._operand()
        if not self._is("&"):
            if first.bounds is None:
                return first.expression
            return Repeat(first.expression, *first.bounds)
        members = self._members(first)
        while self._is("&"):
            self._take()
            members += self._members(self._operand())
        return StepTest(members, " ".join(self._text[start : self._end].split()))

    def _operand(self) -> _Operand:
        token = self._token
        expression = self._atom()
        bounds = None
        if self._token.kind == "repetition":
            if expression is _ANY_STEP:
                self._refuse("no repetition of '...', which is any number already")
            bounds = self._bounds(self._take())
            if self._token.kind == "repetition":
                self._refuse("one repetition only (use parentheses)")
        return _Operand(expression, token, bounds)

    def _atom(self) -> Expression:
        if self._token.kind in ("name", "quoted"):
            return self._node(self._take())
        if self._is("..."):
            self._take()
            return _ANY_STEP
        if not self._is("("):
            self._refuse("a node, '_', '...' or '('")
        return self._enclosed(")")

    def _node(self, token: _Token) -> StepTest:
        quoted = token.kind == "quoted"
        name = re.sub(r"\\(.)", r"\1", token.text[1:-1]) if quoted else token.text
        inner = Automaton(self._enclosed("]")) if self._is("[") else None
        any_node = token.text == "_"
        test = NodeTest(None if any_node else name, inner)
        text = token.text if inner is None else self._text[token.start : self._end]
        return StepTest([Member([test])], " ".join(text.split()) if inner else text)

    def _enclosed(self, close: str) -> Expression:
        if self._depth == _DEEPEST:
            self._refuse(f"at most {_DEEPEST} levels of parentheses and brackets")
        self._depth += 1
        self._take()
        expression = self._pattern()
        if not self._is(close):
            self._refuse(f"'>', '&', '|' or {close!r}")
        self._take()
        self._depth -= 1
        return expression

    def _bounds(self, token: _Token) -> tuple[int, int | None]:
        if token.text in "*+?":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[token.text]
        low, comma, high = token.text.strip("{}").partition(",")
        least = int(low)
        most = (int(high) if high.strip() else None) if comma else least
        if most is not None and (most < least or not most):
            self._refuse("bounds such as {2}, {2,4} or {2,}", token)
        return least, most

    def _members(self, operand: _Operand) -> list[Member]:
        """Read an operand of `&` as members of one step."""
        expression = operand.expression
        if expression is _ANY_STEP:
            return [Member([_ANY_NODE], 0, None)]
        if operand.bounds is None and isinstance(expression, StepTest):
            return list(expression.members)
        options = expression.parts if isinstance(expression, Choice) else [expression]
        tests: list[NodeTest] = []
        for option in options:
            if not isinstance(option, StepTest) or not _is_one_node(option):
                self._refuse("a node, or a choice of nodes, as member of one step", operand.token)
            tests += option.nodes
        return [Member(tests, *(operand.bounds or (1, 1)))]


def _is_one_node(step: StepTest) -> bool:
    return len(step.members) == 1 and (step.members[0].least, step.members[0].most) == (1, 1)
