from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.judge.evidence import JudgedClaim, JudgedClaims
from odograph.metrics import Faithfulness, Score
from scripted_judge import ScriptedJudge, claims, verdicts


def score(response: str = "x", contexts: Any = ("c",), **settings: Any) -> Score:
    return Faithfulness(**settings).score(response=response, retrieved_contexts=contexts)


def test_by_hand() -> None:
    judge = ScriptedJudge(claims("a; b; c; d"), verdicts("yyny"))
    assert score(judge=judge).value == 0.75
    assert judge.tasks == ["split_claims", "claim_support"]


def test_an_undetermined_claim_is_not_supported_and_is_counted() -> None:
    result = score(judge=ScriptedJudge(claims("a; b; c"), verdicts("yn?")))
    assert result.value == 1 / 3
    assert result.details["undetermined"] == 1
    assert "undetermined: c (because 2)" in result.reason


@pytest.mark.parametrize("contexts", [[], [""], ["  \n"]])
def test_without_any_context_it_is_nothing_without_asking(contexts: list[str]) -> None:
    judge = ScriptedJudge()
    result = score("x is 3. y is 4.", contexts, judge=judge)
    assert (result.value, result.fault, judge.asked) == (0.0, None, [])


def test_blank_contexts_are_left_out() -> None:
    judge = ScriptedJudge(claims("a"), verdicts("y"))
    score(contexts=["", "c", " "], judge=judge)
    assert judge.asked[1][1].contexts == ["c"]


def test_a_response_that_claims_nothing_is_unscored() -> None:
    judge = ScriptedJudge(claims(""))
    result = score("Hello!", judge=judge)
    assert (result.fault, result.reason) == ("data", "the response claims nothing")
    assert len(judge.asked) == 1


def test_an_empty_response_is_the_agents_fault() -> None:
    assert score(" ").fault == "agent"


def test_in_one_call() -> None:
    judged = [
        JudgedClaim(claim="a", reason="r", verdict="yes"),
        JudgedClaim(claim="b", reason="r", verdict="no"),
    ]
    judge = ScriptedJudge(JudgedClaims(claims=judged))
    assert score(judge=judge, one_call=True).value == 0.5
    assert judge.tasks == ["claims_and_support"]
    nothing = ScriptedJudge(JudgedClaims(claims=[]))
    assert score(judge=nothing, one_call=True).fault == "data"


@given(st.text("yn?", min_size=1, max_size=12))
def test_it_is_the_share_of_yes(letters: str) -> None:
    told = "; ".join(f"claim {index}" for index in range(len(letters)))
    result = score(judge=ScriptedJudge(claims(told), verdicts(letters)))
    assert result.value == letters.count("y") / len(letters)


def test_by_words() -> None:
    context = "The steel bridge was opened in 1932."
    assert score("The bridge is steel. It opened in 1932.", [context]).value == 1.0
    assert score("The bridge is steel. It opened in 1933.", [context]).value == 0.5
