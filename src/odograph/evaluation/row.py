"""One row of results: the scores of one sample, with what the sample is known by."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from odograph.errors import InputError
from odograph.evaluation.usage import JudgeUsage
from odograph.metrics.score import Score
from odograph.trace.values import as_json, is_list, is_object

__all__ = ("ResultRow", "score_from_dict", "score_to_dict", "strict_json")


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The scores of one sample, by the spelling of the metric.

    Attributes:
        metadata: that of the sample, for breakdowns.
        digest: of the sample that was scored, where the run can be resumed.
    """

    scores: Mapping[str, Score]
    case_id: str | None = None
    attempt: int | None = None
    run_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    digest: str | None = None

    @property
    def judge_usage(self) -> JudgeUsage:
        """What the judge took for this row."""
        return JudgeUsage.of(self.scores.values())

    def as_dict(self) -> dict[str, Any]:
        """Write the row as JSON values: value or null, reason, details, and whose fault."""
        named = {"case_id": self.case_id, "attempt": self.attempt, "run_id": self.run_id}
        written = {name: value for name, value in named.items() if value is not None}
        if self.metadata:
            written["metadata"] = strict_json(self.metadata)
        if self.digest is not None:
            written["digest"] = self.digest
        scores = {metric: score_to_dict(score) for metric, score in self.scores.items()}
        return {**written, "scores": scores}

    @classmethod
    def from_dict(cls, record: Any, place: str = "") -> "ResultRow":
        """Read what `as_dict` wrote.

        Raises:
            InputError: it is no such row; at `place`.
        """
        try:
            fields = dict(record)
            scores = {name: score_from_dict(one) for name, one in fields.pop("scores").items()}
            return cls(scores, **fields)
        except InputError as error:
            raise error.at(place) from None
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise InputError(f"is not a row of results: {error}", place=place) from None


def score_to_dict(score: Score) -> dict[str, Any]:
    """Write a score as JSON values."""
    written: dict[str, Any] = {"value": as_json(score.value), "reason": score.reason}
    if score.details:
        written["details"] = strict_json(score.details)
    if score.fault is not None:
        written["fault"] = score.fault
    return written


def score_from_dict(data: Any) -> Score:
    """Read what `score_to_dict` wrote."""
    return Score(**data)


def strict_json(value: Any) -> Any:
    """Turn a value into JSON values; NaN and infinities, which JSON lacks, become null."""
    return _finite(as_json(value))


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if is_object(value):
        return {key: _finite(item) for key, item in value.items()}
    if is_list(value):
        return [_finite(item) for item in value]
    return value
