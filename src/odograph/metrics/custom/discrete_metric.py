"""A label of your own, given by a judge."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from odograph.errors import InputError
from odograph.metrics.custom.answers import label_answer
from odograph.metrics.custom.prompted import PromptedMetric
from odograph.trace.values import is_sequence

__all__ = ("DiscreteMetric",)


@dataclass(frozen=True, repr=False)
class DiscreteMetric(PromptedMetric):
    """One of `allowed_values`, as a text, for a prompt of your own. One call.

    `DiscreteMetric(name="tone", prompt="What is the tone of {response}?",
    allowed_values=["rude", "polite"])`. Any other answer is no value. Labels have no mean.

    Raises:
        InputError: fewer than two labels, or two that differ only in letter case.
    """

    allowed_values: Sequence[str] = ("pass", "fail")

    def __post_init__(self) -> None:
        if not is_sequence(self.allowed_values):
            raise InputError.of("allowed_values must be a list", self.allowed_values)
        object.__setattr__(self, "allowed_values", tuple(self.allowed_values))
        told = [str(one).strip().casefold() for one in self.allowed_values]
        if len(told) < 2 or len(set(told)) < len(told) or "" in told:
            raise InputError.of("allowed_values must be two different labels", self.allowed_values)
        super().__post_init__()

    @property
    def _output(self) -> type[BaseModel]:
        return label_answer(self.allowed_values)
