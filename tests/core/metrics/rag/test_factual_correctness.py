from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.metrics import FactualCorrectness, Score
from scripted_judge import ScriptedJudge, claims, crossed


def score(answer: str, reference: str, **settings: Any) -> Score:
    """Score by the verdicts on the claims of both sides, one letter each."""
    split = claims(
        "; ".join(f"a{i}" for i in range(len(answer))),
        "; ".join(f"r{i}" for i in range(len(reference))),
    )
    judge = ScriptedJudge(split, crossed(answer, reference))
    return FactualCorrectness(judge=judge, **settings).score(response="x", reference="y")


def test_by_hand_each_side_over_its_own_claims() -> None:
    # ten claims, all right; one of two reference claims covered
    assert score("y" * 10, "yn", mode="precision").value == 1.0
    assert score("y" * 10, "yn", mode="recall").value == 0.5
    assert score("y" * 10, "yn").value == pytest.approx(2 / 3)


def test_beta_weighs_recall() -> None:
    # precision 1, recall 0.5
    assert score("yy", "yn", beta=2.0).value == pytest.approx(5 * 0.5 / (4 + 0.5))
    assert score("yy", "yn", beta=0.5).value == pytest.approx(1.25 * 0.5 / (0.25 + 0.5))


def test_two_calls() -> None:
    judge = ScriptedJudge(claims("a", "r"), crossed("y", "y"))
    FactualCorrectness(judge=judge).score(response="x", reference="y")
    assert judge.tasks == ["split_claims", "cross_support"]


def test_the_reason_tells_what_is_wrong_on_either_side() -> None:
    assert score("yn", "y?").reason == (
        "1 of 2 claims right, 1 of 2 of the reference covered"
        "\nanswer: no: a1 (because 1)\nreference: undetermined: r1 (because 1)"
    )


def test_a_response_without_claims_covers_nothing() -> None:
    def without(mode: Any) -> Score:
        judge = ScriptedJudge(claims("", "r"))
        return FactualCorrectness(judge=judge, mode=mode).score(response="hm", reference="y")

    assert without("f1").value == 0.0
    assert without("recall").value == 0.0
    assert without("precision").fault == "data"


def test_a_reference_without_claims_is_unscored() -> None:
    judge = ScriptedJudge(claims("a", ""))
    score_ = FactualCorrectness(judge=judge).score(response="x", reference="hm")
    assert (score_.fault, score_.reason) == ("data", "the reference claims nothing")


@given(st.text("yn", min_size=1, max_size=6), st.text("yn", min_size=1, max_size=6))
def test_f1_lies_between_precision_and_recall(answer: str, reference: str) -> None:
    parts = [float(score(answer, reference, mode=mode)) for mode in ("precision", "recall")]
    value = float(score(answer, reference))
    assert min(parts) - 1e-12 <= value <= max(parts) + 1e-12


@pytest.mark.parametrize("given", [{"mode": "f2"}, {"beta": 0}, {"beta": float("inf")}])
def test_bad_parameters_are_refused(given: Any) -> None:
    with pytest.raises(InputError):
        FactualCorrectness(**given)


def test_by_words_also_in_scripts_without_spaces() -> None:
    text = "东京是日本的首都。它有很多人口。"
    assert FactualCorrectness().score(response=text, reference=text).value == 1.0
