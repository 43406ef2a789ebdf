from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.judge import JudgeError, Verdict, check_verdicts


def verdicts_for(*indices: int) -> list[Verdict]:
    return [Verdict(index=index, reason="", verdict="yes") for index in indices]


@given(st.integers(0, 20), st.randoms())
def test_one_verdict_for_each_item_is_put_in_order(count: int, random: Any) -> None:
    given_verdicts = verdicts_for(*random.sample(range(count), count))
    assert [one.index for one in check_verdicts(given_verdicts, count)] == list(range(count))


@pytest.mark.parametrize(
    ("indices", "told"),
    [
        ((0, 2), r"3 items \(missing: 1\)"),
        ((), r"3 items \(missing: 0, 1, 2\)"),
        ((0, 1, 1, 2, 2), r"3 items \(doubled: 1, 2\)"),
        ((0, 1, 2, 3, -1), r"3 items \(of no item: -1, 3\)"),
        ((1, 2, 3), r"3 items \(missing: 0; of no item: 3\)"),
    ],
)
def test_anything_else_names_what_is_wrong(indices: tuple[int, ...], told: str) -> None:
    with pytest.raises(JudgeError, match=told):
        check_verdicts(verdicts_for(*indices), 3)
