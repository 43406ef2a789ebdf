"""What the judge took, apart from what the judged agent took."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from odograph.metrics.score import Score
from odograph.trace.values import is_mapping

__all__ = ("JudgeUsage",)


@dataclass(frozen=True, slots=True)
class JudgeUsage:
    """Calls of the judge, failed ones too, and their tokens.

    Attributes:
        cost: in US dollars; None if a call did not tell its own, 0.0 for no call at all.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0

    @classmethod
    def of(cls, scores: Iterable[Score]) -> "JudgeUsage":
        """Add up what scores tell in `details["judge"]`; a score without it took nothing."""
        whole = cls()
        for score in scores:
            told: Any = score.details.get("judge") if score.details else None
            if is_mapping(told):
                whole += cls(
                    told.get("calls") or 0,
                    told.get("input_tokens") or 0,
                    told.get("output_tokens") or 0,
                    told.get("cost") if told.get("calls") else 0.0,
                )
        return whole

    def __add__(self, other: "JudgeUsage") -> "JudgeUsage":
        """Sum of two usages; the cost is known only where both are."""
        unknown = self.cost is None or other.cost is None
        return JudgeUsage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            None if unknown else (self.cost or 0.0) + (other.cost or 0.0),
        )

    def as_dict(self) -> dict[str, Any]:
        """Write it as JSON values."""
        return {
            "calls": self.calls,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "cost": self.cost,
        }
