"""What a judge may take: a limit on calls, tokens and dollars, kept over all of its calls."""

from dataclasses import dataclass, replace

from odograph.errors import InputError
from odograph.judge import JudgeError
from odograph.trace import Usage

__all__ = ("Budget", "Purse", "priced")


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits; None is no limit. Calls under way when one is reached are finished.

    Attributes:
        calls: calls of the model, repeats included.
        tokens: input and output together, as the provider counts them.
        cost: US dollars; needs a price, or a provider that tells costs.

    Raises:
        InputError: a limit that is not above 0.
    """

    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None

    def __post_init__(self) -> None:
        for name in ("calls", "tokens", "cost"):
            value: float | None = getattr(self, name)
            if value is not None and not value > 0:
                raise InputError.of(f"{name} of a budget must be above 0", value)


@dataclass(slots=True)
class Purse:
    """A budget with what is spent of it.

    Attributes:
        blind: whether a call was made whose cost is not known.
    """

    budget: Budget
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    blind: bool = False

    def take_call(self) -> None:
        """Take one call out, before it is made.

        Raises:
            JudgeError: a limit is reached.
        """
        limits = self.budget
        for name, spent, limit in (
            ("calls", self.calls, limits.calls),
            ("tokens", self.tokens, limits.tokens),
            ("dollars", self.cost, limits.cost),
        ):
            if limit is not None and spent >= limit:
                raise JudgeError(f"the judge's budget of {limit} {name} is spent")
        if limits.cost is not None and self.blind:
            raise JudgeError("the judge's budget is in dollars, but the cost of a call is unknown")
        self.calls += 1

    def pay(self, usage: Usage | None) -> None:
        """Take out what a call that was answered took."""
        self.tokens += 0 if usage is None else usage.total_tokens
        cost = None if usage is None else usage.cost
        self.cost += cost or 0.0
        self.blind = self.blind or cost is None


def priced(usage: Usage | None, price: tuple[float, float] | None) -> Usage | None:
    """Add the cost by a price for a million tokens of input and of output, where none is told."""
    if usage is None or price is None or usage.cost is not None:
        return usage
    cost = (usage.input_tokens * price[0] + usage.output_tokens * price[1]) / 1_000_000
    return replace(usage, cost=cost)
