from typing import Any

import pytest

from odograph.errors import InputError
from odograph.trace import Usage


def test_parts_are_not_counted_on_top() -> None:
    usage = Usage(input_tokens=100, output_tokens=20, cached_tokens=80, reasoning_tokens=15)
    assert usage.total_tokens == 120


def test_usages_add_up() -> None:
    total = Usage(100, 20, cached_tokens=80, cost=0.5) + Usage(10, 2, cache_write_tokens=5, cost=0)
    assert total == Usage(110, 22, cached_tokens=80, cache_write_tokens=5, cost=0.5)


def test_an_unknown_cost_makes_the_sum_unknown() -> None:
    assert (Usage(1, cost=0.5) + Usage(1)).cost is None


@pytest.mark.parametrize("tokens", [-1, 1.5, True, None, "7"])
def test_tokens_are_whole_numbers(tokens: Any) -> None:
    with pytest.raises(InputError, match="cached_tokens must be a whole number of tokens, got"):
        Usage(cached_tokens=tokens)
