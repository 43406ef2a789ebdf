"""Secrets out of samples: what looks like a key or a token, by its name and by its shape."""

import re
from dataclasses import replace
from typing import Any

from odograph.trace import MultiTurnSample
from odograph.trace.values import is_list, is_mapping

__all__ = ("MASK", "mask_secrets", "mask_text", "mask_value")

MASK = "***"

_NAMES = re.compile(
    r"api[-_]?key|authorization|password|passwd|secret|credential|private[-_]?key|access[-_]?key"
    r"|session[-_]?key|cookie|(?:^|[-_])(?:auth|token|pwd|key)$",
    re.IGNORECASE,
)
_CAMEL_NAMES = re.compile(r"[a-z](?:Token|Key)$")
_PLAIN_NAMES = re.compile(r"_?(?:primary|foreign|sort|partition|public|cache|max)_?key$", re.I)
_IN_URL = re.compile(
    r"([?&;](?:[\w-]*(?:key|token|secret|password|sig|signature|auth))=)[^&\s'\"<>]+", re.I
)
_IN_TEXT = re.compile(
    r"((?:api[-_]?key|authorization|password|secret|(?:access|auth|refresh|id)[-_]?token)"
    r"[\"']?\s*[:=]\s*[\"']?(?:bearer\s+|basic\s+)?)[^\s\"',;&)}\]]{4,}",
    re.IGNORECASE,
)
_BEARER = re.compile(r"\b(bearer|basic)\s+(?=[\w.~+/=-]*[\d._~+/=-])[\w.~+/=-]{6,}", re.IGNORECASE)
_USER_IN_URL = re.compile(r"(\w+://[^/\s:@]+:)[^/\s@]+(?=@)")
_SHAPES = re.compile(
    r"\b(?:sk|pk|rk)-[\w-]{8,}"  # OpenAI, Anthropic and those who follow them
    r"|\blsv2_\w{8,}"
    r"|\bAIza[\w-]{6,}"
    r"|\bgh[pousr]_\w{16,}|\bgithub_pat_\w{16,}"
    r"|\bxox[abeprs]-[\w-]{8,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{12,}"
    r"|\bhf_[A-Za-z0-9]{16,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"  # a JSON web token
)


def mask_secrets(sample: MultiTurnSample) -> MultiTurnSample:
    """Mask secrets in the metadata and the errors of a sample; messages are left as they are."""
    return replace(
        sample,
        metadata=mask_value(sample.metadata),
        error=_masked(sample.error),
        gaps=[mask_text(gap) for gap in sample.gaps],
        calls=sample.calls and [replace(one, error=_masked(one.error)) for one in sample.calls],
        model_calls=[replace(one, error=_masked(one.error)) for one in sample.model_calls],
        retrievals=[replace(one, error=_masked(one.error)) for one in sample.retrievals],
    )


def mask_value(value: Any) -> Any:
    """Mask secrets in a JSON value: whole values of names that tell a secret, and texts by shape.

    Numbers stay, so a count of tokens is none.
    """
    if isinstance(value, str):
        return mask_text(value)
    if is_mapping(value):
        return {key: _mask_named(key, item) for key, item in value.items()}
    if is_list(value):
        return [mask_value(item) for item in value]
    return value


def mask_text(text: str) -> str:
    """Mask what in a text looks like a key, a token or the password of an address."""
    text = _IN_URL.sub(rf"\g<1>{MASK}", text)
    text = _USER_IN_URL.sub(rf"\g<1>{MASK}", text)
    text = _IN_TEXT.sub(rf"\g<1>{MASK}", text)
    text = _BEARER.sub(rf"\g<1> {MASK}", text)
    return _SHAPES.sub(MASK, text)


def _mask_named(name: Any, value: Any) -> Any:
    return _mask_leaves(value) if _tells_secret(str(name)) else mask_value(value)


def _tells_secret(name: str) -> bool:
    if _PLAIN_NAMES.search(name):
        return False
    return bool(_NAMES.search(name) or _CAMEL_NAMES.search(name))


def _mask_leaves(value: Any) -> Any:
    if is_mapping(value):
        return {key: _mask_leaves(item) for key, item in value.items()}
    if is_list(value):
        return [_mask_leaves(item) for item in value]
    return MASK if isinstance(value, str) and value else value


def _masked(text: str | None) -> str | None:
    return None if text is None else mask_text(text)
