"""When a call of a model may be repeated, and after how long."""

import math
import random
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, cast

__all__ = ("is_refused_form", "is_transient", "wait_before")

_TRANSIENT = frozenset({408, 409, 425, 429})
_REFUSED_FORM = frozenset({400, 404, 422, 501})
_NETWORK = ("connection", "timeout", "remoteprotocol", "serviceunavailable", "internalserver")
_LONGEST = 60.0


def is_transient(error: BaseException) -> bool:
    """Whether the same call may succeed later: time-outs, 429, 5xx, lost connections.

    Errors are known by their status, or by their name, so that no provider's library is imported.
    """
    status = _status(error)
    if status is not None:
        return status in _TRANSIENT or status >= 500
    names = [kind.__name__.casefold() for kind in type(error).__mro__]
    return isinstance(error, TimeoutError | ConnectionError) or any(
        part in name for name in names for part in _NETWORK
    )


def is_refused_form(error: BaseException) -> bool:
    """Whether the endpoint refused the form of the request, structured output say."""
    return _status(error) in _REFUSED_FORM


def wait_before(attempt: int, error: BaseException, longest: float = _LONGEST) -> float | None:
    """Seconds to wait before the repeat number `attempt` (from 1); None where that is too long.

    What the provider asks for (Retry-After) goes first, else half a second, doubled each time and
    spread, so that callers do not come back all at once.
    """
    asked = _retry_after(error)
    if asked is not None:
        return asked if asked <= longest else None
    pause: float = min(longest, 0.5 * 2 ** (attempt - 1))
    return pause * (0.75 + random.random() / 2)


def _status(error: BaseException) -> int | None:
    response: Any = getattr(error, "response", None)
    for holder in (error, response):
        for name in ("status_code", "code", "status"):
            status: Any = getattr(holder, name, None)
            if type(status) is int and 100 <= status < 600:
                return status
    return None


def _retry_after(error: BaseException) -> float | None:
    response: Any = getattr(error, "response", None)
    headers: Any = getattr(response, "headers", None)
    if not isinstance(headers, Mapping):
        return None
    told: Any = cast("Mapping[str, Any]", headers).get("retry-after")
    try:
        seconds = float(told)
    except (TypeError, ValueError):
        try:
            seconds = parsedate_to_datetime(str(told)).timestamp() - time()
        except ValueError:
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None
