"""What tokens cost: a table that the user gives, and how a model's name is looked up in it."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from typing import Any

from odograph.errors import InputError
from odograph.trace import Usage
from odograph.trace.values import is_mapping

__all__ = ("Price", "PriceTable", "as_price_table", "as_written")

_MILLION = 1_000_000
_DATE = re.compile(r"[-@](\d{8}|\d{4}-\d{2}-\d{2})$")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens.

    Attributes:
        input: tokens of the prompt.
        output: tokens of the answer.
        cached_input: the part of the prompt that was read from a cache; like `input` if not given.
        cache_write: the part that was written to a cache; like `input` if not given.
        reasoning: the part of the answer that is hidden reasoning; like `output` if not given.

    Raises:
        InputError: a price that is no finite number of at least 0.
    """

    input: float
    output: float
    cached_input: float | None = None
    cache_write: float | None = None
    reasoning: float | None = None

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value is None and name not in ("input", "output"):
                continue
            number: Any = value
            is_number = isinstance(number, int | float) and not isinstance(number, bool)
            if not is_number or not (math.isfinite(number) and number >= 0):
                raise InputError.of("a price must be a number of at least 0", value, place=name)

    def of(self, usage: Usage) -> float:
        """What these tokens cost, in US dollars; the parts of input and output count once."""
        cached, written, hidden = (
            usage.cached_tokens,
            usage.cache_write_tokens,
            usage.reasoning_tokens,
        )
        plain_input = max(usage.input_tokens - cached - written, 0)
        plain_output = max(usage.output_tokens - hidden, 0)
        terms = (
            plain_input * as_written(self.input),
            cached * as_written(_else(self.cached_input, self.input)),
            written * as_written(_else(self.cache_write, self.input)),
            plain_output * as_written(self.output),
            hidden * as_written(_else(self.reasoning, self.output)),
        )
        return float(sum(terms) / _MILLION)


@dataclass(frozen=True)
class PriceTable:
    """A `Price` for each model, which may be given as a mapping: `{"input": 2.0, "output": 8.0}`.

    A model's name is looked up as a whole: as it is, then without the date of a snapshot
    (`nova-4-20250930`, `nova-4-2025-09-30`), then without the names of providers before a slash
    (`acme/nova-4`). A name that merely begins alike is another model: `nova-4.1`, `ft:nova-4:org`.

    Raises:
        InputError: a price that is none; names the model.
    """

    prices: Mapping[str, Any]

    def __post_init__(self) -> None:
        read = {name: _price(given, name) for name, given in self.prices.items()}
        object.__setattr__(self, "prices", read)

    def name_of(self, model: str | None) -> str | None:
        """The name under which the table has a model; None for a model without a price."""
        names = _names(model) if model else ()
        return next((name for name in names if name in self.prices), None)

    def find(self, model: str | None) -> Price | None:
        """The price of a model; None is unknown, not free."""
        name = self.name_of(model)
        return None if name is None else self.prices[name]

    def as_dict(self) -> dict[str, dict[str, float]]:
        """Write the table as plain numbers."""
        return {
            name: {part: value for part, value in asdict(price).items() if value is not None}
            for name, price in self.prices.items()
        }


def as_price_table(prices: PriceTable | Mapping[str, Any] | None) -> PriceTable:
    """Take a table, or make one of a mapping from models to prices; None is an empty one."""
    return prices if isinstance(prices, PriceTable) else PriceTable(prices or {})


def as_written(amount: float) -> Decimal:
    """Take an amount of money as it is written: 0.1 and 0.2 are 0.3, and not a little more."""
    return Decimal(repr(float(amount)))


def _names(model: str) -> Iterator[str]:
    while True:
        yield model
        yield _DATE.sub("", model)
        _, slash, model = model.partition("/")
        if not slash:
            return


def _price(given: Any, name: str) -> Price:
    if isinstance(given, Price):
        return given
    known = [field.name for field in fields(Price)]
    if not is_mapping(given) or not {"input", "output"} <= set(given) <= set(known):
        rule = f"a price has input, output and maybe {', '.join(known[2:])}"
        raise InputError.of(rule, given, place=f"prices[{name!r}]")
    try:
        return Price(**given)
    except InputError as error:
        raise error.at(f"prices[{name!r}]") from None


def _else(price: float | None, other: float) -> float:
    return other if price is None else price
