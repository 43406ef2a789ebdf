from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge.evidence import JudgedClaim, JudgedClaims
from odograph.metrics import ContextRecall, Score
from scripted_judge import ScriptedJudge


def judged(letters: str) -> JudgedClaims:
    labels: Any = {"y": "yes", "n": "no", "?": "undetermined"}
    return JudgedClaims(
        claims=[
            JudgedClaim(claim=f"claim {index}", reason="r", verdict=labels[letter])
            for index, letter in enumerate(letters)
        ]
    )


def score(judge: Any, reference: str = "a", contexts: Any = ("c",)) -> Score:
    metric = ContextRecall(judge=judge)
    return metric.score(user_input="q", reference=reference, retrieved_contexts=contexts)


def test_by_hand_in_one_call() -> None:
    judge = ScriptedJudge(judged("yyn?"))
    result = score(judge)
    assert (result.value, result.details["undetermined"]) == (0.5, 1)
    assert result.reason.startswith("2 of 4 claims retrieved\nno: claim 2 (r)")
    assert judge.tasks == ["claims_and_support"]


@pytest.mark.parametrize("contexts", [[], [""]])
def test_nothing_retrieved_is_nothing_without_asking(contexts: list[str]) -> None:
    judge = ScriptedJudge()
    assert score(judge, "One. Two.", contexts).value == 0.0


def test_a_reference_that_claims_nothing_is_unscored() -> None:
    assert score(ScriptedJudge(judged(""))).reason == "the reference claims nothing"
    assert score(ScriptedJudge(), reference=" ").reason == "the reference is empty"


@pytest.mark.parametrize(
    ("retrieved", "reference", "value"),
    [
        ([12, "7"], ["12", 7, "3"], 2 / 3),
        (["a", "b"], ["a", "a"], 1.0),
        ([], ["a"], 0.0),
        (["a"], [], None),
    ],
)
def test_by_ids(retrieved: Any, reference: Any, value: float | None) -> None:
    ids = {"retrieved_context_ids": retrieved, "reference_context_ids": reference}
    assert ContextRecall(by="ids").score(**ids).value == value


def test_by_text() -> None:
    references = ["The steel bridge was opened in 1932.", "Cats sleep all day."]
    contexts = ["It is known that the steel bridge was opened in March 1932, at noon."]
    fields = {"retrieved_contexts": contexts, "reference_contexts": references}
    assert ContextRecall(by="text").score(**fields).value == 0.5
    assert ContextRecall(by="text").score(**{**fields, "retrieved_contexts": []}).value == 0.0
    assert ContextRecall(by="text").score(**{**fields, "reference_contexts": []}).value is None


@pytest.mark.parametrize("given", [{"by": "words"}, {"threshold": 0}])
def test_bad_parameters_are_refused(given: Any) -> None:
    with pytest.raises(InputError):
        ContextRecall(**given)


def test_by_words() -> None:
    result = score(None, "The bridge is steel. It is red.", ["The bridge is made of steel."])
    assert result.value == 0.5
