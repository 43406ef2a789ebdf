"""LangGraph: the first step of an agent.

The names are imported when first used, so that `import odograph_langgraph` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from odograph_langgraph.step import FirstStep, afirst_step, first_step

__all__ = ("FirstStep", "afirst_step", "first_step")

_HOME = {"FirstStep": "step", "afirst_step": "step", "first_step": "step"}


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
