from typing import Any

from odograph.judge.answers import EntityLists, TextEntities
from odograph.metrics import ContextEntityRecall, Score
from scripted_judge import ScriptedJudge


def score(wanted: list[str], found: list[str], **fields: Any) -> Score:
    lists = [
        TextEntities(index=1, entities=found),
        TextEntities(index=0, entities=wanted),
    ]
    judge = ScriptedJudge(EntityLists(texts=lists))
    given = {"reference": "r", "retrieved_contexts": ["c"], **fields}
    return ContextEntityRecall(judge=judge).score(**given)


def test_by_hand() -> None:
    result = score(["Paris", "1889", "Gustave Eiffel"], ["Paris", "France", "1889"])
    assert result.value == 2 / 3
    assert result.details["missing"] == ["Gustave Eiffel"]


def test_a_perfect_one_is_exactly_1() -> None:
    assert score(["Paris"], ["Paris"]).value == 1.0


def test_each_counts_once_whatever_its_case_and_spacing() -> None:
    assert score(["Paris", "PARIS", "New  York"], ["paris", "new york"]).value == 1.0


def test_undefined_and_known_cases_are_not_asked_further() -> None:
    assert score([], ["Paris"]).fault == "data"
    assert score([], [], reference=" ").fault == "data"
    assert score([], [], retrieved_contexts=[""]).value == 0.0


def test_by_words() -> None:
    fields = {"reference": "It stands in Paris since 1889."}
    contexts = ["The tower of Paris."]
    assert ContextEntityRecall().score(retrieved_contexts=contexts, **fields).value == 0.5
