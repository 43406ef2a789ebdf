"""The five modes, over sequences of batches whose members have no order among themselves.

A batch is the calls of one AI message, or the nodes of one superstep.

* `strict`: the same batches in the same order.
* `in_order`: what the reference orders is ordered in the run, with anything between.
* `unordered`: equal multisets. `subset`: nothing beyond the reference. `superset`: all of it.

A reference that is a flat list says nothing of batches. It then matches if some order of the
members of each batch of the run makes it match, so a parallel batch may be listed in any order.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal, get_args

from odograph.errors import InputError
from odograph.match.pairing import Pairing

__all__ = ("MatchMode", "check_match_mode", "holds", "holds_flat")

MatchMode = Literal["strict", "in_order", "unordered", "subset", "superset"]

_MODES = get_args(MatchMode)
Batches = Sequence[Sequence[Any]]


def check_match_mode(mode: Any) -> None:
    """Refuse a mode that does not exist.

    Raises:
        InputError: naming the modes there are.
    """
    if mode not in _MODES:
        raise InputError.of(f"must be one of {', '.join(_MODES)}", mode, place="mode")


def holds(mode: MatchMode, actual: Batches, expected: Batches, pairing: Pairing[Any, Any]) -> bool:
    """Whether the batches of the run match those of the reference."""
    if mode == "strict":
        return len(actual) == len(expected) and all(
            len(a) == len(e) == pairing.size(a, e) for a, e in zip(actual, expected, strict=True)
        )
    if mode == "in_order":
        return _embeds(actual, expected, pairing)
    return _holds_as_multiset(mode, actual, list(chain.from_iterable(expected)), pairing)


def holds_flat(
    mode: MatchMode, actual: Batches, expected: Sequence[Any], pairing: Pairing[Any, Any]
) -> bool:
    """Whether the batches of the run match a reference that is a flat list."""
    if mode not in ("strict", "in_order"):
        return _holds_as_multiset(mode, actual, expected, pairing)
    if mode == "strict" and sum(map(len, actual)) != len(expected):
        return False
    done = 0
    for batch in actual:
        if mode == "strict":
            served = pairing.size(batch, expected[done : done + len(batch)])
            if served < len(batch):
                return False
        else:
            served = pairing.prefix(batch, expected[done : done + len(batch)])
        done += served
    return done == len(expected)


def _holds_as_multiset(
    mode: MatchMode, actual: Batches, expected: Sequence[Any], pairing: Pairing[Any, Any]
) -> bool:
    members = list(chain.from_iterable(actual))
    needed = {
        "unordered": max(len(members), len(expected)),
        "subset": len(members),
        "superset": len(expected),
    }[mode]
    if needed > min(len(members), len(expected)):
        return False
    return pairing.size(members, expected) == needed


def _embeds(actual: Batches, expected: Batches, pairing: Pairing[Any, Any]) -> bool:
    """Whether each expected batch finds its members in batches after those of the one before.

    Taking the earliest end for each batch is enough: a later end only leaves less for the rest.
    """
    start = 0
    for wanted in expected:
        end = pairing.cover(actual, start, wanted) if wanted else start
        if end is None:
            return False
        start = end
    return True
