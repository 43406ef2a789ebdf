"""Anything that can judge or embed, as what metrics ask: by way of installed adapters.

The core knows no framework. A distribution that can turn its own models into judges says so in the
entry-point group `odograph.judges` (for embeddings: `odograph.embeddings`), with a function that
returns None for what it does not know.
"""

import inspect
from functools import cache
from importlib.metadata import entry_points
from typing import Any, cast

from odograph.errors import InputError
from odograph.judge.embedding import Embedder
from odograph.judge.judge import Judge

__all__ = ("as_embedder", "as_judge")


def as_judge(value: Any) -> Judge:
    """Return a judge: the value itself if it is one, else what an adapter makes of it.

    Raises:
        InputError: no installed adapter knows such a value.
    """
    if _is_async_function(value):
        return cast("Judge", value)
    return cast("Judge", _adapted("odograph.judges", "a judge or a chat model", value))


def as_embedder(value: Any) -> Embedder:
    """Return an embedder: the value itself if it is one, else what an adapter makes of it.

    Raises:
        InputError: no installed adapter knows such a value.
    """
    if _is_async_function(value):
        return cast("Embedder", value)
    return cast("Embedder", _adapted("odograph.embeddings", "an embedder or embeddings", value))


def _is_async_function(value: Any) -> bool:
    call: Any = getattr(value, "__call__", None)  # noqa: B004 - what kind it is of, not whether
    return inspect.iscoroutinefunction(value) or inspect.iscoroutinefunction(call)


def _adapted(group: str, wanted: str, value: Any) -> Any:
    adapters, missing = _adapters(group)
    for adapt in adapters:
        adapted = adapt(value)
        if adapted is not None:
            return adapted
    without = f" (not loaded: {', '.join(missing)})" if missing else ""
    raise InputError.of(f"must be {wanted} that an installed adapter knows{without}", value)


@cache
def _adapters(group: str) -> tuple[list[Any], list[str]]:
    """Load the adapters of a group; one whose library is not installed is told by name."""
    adapters: list[Any] = []
    missing: list[str] = []
    for point in entry_points(group=group):
        try:
            adapters.append(point.load())
        except ModuleNotFoundError as error:
            missing.append(f"{point.name}, for want of {error.name}")
    return adapters, missing
