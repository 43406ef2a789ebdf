from typing import Any

import pytest

from odograph.errors import InputError
from odograph.metrics import AnswerCorrectness
from scripted_judge import ScriptedJudge, claims, crossed


async def embed(texts: Any) -> Any:
    return [{"x": (1.0, 0.0), "y": (0.6, 0.8)}[text] for text in texts]


def test_by_hand_in_two_calls() -> None:
    judge = ScriptedJudge(claims("a; b", "r; s"), crossed("yn", "yy"))
    metric = AnswerCorrectness(judge=judge, embeddings=embed)
    result = metric.score(response="x", reference="y")
    factual = 2 * 0.5 * 1.0 / 1.5
    assert result.value == pytest.approx(0.75 * factual + 0.25 * 0.6)
    assert result.details["similarity"] == pytest.approx(0.6)
    assert judge.tasks == ["split_claims", "cross_support"]


def test_a_part_without_weight_is_not_computed() -> None:
    judge = ScriptedJudge(claims("a", "r"), crossed("y", "n"))
    assert (
        AnswerCorrectness(weights=[1, 0], judge=judge).score(response="x", reference="y")
        is not None
    )
    alone = AnswerCorrectness(weights=[0, 1], judge=ScriptedJudge(), embeddings=embed)
    assert alone.score(response="x", reference="y").value == pytest.approx(0.6)


def test_a_response_without_claims_is_not_right() -> None:
    judge = ScriptedJudge(claims("", "r"))
    metric = AnswerCorrectness(weights=[1, 0], judge=judge)
    assert metric.score(response="I don't know.", reference="y").value == 0.0
    assert AnswerCorrectness(judge=ScriptedJudge()).score(response="", reference="y").value == 0.0


def test_a_reference_without_claims_is_unscored() -> None:
    judge = ScriptedJudge(claims("a", ""))
    assert AnswerCorrectness(judge=judge).score(response="x", reference="hm").fault == "data"
    assert AnswerCorrectness().score(response="x", reference=" ").fault == "data"


@pytest.mark.parametrize(
    "given",
    [{"weights": [0, 0]}, {"weights": [1, -1]}, {"weights": [1]}, {"beta": 0}],
)
def test_bad_parameters_are_refused(given: Any) -> None:
    with pytest.raises(InputError):
        AnswerCorrectness(**given)


def test_beta_may_be_whole() -> None:
    text = "The bridge is steel."
    assert AnswerCorrectness(beta=1).score(response=text, reference=text).value == 1.0


def test_by_words() -> None:
    reference = "The bridge is steel. It opened in 1932."
    right = AnswerCorrectness().score(response=reference, reference=reference)
    wrong = AnswerCorrectness().score(response="The bridge is stone.", reference=reference)
    assert right.value == 1.0
    assert float(wrong) < 0.3
