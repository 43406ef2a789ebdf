"""What every policy is: a verdict over the calls of a run, without a reference."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from odograph.match.selection import Picked
from odograph.match.trajectory import calls_are_known
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import CallRecord, Sample, Which

__all__ = ("Findings", "Policy", "Violation", "made")

_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Violation:
    """A call that breaks a policy, and why."""

    picked: Picked
    why: str

    def __str__(self) -> str:
        return f"{self.picked}: {self.why}"

    def as_dict(self) -> dict[str, Any]:
        """Write the violation as JSON values."""
        record = self.picked.record
        return {
            "call": self.picked.number,
            "message": record.message,
            "node": record.node,
            "tool": record.name,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Findings:
    """What a policy found.

    Attributes:
        checked: what was looked at, in words.
        judged: number of calls that the policy is about.
    """

    checked: str
    judged: int
    violations: Sequence[Violation]


class Policy(Metric):
    """Base of the policies: True if it is kept, also where there was nothing to judge.

    `details` says how many calls were judged, so that a policy that was never put to the test can
    be told from one that was kept. A single-turn sample without recorded calls is unscored.
    """

    @abstractmethod
    def _find(self, sample: Sample) -> Findings | Score:
        """Judge the calls; a score where they cannot be judged."""

    def _measure(self, sample: Sample) -> Score:
        if not calls_are_known(sample):
            return Score.unscored("data", "the sample holds neither messages nor calls")
        found = self._find(sample)
        if isinstance(found, Score):
            return found
        details = {
            "judged": found.judged,
            "violations": [one.as_dict() for one in found.violations],
        }
        if not found.violations:
            return Score(True, f"kept: {found.checked}", details)
        lines = [f"broken: {counted(len(found.violations), 'violation')}; {found.checked}"]
        lines += map(str, found.violations[:_SHOWN])
        if len(found.violations) > _SHOWN:
            lines.append(f"... and {len(found.violations) - _SHOWN} more")
        return Score(False, "\n".join(lines), details)


def made(picked: Sequence[Picked], records: Sequence[CallRecord], which: Which, of: object) -> str:
    """Say what was looked at: `2 of 5 requested calls are of search`."""
    total = sum(1 for record in records if record.call(which) is not None)
    verb = "is" if len(picked) == 1 else "are"
    return f"{len(picked)} of {counted(total, f'{which} call')} {verb} of {of}"
