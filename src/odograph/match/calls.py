"""Do the calls of a run match those of a reference, and how many of them."""

from collections.abc import Callable, Sequence
from typing import Any

from odograph.match.arguments import ArgumentRules, Call
from odograph.match.order import MatchMode, holds, holds_flat
from odograph.match.pairing import ByKey, ByRelation, Pairing
from odograph.match.trajectory import Turn, without_system

__all__ = ("calls_match", "count_matches")


def calls_match(mode: MatchMode, run: Turn, reference: Turn, rules: ArgumentRules) -> bool:
    """Whether the calls of `run` match those of `reference`.

    Strict, against messages, wants the same roles too; system messages count only if the
    reference has some, since a recorded run begins with the prompt and a reference seldom does.
    """
    if mode == "strict" and not _same_roles(run, reference):
        return False
    pairing, prepare = _pairing(run.calls, reference.calls, rules)
    ours = [prepare(batch) for batch in run.batches]
    if reference.flat:
        flat = [batch for batch in ours if batch]
        return holds_flat(mode, flat, prepare(reference.calls), pairing)
    theirs = [prepare(batch) for batch in reference.batches]
    if mode == "strict" and run.roles is None:
        ours, theirs = [b for b in ours if b], [b for b in theirs if b]
    return holds(mode, ours, theirs, pairing)


def count_matches(actual: Sequence[Call], expected: Sequence[Call], rules: ArgumentRules) -> int:
    """Size of a maximum matching between calls of the run and expected ones."""
    pairing, prepare = _pairing(actual, expected, rules)
    return pairing.size(prepare(actual), prepare(expected))


def _same_roles(run: Turn, reference: Turn) -> bool:
    if run.roles is None or reference.roles is None:
        return True
    if "system" in reference.roles:
        return list(run.roles) == list(reference.roles)
    return without_system(run.roles) == list(reference.roles)


Prepare = Callable[[Sequence[Call]], Sequence[Any]]


def _pairing(
    actual: Sequence[Call], expected: Sequence[Call], rules: ArgumentRules
) -> tuple[Pairing[Any, Any], Prepare]:
    """Choose counting by keys where every call has one, else the relation."""
    keys: dict[int, Any] = {}
    for call in (*expected, *actual):
        key = rules.key(call)
        if key is None:
            return ByRelation(rules.admits), lambda calls: calls
        keys[id(call)] = key
    return ByKey(), lambda calls: [keys[id(call)] for call in calls]
