"""A number of your own, given by a judge."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from pydantic import BaseModel

from odograph.errors import InputError
from odograph.metrics.custom.answers import number_answer
from odograph.metrics.custom.prompted import PromptedMetric

__all__ = ("NumericMetric",)


@dataclass(frozen=True, repr=False)
class NumericMetric(PromptedMetric):
    """A number within a range, for a prompt of your own. One call.

    `NumericMetric(name="warmth", prompt="How warm is {response}?", allowed_values=(0, 10))`. A
    number outside is no value, and none is rescaled or cut.

    Attributes:
        allowed_values: lowest and highest; a `range(1, 6)` means whole numbers from 1 to 5.
        whole: only whole numbers.

    Raises:
        InputError: no two finite numbers, the first below the second.
    """

    allowed_values: Sequence[float] = (0.0, 1.0)
    whole: bool = False

    def __post_init__(self) -> None:
        given = self.allowed_values
        if isinstance(given, range):
            object.__setattr__(self, "whole", True)
            given = (given[0], given[-1]) if len(given) > 1 else ()
        object.__setattr__(self, "allowed_values", tuple(given))
        bounds = self.allowed_values
        if len(bounds) != 2 or not all(map(isfinite, bounds)) or not bounds[0] < bounds[1]:
            raise InputError.of("allowed_values must be a lowest and a highest number", bounds)
        super().__post_init__()

    @property
    def _output(self) -> type[BaseModel]:
        low, high = self.allowed_values
        return number_answer(low, high, whole=self.whole)
