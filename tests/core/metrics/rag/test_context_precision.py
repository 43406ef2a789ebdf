from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.metrics import ContextPrecision, ContextUtilization, Score
from scripted_judge import ScriptedJudge, verdicts


def judged(letters: str, contexts: list[str] | None = None, **settings: Any) -> Score:
    judge = ScriptedJudge(verdicts(letters))
    metric = ContextPrecision(judge=judge, **settings)
    contexts = [f"c{i}" for i in range(len(letters))] if contexts is None else contexts
    return metric.score(user_input="q", reference="a", response="b", retrieved_contexts=contexts)


@pytest.mark.parametrize(
    ("letters", "value"),
    [
        ("y", 1.0),
        ("yyy", 1.0),
        ("yynn", 1.0),
        ("yny", 5 / 6),
        ("ny", 0.5),
        ("nnn", 0.0),
        ("?y", 0.5),
    ],
)
def test_by_hand(letters: str, value: float) -> None:
    assert judged(letters).value == value


@given(st.text("yn", min_size=1, max_size=12))
def test_it_is_within_its_range_and_1_exactly_when_the_useful_come_first(letters: str) -> None:
    value = float(judged(letters))
    assert 0 <= value <= 1
    assert (value == 1) == ("y" in letters and "ny" not in letters)


def test_all_contexts_are_asked_about_in_one_call() -> None:
    judge = ScriptedJudge(verdicts("yn"))
    ContextPrecision(judge=judge).score(
        user_input="q", reference="a", retrieved_contexts=["c", "d"]
    )
    [(name, given_evidence)] = judge.asked
    assert name == "context_usefulness"
    assert (given_evidence.answer, given_evidence.contexts) == ("a", ["c", "d"])


def test_blank_contexts_are_useless_without_asking() -> None:
    result = judged("yn", ["", "c", " ", "d"])
    assert result.details["useful"] == [False, True, False, False]
    assert result.value == 0.5


@pytest.mark.parametrize("contexts", [[], ["", " "]])
def test_nothing_retrieved_is_nothing_without_asking(contexts: list[str]) -> None:
    judge = ScriptedJudge()
    fields = {"user_input": "q", "reference": "a", "retrieved_contexts": contexts}
    assert ContextPrecision(judge=judge).score(**fields).value == 0.0


def test_against_the_response() -> None:
    judge = ScriptedJudge(verdicts("y"), verdicts("y"))
    fields = {"user_input": "q", "response": "b", "retrieved_contexts": ["c"]}
    assert ContextUtilization(judge=judge).score(**fields).value == 1.0
    assert ContextPrecision(judge=judge, against="response").score(**fields).value == 1.0
    assert {one.answer for _, one in judge.asked} == {"b"}
    assert ContextPrecision().score(**fields).fault == "data"
    assert repr(ContextUtilization()) == "ContextUtilization()"


def test_an_empty_answer_is_unscored() -> None:
    fields = {"user_input": "q", "reference": " ", "retrieved_contexts": ["c"]}
    assert ContextPrecision().score(**fields).reason == "the reference is empty"


@pytest.mark.parametrize(
    ("retrieved", "reference", "value"),
    [
        ([12, "7"], ["12", 7], 1.0),
        (["x", "a"], ["a"], 0.5),
        (["a", "a", "x"], ["a"], 1.0),
        ([], ["a"], 0.0),
        (["07"], [7], 0.0),
        (["a"], [], None),
    ],
)
def test_by_ids(retrieved: Any, reference: Any, value: float | None) -> None:
    ids = {"retrieved_context_ids": retrieved, "reference_context_ids": reference}
    assert ContextPrecision(by="ids").score(**ids).value == value


def test_by_text_a_chunk_inside_a_longer_chunk_is_useful() -> None:
    references = ["The steel bridge was opened in March 1932."]
    contexts = ["Cats sleep.", "It is old. The steel bridge was opened in March 1932. It is red."]
    fields = {"retrieved_contexts": contexts, "reference_contexts": references}
    assert ContextPrecision(by="text").score(**fields).value == 0.5
    assert ContextPrecision(by="text").score(**{**fields, "reference_contexts": [""]}).value is None
    assert ContextPrecision(by="text").score(retrieved_contexts=["a"]).fault == "data"


@pytest.mark.parametrize(
    "given", [{"against": "answer"}, {"by": "words"}, {"threshold": 0}, {"threshold": 1.1}]
)
def test_bad_parameters_are_refused(given: Any) -> None:
    with pytest.raises(InputError):
        ContextPrecision(**given)


def test_by_words() -> None:
    contexts = ["Cats sleep.", "The steel bridge was opened in 1932."]
    fields = {"user_input": "When?", "reference": "It was opened in 1932."}
    assert ContextPrecision().score(retrieved_contexts=contexts, **fields).value == 0.5
    assert ContextPrecision().score(retrieved_contexts=contexts[::-1], **fields).value == 1.0
