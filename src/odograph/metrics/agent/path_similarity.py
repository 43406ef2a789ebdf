"""How close the path of a run comes to its reference, step by step."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.errors import InputError
from odograph.match.edits import render_edits
from odograph.match.node_alignment import PathAlignment
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import NodePath, Sample

__all__ = ("PathSimilarity",)


@dataclass(frozen=True, repr=False)
class PathSimilarity(Metric):
    """Similarity of the run's path to `reference_path`, in [0, 1]: 1 - cost / (visits of both).

    The cost is the number of visits left out on either side by the best alignment that keeps
    the order of the supersteps; a superstep stands for one superstep, and inside it nodes of
    equal names for each other. What ran inside two such nodes is aligned likewise, one graph run
    with one, in order; visits inside count as visits, so a node left out costs 1 and all that
    ran inside it. It is 1 exactly if `PathMatch(mode='strict')` holds. No step where none is
    expected is 1. Defined here, after Needleman and Wunsch 1970 and Dice 1945.

    Attributes:
        depth: how many levels of nesting are compared; 1 ignores what ran inside nodes, None
            compares everything.

    Raises:
        InputError: a depth below 1.
    """

    depth: int | None = None

    needs: ClassVar = ("path", "reference_path")

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 1:
            raise InputError.of("depth must be at least 1", self.depth, place="depth")

    def _measure(self, sample: Sample) -> Score:
        path = sample.path or NodePath()
        reference = NodePath.of(sample.reference_path or ())
        alignment = PathAlignment(self.depth)
        visited, expected = alignment.size(path), alignment.size(reference)
        if not visited + expected:
            return Score(1.0, "no step expected, none made")
        value = alignment.saved(path, reference) / (visited + expected)
        tally = f"{counted(visited, 'visit')}, {expected} expected"
        if value == 1:
            return Score(value, f"every node at its place: {tally}")
        edits = alignment.edits(path, reference)
        details = {"edits": [edit.as_dict() for edit in edits]}
        return Score(value, f"{tally}\n{render_edits(edits)}", details)
