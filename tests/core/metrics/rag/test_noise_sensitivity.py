from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge.evidence import ClaimSources, Sources
from odograph.metrics import NoiseSensitivity, Score
from scripted_judge import ScriptedJudge, claims, verdicts

# response claims a..d, reference claims r, s; contexts 0 (relevant), 1 (not), 2 (nothing)
SUPPORT = {"a": [0], "b": [0, 1], "c": [1], "d": [], "r": [0], "s": []}


def sources() -> Sources:
    lists = [ClaimSources(index=i, contexts=at) for i, at in enumerate(SUPPORT.values())]
    return Sources(claims=lists)


def score(correct: str, mode: Any = "relevant") -> Score:
    judge = ScriptedJudge(claims("a; b; c; d", "r; s"), verdicts(correct), sources())
    result = NoiseSensitivity(mode=mode, judge=judge).score(
        user_input="q", response="x", reference="y", retrieved_contexts=["c0", "c1", "c2"]
    )
    assert judge.tasks == ["split_claims", "claim_support", "supporting_contexts"]
    return result


@pytest.mark.parametrize(
    ("correct", "relevant", "irrelevant"),
    [
        ("yyyy", 0.0, 0.0),
        ("nyyy", 0.25, 0.0),
        ("nnnn", 0.5, 0.25),
        ("yyn?", 0.0, 0.25),
    ],
)
def test_by_hand(correct: str, relevant: float, irrelevant: float) -> None:
    assert score(correct).value == relevant
    assert score(correct, "irrelevant").value == irrelevant


def test_the_reason_names_the_wrong_claims() -> None:
    result = score("nnnn")
    assert result.reason == ("2 of 4 claims wrong and from relevant contexts\nwrong: a\nwrong: b")
    assert result.details["relevant_contexts"] == [0]


def test_a_context_that_is_not_there_is_the_judges_fault() -> None:
    lists = [ClaimSources(index=0, contexts=[1]), ClaimSources(index=1, contexts=[])]
    judge = ScriptedJudge(claims("a", "r"), verdicts("y"), Sources(claims=lists))
    fields = {"response": "x", "reference": "y", "retrieved_contexts": ["c"]}
    result = NoiseSensitivity(judge=judge).score(**fields)
    assert (result.fault, result.reason) == ("judge", "there are 1 contexts, none has number 1")


@pytest.mark.parametrize(
    ("split", "told"),
    [(("", "r"), "the response claims nothing"), (("a", ""), "the reference claims nothing")],
)
def test_without_claims_it_is_unscored(split: tuple[str, str], told: str) -> None:
    judge = ScriptedJudge(claims(*split))
    fields = {"response": "x", "reference": "y", "retrieved_contexts": ["c"]}
    result = NoiseSensitivity(judge=judge).score(**fields)
    assert (result.fault, result.reason) == ("data", told)


def test_without_contexts_it_is_unscored() -> None:
    metric = NoiseSensitivity(judge=ScriptedJudge())
    assert metric.score(response="x", reference="y", retrieved_contexts=[]).fault == "data"


def test_the_mode_is_one_of_two() -> None:
    with pytest.raises(InputError, match="mode: must be one of relevant, irrelevant"):
        NoiseSensitivity(mode="both")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_by_words() -> None:
    fields: dict[str, Any] = {
        "response": "The bridge is steel. The bridge is red.",
        "reference": "The bridge is steel.",
        "retrieved_contexts": ["The bridge is steel.", "The bridge is red."],
    }
    assert NoiseSensitivity().score(**fields).value == 0.0
    assert NoiseSensitivity(mode="irrelevant").score(**fields).value == 0.5
