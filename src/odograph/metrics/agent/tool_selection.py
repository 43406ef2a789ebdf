"""Whether the right tools were chosen, whatever their arguments."""

from dataclasses import dataclass

from odograph.match.rules import ArgumentMode
from odograph.metrics.agent.tool_call_f1 import ToolCallF1

__all__ = ("ToolSelection",)


@dataclass(frozen=True, repr=False)
class ToolSelection(ToolCallF1):
    """F1 of the names of the tools called, as multisets, in [0, 1]: `ToolCallF1` by name only."""

    args: ArgumentMode = "ignore"
