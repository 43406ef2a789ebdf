"""Do the calls of a run match those of a reference, and how many of them."""

from collections.abc import Hashable, Sequence
from typing import Any

from odograph.match.arguments import ArgumentRules, Call
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
    pairing, ours, theirs = _prepared(run.batches, reference.batches, rules)
    if reference.flat:
        return holds_flat(mode, [b for b in ours if b], [c for b in theirs for c in b], pairing)
    if mode == "strict" and run.roles is None:
        ours, theirs = [b for b in ours if b], [b for b in theirs if b]
    return holds(mode, ours, theirs, pairing)


def count_matches(actual: Sequence[Call], expected: Sequence[Call], rules: ArgumentRules) -> int:
    """Size of a maximum matching between calls of the run and expected ones."""
    pairing, (ours,), (theirs,) = _prepared([actual], [expected], rules)
    return pairing.size(ours, theirs)


def same_roles(run: Turn, reference: Turn) -> bool:
    """Whether the messages of two turns have the same roles, as far as they are known."""
    if run.roles is None or reference.roles is None:
        return True
    if SystemMessage.role in reference.roles:
        return list(run.roles) == list(reference.roles)
    return without_system(run.roles) == list(reference.roles)


Batches = Sequence[Sequence[Any]]


def _prepared(
    ours: Sequence[Sequence[Call]], theirs: Sequence[Sequence[Call]], rules: ArgumentRules
) -> tuple[Pairing[Any, Any], Batches, Batches]:
    """Put keys in place of the calls and count them where every call has one.

    Else a call goes as (tool, key, call): calls with keys match where these are equal.
    """
    our_keys = [[rules.key(call) for call in batch] for batch in ours]
    their_keys = [[rules.key(call) for call in batch] for batch in theirs]
    if all(key is not None for keys in (our_keys, their_keys) for batch in keys for key in batch):
        return ByKey(), our_keys, their_keys

    def admits(actual: _Item, expected: _Item) -> bool:
        if actual[1] is None or expected[1] is None:
            return rules.admits(actual[2], expected[2])
        return actual[1] == expected[1]

    return ByLabel(admits), _items(ours, our_keys), _items(theirs, their_keys)


_Item = tuple[str | None, Hashable | None, Call]


def _items(
    batches: Sequence[Sequence[Call]], keys: Sequence[Sequence[Hashable | None]]
) -> list[list[_Item]]:
    return [
        [(call.name, key, call) for call, key in zip(*pair, strict=True)]
        for pair in zip(batches, keys, strict=True)
    ]
