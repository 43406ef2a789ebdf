"""Whether the nodes that a run visited match those of its reference, or a pattern."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from odograph.errors import InputError
from odograph.match.edits import render_edits
from odograph.match.nodes import PathRules
from odograph.match.order import MatchMode, check_match_mode
from odograph.match.pattern import PathPattern
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import NodePath, Sample

__all__ = ("PathMatch",)


@dataclass(frozen=True, repr=False)
class PathMatch(Metric):
    """Verdict: the node path of the run matches `reference_path`, or follows a pattern.

    Nodes of one superstep have no order among themselves; retries are attempts of one visit.
    Nested paths are compared by the same mode. Defined here.

        PathMatch(pattern="plan > (search_a & search_b) > ... > answer")

    Attributes:
        mode: as in `TrajectoryMatch`, over supersteps.
        depth: how many levels of nesting are compared; 1 ignores what ran inside nodes, None
            compares everything.
        pattern: a `PathPattern`; no reference is then needed, and none is looked at.

    Raises:
        InputError: an unknown mode, a depth below 1, a text that is no pattern, or a pattern
            beside a mode or depth, which are about references.
    """

    mode: MatchMode = "strict"
    depth: int | None = None
    pattern: str | None = None

    needs: ClassVar = ("path", "reference_path")

    def __post_init__(self) -> None:
        check_match_mode(self.mode)
        if self.depth is not None and self.depth < 1:
            raise InputError.of("depth must be at least 1", self.depth, place="depth")
        if self._pattern is not None:
            if (self.mode, self.depth) != ("strict", None):
                rule = "a pattern stands alone: it has neither mode nor depth"
                raise InputError.of(rule, (self.mode, self.depth), place="pattern")
            object.__setattr__(self, "needs", ("path",))  # this one metric asks for less

    @cached_property
    def _pattern(self) -> PathPattern | None:
        return None if self.pattern is None else PathPattern(self.pattern)

    def _measure(self, sample: Sample) -> Score:
        path = sample.path or NodePath()
        if self._pattern is not None:
            return self._follows(path, self._pattern)
        reference = NodePath.of(sample.reference_path or ())
        rules = PathRules(self.mode, self.depth)
        if rules.match(path, reference):
            return Score(True, f"{self.mode}: {counted(len(path), 'step')} visited")
        edits = rules.explain(path, reference)
        reason = f"{self.mode} does not hold\n{render_edits(edits)}"
        return Score(False, reason, {"edits": [edit.as_dict() for edit in edits]})

    def _follows(self, path: NodePath, pattern: PathPattern) -> Score:
        mismatch = pattern.mismatch(path)
        if mismatch is None:
            return Score(True, f"{counted(len(path), 'step')}, as {pattern} allows")
        reason = f"the path does not follow {pattern}\n{mismatch}"
        return Score(False, reason, {"mismatch": mismatch.as_dict()})
