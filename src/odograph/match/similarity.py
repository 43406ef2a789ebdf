"""How far the calls of a run agree with those of a reference, in order, and what would mend it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from odograph.match.alignment import Pairs, batch_pairs, loose_pairs
from odograph.match.arguments import ArgumentRules, Call
from odograph.match.calls import calls_match
from odograph.match.credit import Credit
from odograph.match.edits import Edit, spell_call
from odograph.match.explain import pair_calls
from odograph.match.trajectory import Turn

__all__ = ("CallAlignment",)


@dataclass(frozen=True)
class CallAlignment:
    """The calls of a run, aligned with those of a reference at least cost.

    Leaving out a call of either side costs 1; pairing two calls of one tool costs the share of
    their arguments that differ; calls of different tools are not paired. The pairing keeps the
    order of the batches, and inside a batch there is none. Against a flat list of calls, a batch
    may stand for any calls that follow each other in the list; otherwise it stands for one batch.
    """

    run: Turn
    reference: Turn
    rules: ArgumentRules

    @property
    def size(self) -> int:
        """Number of calls on both sides, which is the cost of pairing nothing."""
        return len(self.run.calls) + len(self.reference.calls)

    @cached_property
    def pairs(self) -> Pairs:
        """Pairs (number in the run, number in the reference)."""
        made, expected = ([len(b) for b in turn.batches] for turn in (self.run, self.reference))
        align = loose_pairs if self.reference.flat else batch_pairs
        return align(self._saved.table, made, expected)

    @property
    def saved(self) -> tuple[int, int]:
        """What the pairs save of `size`, as a numerator and a denominator."""
        total, unit = self._saved.total(self.pairs), self._saved.unit
        if self.reference.flat and total < unit * self.size and self._is_whole():
            total = unit * self.size
        return total, unit

    def _is_whole(self) -> bool:
        """Whether all match although a batch is too large for the alignment to be exact."""
        run = Turn(None, self.run.batches)
        return calls_match("strict", run, self.reference, self.rules)

    @cached_property
    def _saved(self) -> Credit:
        """What each pair saves: 2 calls left out, less the share of arguments that differ."""
        made, expected = self.run.calls, self.reference.calls
        credit = Credit.of(made, expected, self.rules)
        table = [
            [credit.unit + c if a.name == e.name else 0 for e, c in zip(expected, row, strict=True)]
            for a, row in zip(made, credit.table, strict=True)
        ]
        return Credit(table, credit.unit)

    def edits(self) -> list[Edit]:
        """List what would make the run match, in the order of the run, then what it lacks."""
        made, expected = self.run.calls, self.reference.calls
        edits: list[Edit] = []
        for at, to in self.pairs:
            found = tuple(self.rules.differences(made[at], expected[to]))
            if found:
                edits.append(Edit("changed", f"call {at + 1} {made[at].name}", "", found, at, to))
        surplus = _others(made, [at for at, _ in self.pairs])
        lacking = _others(expected, [to for _, to in self.pairs])
        for at, to in self._moved(surplus, lacking):
            subject = f"call {at + 1} {spell_call(made[at])}"
            edits.append(Edit("moved", subject, self._way(at, to), (), at, to))
            surplus.remove(at)
            lacking.remove(to)
        edits += [
            Edit("extra", f"unexpected call {at + 1} {spell_call(made[at])}", actual=at)
            for at in surplus
        ]
        edits.sort(key=lambda edit: edit.actual or 0)
        return edits + [
            Edit("missing", f"missing call {spell_call(expected[to])}", expected=to)
            for to in lacking
        ]

    def _moved(self, surplus: Sequence[int], lacking: Sequence[int]) -> Pairs:
        """Pair the calls left over that would match but for their place."""
        made = [self.run.calls[at] for at in surplus]
        expected = [self.reference.calls[to] for to in lacking]
        return [
            (surplus[a], lacking[e])
            for a, e in pair_calls(made, expected, self.rules)
            if self.rules.admits(made[a], expected[e])
        ]

    def _way(self, at: int, to: int) -> str:
        if self.reference.flat:
            return f"out of order, expected as call {to + 1}"
        here, there = (_step(*one) for one in ((self.run, at), (self.reference, to)))
        return f"made in step {here}, expected in step {there}"


def _others(calls: Sequence[Call], paired: Sequence[int]) -> list[int]:
    return sorted(set(range(len(calls))) - set(paired))


def _step(turn: Turn, call: int) -> int:
    """Number the AI message of a call among those that make calls, from 1."""
    step = 0
    for batch in turn.batches:
        step += bool(batch)
        call -= len(batch)
        if call < 0:
            break
    return step
