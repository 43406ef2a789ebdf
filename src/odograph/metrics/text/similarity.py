"""How alike two texts are, character by character."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from typing import Any, ClassVar, Literal

from odograph._extras import require
from odograph.metrics.metric import Metric, check_one_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = (
    "DistanceMeasure",
    "JaroWinklerSimilarity",
    "LevenshteinSimilarity",
    "NonLLMStringSimilarity",
)

Measure = Literal["levenshtein", "hamming", "jaro", "jaro_winkler"]

_CLASSES = {
    "levenshtein": "Levenshtein",
    "hamming": "Hamming",
    "jaro": "Jaro",
    "jaro_winkler": "JaroWinkler",
}


class DistanceMeasure(StrEnum):
    """The measures by the names that ragas gives them."""

    LEVENSHTEIN = "levenshtein"
    HAMMING = "hamming"
    JARO = "jaro"
    JARO_WINKLER = "jaro_winkler"


@dataclass(frozen=True, repr=False)
class NonLLMStringSimilarity(Metric):
    """Similarity of the response and the reference, 0 to 1; equal texts have 1.

    Nothing is normalised: case, spaces and accents count. By rapidfuzz, in the extra `text`.

    Attributes:
        distance_measure: `levenshtein` (1 - edits / length of the longer), `hamming` (likewise, of
            positions that differ), `jaro`, `jaro_winkler`.

    Raises:
        InputError: an unknown measure.
        MissingExtraError: rapidfuzz is not installed, when it scores.
    """

    distance_measure: Measure | DistanceMeasure = "levenshtein"

    needs: ClassVar = ("response", "reference")

    def __post_init__(self) -> None:
        measure: Any = self.distance_measure
        if isinstance(measure, Enum):  # so that the spelling parses back
            object.__setattr__(self, "distance_measure", measure.value)
        check_one_of(Measure, self.distance_measure, "distance_measure")

    def _measure(self, sample: Sample) -> Score:
        return _score(self.distance_measure, sample)


@dataclass(frozen=True, repr=False)
class LevenshteinSimilarity(Metric):
    """1 - (insertions, deletions, substitutions) / length of the longer text, 0 to 1.

    Source: V. Levenshtein, Binary codes capable of correcting deletions, insertions and reversals
    (1966). By rapidfuzz, in the extra `text`.
    """

    needs: ClassVar = ("response", "reference")

    def _measure(self, sample: Sample) -> Score:
        return _score("levenshtein", sample)


@dataclass(frozen=True, repr=False)
class JaroWinklerSimilarity(Metric):
    """Characters in common near the same place, a common beginning weighing more, 0 to 1.

    Source: W. Winkler, String comparator metrics and enhanced decision rules in the Fellegi-Sunter
    model of record linkage (1990). By rapidfuzz, in the extra `text`.
    """

    needs: ClassVar = ("response", "reference")

    def _measure(self, sample: Sample) -> Score:
        return _score("jaro_winkler", sample)


def _score(measure: str, sample: Sample) -> Score:
    response, reference = sample.response or "", sample.reference or ""
    value: float = _similarity(measure)(response, reference)
    said = "the response is the reference" if value == 1 else f"{measure} similarity {value:.3f}"
    return Score(value, said)


@cache
def _similarity(measure: str) -> Any:
    library: Any = require("rapidfuzz.distance", extra="text")
    return getattr(library, _CLASSES[measure]).normalized_similarity
