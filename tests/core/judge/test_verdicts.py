from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from odograph.judge import JudgeError, Verdict, Verdicts
from odograph.judge.verdicts import one_for_each, read_yes_no


class Items(BaseModel):
    items: list[str]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (True, "yes"),
        (1, "yes"),
        (1.0, "yes"),
        (" YES. ", "yes"),
        ("Pass", "yes"),
        (False, "no"),
        (0, "no"),
        ("False", "no"),
        ("not supported", "no"),
        (-1, "undetermined"),
        ("N/A", "undetermined"),
    ],
)
def test_what_models_write_is_read_by_what_it_says(written: Any, read: str) -> None:
    assert read_yes_no(written) == read


@pytest.mark.parametrize("written", ["", "maybe", 2, 0.5, None, [], "no, yes"])
def test_anything_else_is_left_for_the_model_to_refuse(written: Any) -> None:
    assert read_yes_no(written) == written
    with pytest.raises(ValidationError):
        Verdict(index=0, reason="", verdict=written)


def test_the_check_puts_verdicts_in_the_order_of_the_items() -> None:
    check: Callable[[Items, Verdicts], Verdicts] = one_for_each(lambda given: given.items)
    told = [Verdict(index=i, reason="", verdict="no") for i in (2, 0, 1)]
    answer = check(Items(items=["a", "b", "c"]), Verdicts(verdicts=told))
    assert [one.index for one in answer.verdicts] == [0, 1, 2]
    with pytest.raises(JudgeError, match="of no item: 2"):
        check(Items(items=["a", "b"]), Verdicts(verdicts=told))
