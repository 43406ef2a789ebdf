from enum import Enum
from typing import Literal

from pydantic import BaseModel, Field

from odograph.judge.form import shape_of


def test_the_form_of_an_answer_is_short_and_complete() -> None:
    class Colour(Enum):
        RED = "red"

    class Answer(BaseModel):
        colour: Colour
        kind: Literal["a", "b"] = Field(description="What it is.")
        one: Literal[1]
        grade: int = Field(ge=0, le=4)
        share: float | None
        names: list[str]

    assert shape_of(Answer) == (
        '{"colour": "red", "kind": "a" | "b" (What it is.), "one": 1, "grade": integer 0..4,'
        ' "share": number | null, "names": [string, ...]}'
    )
