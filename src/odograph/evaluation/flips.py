"""Cases that passed before and fail now, or the other way round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from odograph.evaluation.attempts import Attempt
from odograph.evaluation.divergence import Divergence, first_divergence
from odograph.stats import benjamini_hochberg, fisher_exact_test
from odograph.trace import Sample

__all__ = ("Flip", "find_flips")

Tally = tuple[int, int]
_SURE = 0.05
_Cases = Mapping[str, Sequence[Attempt]]
_Runs = Callable[[Attempt], Sample | None]


@dataclass(frozen=True)
class Flip:
    """A case most of whose attempts pass on one side and fail on the other, or that surely changed.

    Attributes:
        baseline: attempts that passed, and all of them.
        candidate: the same for the candidate.
        p_value: of Fisher's exact test of the two rates.
        q_value: the same, adjusted for the number of cases (Benjamini-Hochberg).
        divergence: where the candidate's failing runs part from passing ones, if samples tell it.
    """

    case_id: str
    baseline: Tally
    candidate: Tally
    p_value: float
    q_value: float
    divergence: Divergence | None = None

    @property
    def broke(self) -> bool:
        """Whether it passed before and fails now."""
        return _share(self.candidate) < _share(self.baseline)

    def __str__(self) -> str:
        before, after = ("{}/{}".format(*one) for one in (self.baseline, self.candidate))
        return f"{self.case_id}: {before} passed, now {after}"

    def as_dict(self) -> dict[str, Any]:
        """Write it as JSON values."""
        return {
            "case_id": self.case_id,
            "broke": self.broke,
            "baseline": list(self.baseline),
            "candidate": list(self.candidate),
            "p_value": self.p_value,
            "q_value": self.q_value,
            "divergence": None if self.divergence is None else self.divergence.as_dict(),
        }


def find_flips(
    baseline: _Cases, candidate: _Cases, passes_at: float, runs: tuple[_Runs, _Runs]
) -> tuple[Flip, ...]:
    """Find the flipped cases among those that both have, the broken ones first.

    A case with half of its attempts passing is on neither side; one whose rates differ at a
    q-value of 0.05 is told in any case.

    Args:
        baseline: attempts by case.
        candidate: the same for the candidate.
        passes_at: the value at which an attempt passes.
        runs: the sample of an attempt, for either side; None where there is none.
    """
    tallies: dict[str, tuple[Tally, Tally]] = {}
    for case in baseline:
        before, after = (_tally(side.get(case, ()), passes_at) for side in (baseline, candidate))
        if before[1] and after[1]:
            tallies[case] = before, after
    p_values = [fisher_exact_test(*pair) for pair in tallies.values()]
    adjusted = benjamini_hochberg(p_values)
    found: list[Flip] = []
    for (case, pair), p, q in zip(tallies.items(), p_values, adjusted, strict=True):
        before, after = pair
        # of two shares less a half, one above 0 and one below have a negative product
        if (_share(before) - 0.5) * (_share(after) - 0.5) < 0 or q <= _SURE:
            flip = Flip(case, before, after, p, q)
            if flip.broke:
                parted = _divergence((baseline[case], candidate[case]), passes_at, runs)
                flip = replace(flip, divergence=parted)
            found.append(flip)
    return tuple(sorted(found, key=lambda flip: (not flip.broke, flip.p_value)))


def _tally(attempts: Sequence[Attempt], bar: float) -> Tally:
    known = [told for one in attempts if (told := one.passes(bar)) is not None]
    return sum(known), len(known)


def _share(tally: Tally) -> float:
    return tally[0] / tally[1]


def _divergence(
    sides: tuple[Sequence[Attempt], Sequence[Attempt]], bar: float, runs: tuple[_Runs, _Runs]
) -> Divergence | None:
    """Hold the candidate's failing runs of a case against all runs of it that pass."""
    before, after = runs
    passing = [before(one) for one in sides[0] if one.passes(bar)]
    passing += [after(one) for one in sides[1] if one.passes(bar)]
    failing = [after(one) for one in sides[1] if one.passes(bar) is False]
    return first_divergence(
        [run for run in passing if run is not None], [run for run in failing if run is not None]
    )
