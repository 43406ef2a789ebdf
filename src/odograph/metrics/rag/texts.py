"""What the measures of answers read from a sample, whatever its kind."""

from collections.abc import Sequence
from typing import Any

from odograph.trace import Sample

__all__ = ("contexts_of", "filled", "question_of", "reference_contexts_of", "response_of")


def question_of(sample: Sample) -> str:
    """The question; empty where there is none."""
    return sample.question or ""


def response_of(sample: Sample) -> str:
    """The response; empty where there is none, or nothing but space."""
    return (sample.response or "").strip()


def contexts_of(sample: Sample) -> Sequence[str]:
    """The retrieved contexts, in order, blank ones too."""
    return sample.retrieved_contexts or ()


def reference_contexts_of(sample: Sample) -> Sequence[str]:
    """The reference contexts; a multi-turn sample has none."""
    found: Any = getattr(sample, "reference_contexts", None)
    return found or ()


def filled(texts: Sequence[str]) -> list[str]:
    """The texts that hold more than space."""
    return [text for text in texts if text.strip()]
