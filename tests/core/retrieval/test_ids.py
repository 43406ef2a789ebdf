from typing import Any

import numpy as np
import pytest

from odograph.errors import InputError
from odograph.retrieval import canonical_id


@pytest.mark.parametrize("value", [12, "12", 12.0, np.int64(12), np.float32(12)])
def test_a_number_is_one_id_in_every_dress(value: Any) -> None:
    assert canonical_id(value) == "12"


@pytest.mark.parametrize(
    ("value", "text"),
    [("07", "07"), (7, "7"), ("12.0", "12.0"), (0.5, "0.5"), ("", ""), (-3, "-3")],
)
def test_text_stays_as_it_is(value: Any, text: str) -> None:
    assert canonical_id(value) == text


def test_large_integers_keep_every_digit() -> None:
    assert canonical_id(2**63 + 1) == "9223372036854775809"


@pytest.mark.parametrize("value", [None, True, float("nan"), float("inf"), ["a"]])
def test_other_values_are_no_ids(value: Any) -> None:
    with pytest.raises(InputError, match=r"^retrieved\[2\]: an id must be text or a finite number"):
        canonical_id(value, place="retrieved[2]")
