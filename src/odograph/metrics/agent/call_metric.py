"""What the metrics that compare calls with a reference have in common."""

from abc import ABC
from collections.abc import Mapping, Sequence
from functools import cached_property

from odograph.match.arguments import ArgumentRules
from odograph.match.rules import ArgumentMode, Override
from odograph.match.trajectory import check_tools
from odograph.metrics.metric import Metric, check_one_of
from odograph.trace import Which

__all__ = ("CallMetric",)


class CallMetric(Metric, ABC):
    """Base of the metrics over calls; each gives these parameters a place among its own.

    Attributes:
        args: `exact`, `ignore`, `subset` (at most the expected arguments), `superset` (at least).
        overrides: for a tool, another mode, a list of paths, path -> comparator, or a function.
        which: the calls `requested`, those `executed` (failed or not), or those that `succeeded`.
        tools: only calls of these tools are compared; None compares all.

    Raises:
        InputError: an unknown mode, or a path that no expected call of its tool has.
    """

    args: ArgumentMode
    overrides: Mapping[str, Override]
    which: Which
    tools: Sequence[str] | None

    def __post_init__(self) -> None:
        check_one_of(Which, self.which, "which")
        check_tools(self.tools)
        _ = self.rules

    @cached_property
    def rules(self) -> ArgumentRules:
        """The comparison of arguments."""
        return ArgumentRules(self.args, self.overrides)
