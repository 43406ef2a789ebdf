"""What a model call took, in tokens."""

from dataclasses import dataclass

from odograph.errors import InputError

__all__ = ("Usage",)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one model call.

    `cached_tokens` and `cache_write_tokens` are parts of `input_tokens`, and `reasoning_tokens`
    is a part of `output_tokens`: none of them is counted on top.

    Attributes:
        cost: what the provider or a cache said the call cost, in US dollars; None if it said
            nothing. A reply from a local cache says 0.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float | None = None

    def __post_init__(self) -> None:
        for name in (
            "input_tokens",
            "output_tokens",
            "cached_tokens",
            "cache_write_tokens",
            "reasoning_tokens",
        ):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise InputError.of(f"{name} must be a whole number of tokens", value)

    @property
    def total_tokens(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        """Sum of two usages; the cost is known only where both are."""
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
            cost,
        )
