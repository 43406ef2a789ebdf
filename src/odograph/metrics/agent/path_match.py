"""Whether the nodes that a run visited match those of its reference."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.errors import InputError
from odograph.match.edits import render_edits
from odograph.match.nodes import PathRules
from odograph.match.order import MatchMode, check_match_mode
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import NodePath, Sample

__all__ = ("PathMatch",)


@dataclass(frozen=True, repr=False)
class PathMatch(Metric):
    """Verdict: the node path of the run matches `reference_path`.

    Nodes of one superstep have no order among themselves; retries are attempts of one visit.
    Nested paths are compared by the same mode. Defined here.

    Attributes:
        mode: as in `TrajectoryMatch`, over supersteps.
        depth: how many levels of nesting are compared; 1 ignores what ran inside nodes, None
            compares everything.

    Raises:
        InputError: an unknown mode, or a depth below 1.
    """

    mode: MatchMode = "strict"
    depth: int | None = None

    needs: ClassVar = ("path", "reference_path")

    def __post_init__(self) -> None:
        check_match_mode(self.mode)
        if self.depth is not None and self.depth < 1:
            raise InputError.of("depth must be at least 1", self.depth, place="depth")

    def _measure(self, sample: Sample) -> Score:
        path = sample.path or NodePath()
        reference = NodePath.of(sample.reference_path or ())
        rules = PathRules(self.mode, self.depth)
        if rules.match(path, reference):
            return Score(True, f"{self.mode}: {counted(len(path), 'step')} visited")
        edits = rules.explain(path, reference)
        reason = f"{self.mode} does not hold\n{render_edits(edits)}"
        return Score(False, reason, {"edits": [edit.as_dict() for edit in edits]})
