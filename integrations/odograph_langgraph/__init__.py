"""LangGraph: the first step of an agent, samples from the history of a thread, coverage.

The names are imported when first used, so that `import odograph_langgraph` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from odograph_langgraph.coverage_count import coverage
    from odograph_langgraph.covered import GraphCoverage
    from odograph_langgraph.history import afrom_thread, from_thread
    from odograph_langgraph.snapshots import path_from_snapshots
    from odograph_langgraph.step import FirstStep, afirst_step, first_step

__all__ = (
    "FirstStep",
    "GraphCoverage",
    "afirst_step",
    "afrom_thread",
    "coverage",
    "first_step",
    "from_thread",
    "path_from_snapshots",
)

_HOME = {
    "FirstStep": "step",
    "GraphCoverage": "covered",
    "afirst_step": "step",
    "afrom_thread": "history",
    "coverage": "coverage_count",
    "first_step": "step",
    "from_thread": "history",
    "path_from_snapshots": "snapshots",
}


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
