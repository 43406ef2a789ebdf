"""Secrets out of samples, before they are shown, kept or written."""

from dataclasses import replace

from odograph.trace import MultiTurnSample
from odograph.trace.secrets import mask

__all__ = ("mask_secrets",)


def mask_secrets(sample: MultiTurnSample) -> MultiTurnSample:
    """Mask secrets in the metadata and the errors of a sample; messages are left as they are.

    What counts as a secret is the rule in force of `odograph.trace.secrets`.
    """
    calls = sample.calls
    return replace(
        sample,
        metadata=mask(sample.metadata),
        error=_masked(sample.error),
        gaps=[mask(gap) for gap in sample.gaps],
        calls=calls and [replace(one, error=_masked(one.error)) for one in calls],
        model_calls=[replace(one, error=_masked(one.error)) for one in sample.model_calls],
        retrievals=[replace(one, error=_masked(one.error)) for one in sample.retrievals],
    )


def _masked(text: str | None) -> str | None:
    return None if text is None else str(mask(text))
