"""Do the calls of a run match those of a reference, and how many of them."""

from collections.abc import Hashable, Sequence
from itertools import chain
from typing import Any

from odograph.match.arguments import EXACT, ArgumentRules, Call
from odograph.match.order import MatchMode, holds, holds_flat
from odograph.match.pairing import ByKey, ByLabel, Pairing
from odograph.match.trajectory import Turn, without_system
from odograph.trace import SystemMessage

__all__ = ("calls_match", "count_matches", "same_roles")


def calls_match(mode: MatchMode, run: Turn, reference: Turn, rules: ArgumentRules) -> bool:
    """Whether the calls of `run` match those of `reference`.

    Strict, against messages, wants the same roles too; system messages count only if the
    reference has some, since a recorded run begins with the prompt and a reference seldom does.
    """
    if mode == "strict" and not same_roles(run, reference):
        return False
    pairing, ours, theirs = _prepared(run, reference, rules)
    if reference.flat:
        return holds_flat(mode, [b for b in ours if b], [c for b in theirs for c in b], pairing)
    if mode == "strict" and run.roles is None:
        ours, theirs = [b for b in ours if b], [b for b in theirs if b]
    return holds(mode, ours, theirs, pairing)


def count_matches(run: Turn, reference: Turn, rules: ArgumentRules) -> int:
    """Size of a maximum matching between the calls of a run and those of a reference."""
    pairing, ours, theirs = _prepared(run, reference, rules)
    return pairing.size(list(chain.from_iterable(ours)), list(chain.from_iterable(theirs)))


def same_roles(run: Turn, reference: Turn) -> bool:
    """Whether the messages of two turns have the same roles, as far as they are known."""
    if run.roles is None or reference.roles is None:
        return True
    if SystemMessage.role in reference.roles:
        return list(run.roles) == list(reference.roles)
    return without_system(run.roles) == list(reference.roles)


Batches = Sequence[Sequence[Any]]


def _prepared(
    run: Turn, reference: Turn, rules: ArgumentRules
) -> tuple[Pairing[Any, Any], Batches, Batches]:
    """Put keys in place of the calls and count them where every call has one.

    Else a call goes as (tool, key, call): calls with keys match where these are equal.
    """
    our_keys, their_keys = _keys(run, rules), _keys(reference, rules)
    if not any(None in batch for batch in chain(our_keys, their_keys)):
        return ByKey(), our_keys, their_keys

    def admits(actual: _Item, expected: _Item) -> bool:
        if actual[1] is None or expected[1] is None:
            return rules.admits(actual[2], expected[2])
        return actual[1] == expected[1]

    return ByLabel(admits), _items(run.batches, our_keys), _items(reference.batches, their_keys)


def _keys(turn: Turn, rules: ArgumentRules) -> Sequence[Sequence[Hashable | None]]:
    if rules == EXACT:
        return turn.exact_keys
    return [[rules.key(call) for call in batch] for batch in turn.batches]


_Item = tuple[str | None, Hashable | None, Call]


def _items(
    batches: Sequence[Sequence[Call]], keys: Sequence[Sequence[Hashable | None]]
) -> list[list[_Item]]:
    return [
        [(call.name, key, call) for call, key in zip(*pair, strict=True)]
        for pair in zip(batches, keys, strict=True)
    ]
