"""LangGraph: the first step of an agent, and samples from the history of a thread.

The names are imported when first used, so that `import odograph_langgraph` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from odograph_langgraph.history import afrom_thread, from_thread
    from odograph_langgraph.step import FirstStep, afirst_step, first_step

__all__ = ("FirstStep", "afirst_step", "afrom_thread", "first_step", "from_thread")

_HOME = {
    "FirstStep": "step",
    "afirst_step": "step",
    "afrom_thread": "history",
    "first_step": "step",
    "from_thread": "history",
}


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
