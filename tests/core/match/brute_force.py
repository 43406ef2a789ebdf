"""Verdicts by trying every pairing and every order: slow, plain, and apart from the library.

A case is written in tokens: `H` is a human message, `M` an AI message, and a call belongs to the
AI message before it. A call is (tool, arguments, fate), where the fate says what came of it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any, Literal

from odograph.trace import (
    AIMessage,
    HumanMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

__all__ = (
    "CALLS",
    "Call",
    "Side",
    "Token",
    "admits",
    "matching",
    "messages_of",
    "sides_of",
    "verdict",
)

Fate = Literal["unanswered", "error", "success"]
Call = tuple[str, dict[str, Any], Fate]
Token = Literal["H", "M"] | Call
Batch = Sequence[Call]

ARGUMENTS: list[dict[str, Any]] = [
    {},
    {"x": 1},
    {"x": 2},
    {"x": 1, "y": 1},
    {"x": 1.0},
    {"x": True},
]
CALLS: list[Call] = [
    *(("f", args, "success") for args in ARGUMENTS),
    ("f", {"x": 1}, "error"),
    ("f", {"x": 1}, "unanswered"),
    ("g", {}, "success"),
    ("g", {"x": 1}, "error"),
]


@dataclass
class Side:
    """One turn: the roles of its messages, None where unknown, and the calls by AI message."""

    roles: list[str] | None = field(default_factory=list[str])
    batches: list[list[Call]] = field(default_factory=list[list[Call]])

    @property
    def calls(self) -> list[Call]:
        return [call for batch in self.batches for call in batch]


def sides_of(tokens: Sequence[Token]) -> list[Side]:
    """The turns of a conversation: a human message begins one, unless it continues another."""
    turns = [Side()]
    results: list[str] = []
    before: Token | None = None

    def close() -> None:
        assert turns[-1].roles is not None
        turns[-1].roles += results
        results.clear()

    for token in tokens:
        roles = turns[-1].roles
        assert roles is not None
        if token == "H":
            close()
            if before != "H" and roles:
                turns.append(Side())
                roles = turns[-1].roles
            assert roles is not None
            roles.append("user")
        elif token == "M" or before in (None, "H"):
            close()
            roles.append("assistant")
            turns[-1].batches.append([])
        if isinstance(token, tuple):
            turns[-1].batches[-1].append(token)
            if token[2] != "unanswered":
                results.append("tool")
        before = token
    close()
    return turns


def messages_of(tokens: Sequence[Token], system: bool) -> list[Message]:
    """The same conversation as the library reads it."""
    messages: list[Message] = [SystemMessage("be kind")] if system else []
    for number, turn in enumerate(sides_of(tokens)):
        batches = iter(turn.batches)
        for role in turn.roles or ():
            if role == "user":
                messages.append(HumanMessage("q"))
            elif role == "assistant":
                batch = next(batches)
                ids = [f"{number}-{len(messages)}-{i}" for i in range(len(batch))]
                calls = [ToolCall(c[0], c[1], i) for c, i in zip(batch, ids, strict=True)]
                messages.append(AIMessage(tool_calls=calls))
                for (_, _, fate), call_id in zip(batch, ids, strict=True):
                    if fate != "unanswered":
                        messages.append(ToolMessage("r", tool_call_id=call_id, status=fate))
    return messages


def same(left: Any, right: Any) -> bool:
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return bool(left == right)


def admits(mode: str, actual: Call, expected: Call) -> bool:
    """Whether a call may stand for an expected one."""
    have, want = actual[1], expected[1]
    holds = {
        "exact": have.keys() == want.keys() and all(same(have[k], want[k]) for k in have),
        "ignore": True,
        "subset": all(k in want and same(have[k], want[k]) for k in have),
        "superset": all(k in have and same(have[k], want[k]) for k in want),
    }
    return actual[0] == expected[0] and holds[mode]


Admits = Callable[[Call, Call], bool]


def matching(actual: Sequence[Call], expected: Sequence[Call], fits: Admits) -> int:
    """Size of the largest one-to-one pairing."""
    if not expected:
        return 0
    first, rest = expected[0], expected[1:]
    best = matching(actual, rest, fits)
    for i, call in enumerate(actual):
        if fits(call, first):
            best = max(best, 1 + matching([*actual[:i], *actual[i + 1 :]], rest, fits))
    return best


def orders(batches: Iterable[Batch]) -> Iterable[list[Call]]:
    """Every order of the calls in which those of one batch are shuffled among themselves."""
    for shuffled in product(*(permutations(batch) for batch in batches)):
        yield [call for batch in shuffled for call in batch]


def pairwise(actual: Sequence[Call], expected: Sequence[Call], fits: Admits) -> bool:
    return len(actual) == len(expected) and all(map(fits, actual, expected))


def subsequence(actual: Sequence[Call], expected: Sequence[Call], fits: Admits) -> bool:
    if not expected:
        return True
    return any(
        fits(call, expected[0]) and subsequence(actual[i + 1 :], expected[1:], fits)
        for i, call in enumerate(actual)
    )


def embeds(actual: Sequence[Batch], expected: Sequence[Batch], fits: Admits) -> bool:
    """Whether every expected call has a call of its own, of later batches strictly later."""
    ours = [(step, call) for step, batch in enumerate(actual) for call in batch]
    theirs = [(step, call) for step, batch in enumerate(expected) for call in batch]
    for chosen in permutations(ours, len(theirs)):
        pairs = list(zip(chosen, theirs, strict=True))
        if all(fits(mine[1], wanted[1]) for mine, wanted in pairs) and all(
            one[0][0] < other[0][0] for one in pairs for other in pairs if one[1][0] < other[1][0]
        ):
            return True
    return False


def verdict(mode: str, run: Side, reference: Side, fits: Admits) -> bool:
    """What design says of one turn of a run and one of a reference (flat: roles None)."""
    actual, expected = run.calls, reference.calls
    hits = matching(actual, expected, fits)
    if mode == "unordered":
        return hits == len(actual) == len(expected)
    if mode == "subset":
        return hits == len(actual)
    if mode == "superset":
        return hits == len(expected)
    flat = reference.roles is None
    if mode == "in_order":
        if not flat:
            return embeds(run.batches, reference.batches, fits)
        return any(subsequence(order, expected, fits) for order in orders(run.batches))
    if flat:
        return any(pairwise(order, expected, fits) for order in orders(run.batches))
    return run.roles == reference.roles and all(
        any(pairwise(order, wanted, fits) for order in orders([batch]))
        for batch, wanted in zip(run.batches, reference.batches, strict=True)
    )
