from collections.abc import Sequence
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge.answers import Grade, Questions
from odograph.metrics import AnswerRelevancy, Score
from scripted_judge import ScriptedJudge

VECTORS = {
    "How tall?": (1.0, 0.0),
    "How high?": (1.0, 0.0),
    "How wide?": (0.6, 0.8),
    "Who?": (-1.0, 0.0),
    "": (0.0, 0.0),
}


async def embed(texts: Sequence[str]) -> list[tuple[float, float]]:
    return [VECTORS[text] for text in texts]


def score(judge: ScriptedJudge, response: str = "8 m", **settings: Any) -> Score:
    given: dict[str, Any] = {"embeddings": embed, **settings}
    metric = AnswerRelevancy(judge=judge, **given)
    return metric.score(user_input="How tall?", response=response)


def asking(*questions: str, noncommittal: bool = False) -> ScriptedJudge:
    return ScriptedJudge(Questions(questions=list(questions), noncommittal=noncommittal))


def test_by_hand() -> None:
    judge = asking("How high?", "How wide?")
    result = score(judge, strictness=2)
    assert result.value == (1.0 + 0.6) / 2
    assert result.details["similarities"] == [1.0, 0.6]
    assert judge.asked[0][1].number == 2


def test_the_number_of_questions_is_kept_to() -> None:
    assert score(asking("How high?", "How wide?")).fault == "judge"
    assert score(asking("How high?"), strictness=1).value == 1.0


def test_a_negative_or_undefined_likeness_is_nothing() -> None:
    assert score(asking("Who?", "", "How high?")).value == pytest.approx(1 / 3)


def test_a_noncommittal_response_is_nothing() -> None:
    result = score(asking("How high?", "How high?", "How high?", noncommittal=True))
    assert (result.value, result.reason) == (0.0, "the response is noncommittal")


def test_by_rating() -> None:
    judge = ScriptedJudge(Grade(reason="beside the point", grade=3))
    result = score(judge, by="rating")
    assert (result.value, result.reason) == (0.75, "beside the point")
    assert judge.tasks == ["rate_relevancy"]


def test_an_empty_response_is_nothing_without_asking() -> None:
    assert score(ScriptedJudge(), response=" ").value == 0.0


def test_an_empty_question_is_unscored() -> None:
    assert AnswerRelevancy().score(user_input=" ", response="x").fault == "data"


def test_embeddings_that_fail_leave_it_unscored() -> None:
    async def failing(texts: Sequence[str]) -> Any:
        raise ValueError("no")

    async def short(texts: Sequence[str]) -> Any:
        return [[1.0]]

    asked = ("How high?",) * 3
    result = score(asking(*asked), embeddings=failing)
    assert (result.fault, result.reason) == ("judge", "the embeddings failed: ValueError: no")
    assert score(asking(*asked), embeddings=short).reason == "4 texts were embedded, got 1 vectors"


@pytest.mark.parametrize("given", [{"strictness": 0}, {"strictness": 1.5}, {"by": "words"}])
def test_bad_parameters_are_refused(given: Any) -> None:
    with pytest.raises(InputError):
        AnswerRelevancy(**given)


def test_by_words() -> None:
    def likeness(response: str) -> float:
        return float(
            AnswerRelevancy().score(user_input="How tall is the tower?", response=response)
        )

    assert likeness("The tower is 8 m tall.") > 0.5 > likeness("Bread is baked.")
    assert likeness("I don't know how tall the tower is.") == 0.0
