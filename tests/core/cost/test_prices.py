import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.cost import Price, PriceTable
from odograph.errors import InputError
from odograph.trace import Usage

TABLE = PriceTable(
    {name: Price(1.0, 2.0) for name in ("nova-4", "nova-4.1", "nova-mini", "acme/nova-5")}
)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("nova-4", "nova-4"),
        ("nova-4-20250930", "nova-4"),
        ("nova-4-2025-09-30", "nova-4"),
        ("nova-4@20250930", "nova-4"),
        ("acme/nova-4", "nova-4"),
        ("router/acme/nova-4-20250930", "nova-4"),
        ("nova-4.1", "nova-4.1"),
        ("acme/nova-5", "acme/nova-5"),
        ("router/acme/nova-5", "acme/nova-5"),
        ("nova-4.2", None),
        ("nova", None),
        ("nova-4-turbo", None),
        ("nova-4-123", None),
        ("nova-5", None),
        ("ft:nova-4:org:x", None),
        ("NOVA-4", None),
        ("", None),
        (None, None),
    ],
)
def test_a_model_is_looked_up_by_its_whole_name(model: str | None, name: str | None) -> None:
    assert TABLE.name_of(model) == name
    assert (TABLE.find(model) is None) == (name is None)


def test_a_snapshot_with_a_price_of_its_own_has_that_price() -> None:
    table = PriceTable({"nova-4": Price(1, 1), "nova-4-20250930": Price(9, 9)})
    assert table.name_of("nova-4-20250930") == "nova-4-20250930"
    assert table.name_of("nova-4-20251231") == "nova-4"


def test_cached_tokens_are_part_of_the_input() -> None:
    price = Price(input=2.0, output=8.0, cached_input=0.5)
    usage = Usage(input_tokens=20_100, output_tokens=100, cached_tokens=20_000)
    # 100 * 2 + 20,000 * 0.5 + 100 * 8 millionths
    assert price.of(usage) == 0.011


def test_every_part_has_its_price() -> None:
    price = Price(input=1, output=10, cached_input=0.1, cache_write=1.25, reasoning=20)
    usage = Usage(1000, 100, cached_tokens=300, cache_write_tokens=200, reasoning_tokens=40)
    assert price.of(usage) == pytest.approx((500 + 30 + 250 + 600 + 800) / 1e6, abs=1e-15)


def test_a_part_without_a_price_costs_what_the_whole_costs() -> None:
    usage = Usage(1000, 100, cached_tokens=300, cache_write_tokens=200, reasoning_tokens=40)
    assert Price(1, 10).of(usage) == Price(1, 10).of(Usage(1000, 100))


counts = st.integers(0, 10**6)


@given(counts, counts, st.floats(0, 1), st.floats(0, 100))
def test_a_discount_never_makes_it_dearer(
    tokens: int, output: int, share: float, price: float
) -> None:
    usage = Usage(tokens, output, cached_tokens=int(share * tokens))
    assert 0 <= Price(price, 1, cached_input=price / 2).of(usage) <= Price(price, 1).of(usage)


def test_a_price_is_given_as_numbers_too() -> None:
    table = PriceTable({"nova": {"input": 1, "output": 2, "reasoning": 3}})
    assert table.find("nova") == Price(1, 2, reasoning=3)
    assert table.as_dict() == {"nova": {"input": 1, "output": 2, "reasoning": 3}}


@pytest.mark.parametrize(
    ("price", "rule"),
    [
        ({"input": 1}, r"prices\['nova'\]: a price has input, output and maybe cached_input"),
        ({"input": 1, "output": 1, "cache": 1}, r"prices\['nova'\]: a price has"),
        ({"input": -1, "output": 1}, r"prices\['nova'\], input: a price must be a number of at"),
        ({"input": 1, "output": math.nan}, r"prices\['nova'\], output: a price must be"),
        ({"input": None, "output": 1}, r"prices\['nova'\], input: a price must be"),
        ({"input": "1", "output": 1}, r"prices\['nova'\], input: a price must be"),
        (5, r"prices\['nova'\]: a price has"),
    ],
)
def test_a_bad_price_is_refused_by_model(price: Any, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        PriceTable({"nova": price})
