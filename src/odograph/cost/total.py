"""What model calls cost together: what is known of it, and what is not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from odograph.cost.prices import PriceTable, as_price_table, as_written
from odograph.cost.usage import TotalUsage, total_usage
from odograph.trace import ModelCall

__all__ = ("Prices", "TotalCost", "call_cost", "total_cost")

Prices = PriceTable | Mapping[str, Any]
"""A table, or a mapping from models to prices: `{"nova-4": {"input": 2.0, "output": 8.0}}`."""


@dataclass(frozen=True, slots=True)
class TotalCost:
    """The cost of several calls.

    Attributes:
        known: US dollars of the calls whose cost is known; where not all are, a lower bound.
        calls: all calls.
        calls_without_cost: how many of them have no known cost.
        unpriced: the models without a price, each once; `?` for one that told no name.
        tokens: what the calls took in tokens.
    """

    known: float
    calls: int
    calls_without_cost: int
    unpriced: Sequence[str]
    tokens: TotalUsage

    @property
    def complete(self) -> bool:
        """Whether the cost of every call is known."""
        return self.calls_without_cost == 0

    @property
    def value(self) -> float | None:
        """The cost; None where it is not known in full."""
        return self.known if self.complete else None

    def as_dict(self) -> dict[str, Any]:
        """Write it as JSON values."""
        return {
            "cost_usd": self.known,
            "complete": self.complete,
            "calls": self.calls,
            "calls_without_cost": self.calls_without_cost,
            "unpriced_models": list(self.unpriced),
            "input_tokens": self.tokens.usage.input_tokens,
            "output_tokens": self.tokens.usage.output_tokens,
            "total_tokens": self.tokens.usage.total_tokens,
            "calls_without_usage": self.tokens.calls_without_usage,
        }


def call_cost(call: ModelCall, prices: Prices | None = None) -> float | None:
    """US dollars of one call; None where it is unknown.

    What the call itself says it cost goes before the table: a reply from a cache says 0.
    """
    return _cost(call, as_price_table(prices))


def total_cost(calls: Iterable[ModelCall], prices: Prices | None = None) -> TotalCost:
    """Add up what calls cost, those of middleware too.

    Raises:
        InputError: a price that is none.
    """
    table, listed = as_price_table(prices), list(calls)
    costs = [_cost(call, table) for call in listed]
    known = [cost for cost in costs if cost is not None]
    unpriced = dict.fromkeys(
        call.model or "?"
        for call, cost in zip(listed, costs, strict=True)
        if cost is None and call.usage is not None
    )
    return TotalCost(
        float(sum(map(as_written, known))),
        len(listed),
        len(listed) - len(known),
        tuple(unpriced),
        total_usage(listed),
    )


def _cost(call: ModelCall, table: PriceTable) -> float | None:
    if call.usage is None:
        return None
    if call.usage.cost is not None:
        return call.usage.cost
    price = table.find(call.model)
    return None if price is None else price.of(call.usage)
