"""Why the calls of a run do not match: the edits between two turns."""

from collections.abc import Sequence

from odograph.match.arguments import ArgumentRules, Call
from odograph.match.assignment import minimum_cost_assignment
from odograph.match.calls import same_roles
from odograph.match.edits import Edit, spell_call
from odograph.match.order import MatchMode
from odograph.match.trajectory import Turn, without_system
from odograph.trace import SystemMessage

__all__ = ("explain_calls", "pair_calls")

_ASSIGNED_AT_MOST = 64  # calls of one tool; more are paired in the order they come


def explain_calls(mode: MatchMode, run: Turn, reference: Turn, rules: ArgumentRules) -> list[Edit]:
    """List what keeps the calls of `run` from matching; what a mode allows is left out."""
    actual, expected = run.calls, reference.calls
    pairs = pair_calls(actual, expected, rules)
    edits: list[Edit] = []
    for at, to in pairs:
        found = tuple(rules.differences(actual[at], expected[to]))
        if found:
            name = actual[at].name
            edits.append(Edit("changed", f"call {at + 1} {name}", "", found, at, to))
    if mode != "subset":
        paired = {to for _, to in pairs}
        edits += [
            Edit("missing", f"missing call {spell_call(call)}", expected=to)
            for to, call in enumerate(expected)
            if to not in paired
        ]
    if mode in ("strict", "unordered", "subset"):
        paired = {at for at, _ in pairs}
        edits += [
            Edit("extra", f"unexpected call {at + 1} {spell_call(call)}", actual=at)
            for at, call in enumerate(actual)
            if at not in paired
        ]
    return edits or _other_order(mode, run, reference)


def pair_calls(
    actual: Sequence[Call], expected: Sequence[Call], rules: ArgumentRules
) -> list[tuple[int, int]]:
    """Pair calls of equal name at least cost, the cost being the share of arguments that differ.

    Returns:
        Pairs (number in the run, number in the reference), in the order of the run.
    """
    pairs: list[tuple[int, int]] = []
    for name in dict.fromkeys(call.name for call in expected):
        ours = [i for i, call in enumerate(actual) if call.name == name]
        theirs = [i for i, call in enumerate(expected) if call.name == name]
        if not ours:
            continue
        if len(ours) == len(theirs) == 1 or max(len(ours), len(theirs)) > _ASSIGNED_AT_MOST:
            pairs += zip(ours, theirs, strict=False)
            continue
        cost = [[_cost(actual[a], expected[e], rules) for e in theirs] for a in ours]
        pairs += [
            (ours[row], theirs[column])
            for row, column in enumerate(minimum_cost_assignment(cost))
            if column is not None
        ]
    return sorted(pairs)


def _cost(actual: Call, expected: Call, rules: ArgumentRules) -> float:
    """0 for a match, else above 1 by the share of arguments that differ: matches come first."""
    agreeing, whole = rules.agreement(actual, expected)
    return 0.0 if agreeing == whole else 2.0 - agreeing / whole


def _other_order(mode: MatchMode, run: Turn, reference: Turn) -> list[Edit]:
    """Every call has its partner, so it is the order, the batches or the messages that differ."""
    if mode not in ("strict", "in_order"):
        return []
    if mode == "strict" and not same_roles(run, reference):
        ours, theirs = list(run.roles or ()), list(reference.roles or ())
        if SystemMessage.role not in theirs:
            ours = without_system(ours)
        text = f"the run has {_listing(ours)}, the reference {_listing(theirs)}"
        return [Edit("messages", "messages", text)]
    text = f"the run calls {_batches(run)}, the reference {_batches(reference)}"
    return [Edit("order", "order", text)]


def _batches(turn: Turn) -> str:
    if turn.flat:
        return _listing([call.name or "?" for call in turn.calls])
    names = [[call.name or "?" for call in batch] for batch in turn.batches if batch]
    return _listing([one[0] if len(one) == 1 else f"({' & '.join(one)})" for one in names])


def _listing(words: Sequence[str], limit: int = 12) -> str:
    shown = ", ".join(words[:limit]) or "nothing"
    return f"{shown}, ... ({len(words)} in all)" if len(words) > limit else shown
