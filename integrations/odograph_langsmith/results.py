"""A score as LangSmith's feedback: a plain value with its reason, or none and why."""

from typing import Any

from langsmith.evaluation import EvaluationResult

from odograph import __version__
from odograph.metrics import Score
from odograph.trace.secrets import error_text
from odograph.trace.values import as_json

__all__ = ("comment_of", "fault_of", "result_of", "value_of")


def result_of(key: str, score: Score, spelling: str) -> EvaluationResult:
    """Build the feedback of a score.

    A score that is missing through a fault of the judge or the harness is marked as an error, as
    LangSmith marks an evaluator that raised. `metadata` holds the details; LangSmith shows them in
    local results and does not upload them.
    """
    return EvaluationResult(
        key=key,
        score=value_of(score),
        value=label_of(score),
        comment=comment_of(score),
        evaluator_info={"metric": spelling, "version": f"odograph {__version__}"},
        metadata=as_json(score.details) or None,
        extra={"error": True} if score.fault in ("judge", "harness") else None,
    )


def value_of(score: Score) -> bool | float | None:
    """Return the value as Python's own bool or float, also of a numpy number; None for a label."""
    value: Any = score.number
    if value is None:
        return None
    value = value.item() if hasattr(value, "item") else value
    return value if isinstance(value, bool) else float(value)


def label_of(score: Score) -> str | None:
    """Return a label, or a ranking as one text."""
    if isinstance(score.value, tuple):
        return " > ".join(score.value)
    return score.value if isinstance(score.value, str) else None


def comment_of(score: Score) -> str | None:
    """Return the reason; of an unscored one, also whose fault it is."""
    if score.fault is not None:
        return f"unscored ({score.fault}): {score.reason}"
    return score.reason or None


def fault_of(error: Exception) -> Score:
    """Turn an exception of a metric, or of the reading of a row, into an unscored score."""
    return Score.unscored("harness", error_text(error))
