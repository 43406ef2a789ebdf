import pytest

from odograph.errors import InputError
from odograph.metrics import ContextRelevance
from scripted_judge import ScriptedJudge, verdicts

ASKED = {"user_input": "When was the bridge opened?"}


def test_by_hand_per_chunk() -> None:
    judge = ScriptedJudge(verdicts("yn?y"))
    metric = ContextRelevance(judge=judge)
    result = metric.score(retrieved_contexts=["a", "b", "", "c", "d"], **ASKED)
    assert result.value == 0.5
    assert result.reason.startswith("2 of 4 chunks relevant")
    assert judge.tasks == ["passage_relevance"]


def test_per_sentence() -> None:
    judge = ScriptedJudge(verdicts("yny"))
    metric = ContextRelevance(judge=judge, unit="sentence")
    assert metric.score(retrieved_contexts=["One. Two.", "Three."], **ASKED).value == 2 / 3
    assert judge.asked[0][1].passages == ["One.", "Two.", "Three."]


def test_nothing_retrieved_is_nothing_without_asking() -> None:
    metric = ContextRelevance(judge=ScriptedJudge())
    assert metric.score(retrieved_contexts=[" "], **ASKED).value == 0.0
    assert metric.score(retrieved_contexts=["a"], user_input=" ").fault == "data"


def test_the_unit_is_one_of_two() -> None:
    with pytest.raises(InputError, match="unit: must be one of chunk, sentence"):
        ContextRelevance(unit="word")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_by_words() -> None:
    contexts = ["The bridge was opened in 1932.", "Cats sleep."]
    assert ContextRelevance().score(retrieved_contexts=contexts, **ASKED).value == 0.5
