from collections.abc import Sequence
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge import (
    CLAIM_SUPPORT,
    PASSAGE_RELEVANCE,
    RATE_COMPLETION,
    SUPPORTING_CONTEXTS,
    Claims,
    EmbeddedJudge,
    JudgeError,
    metering,
)
from odograph.judge.agents import Run
from odograph.judge.evidence import Passages
from odograph.metrics import Faithfulness

MEANINGS = [{"car", "automobile", "vehicle"}, {"fast", "quick", "speedy"}, {"cat"}, {"sleeps"}]


async def embed(texts: Sequence[str]) -> list[list[float]]:
    """One component for each meaning, whichever word has it."""
    words = [set(text.lower().replace(".", "").replace("?", "").split()) for text in texts]
    return [[float(bool(one & meaning)) for meaning in MEANINGS] for one in words]


JUDGE = EmbeddedJudge(embed)


async def verdicts(claims: list[str], contexts: list[str]) -> list[str]:
    answer = await JUDGE(CLAIM_SUPPORT, Claims(claims=claims, contexts=contexts))
    return [one.verdict for one in answer.verdicts]


async def test_synonyms_support() -> None:
    claims = ["The automobile is quick.", "The cat sleeps.", "The car sleeps."]
    contexts = ["A speedy vehicle. The car.", "Sleeps the cat?"]
    assert await verdicts(claims, contexts) == ["yes", "yes", "no"]


async def test_a_sentence_must_support_the_claim_not_the_whole_text() -> None:
    assert await verdicts(["The car is quick."], ["The car. It sleeps. Quick."]) == ["no"]


async def test_numbers_must_be_there() -> None:
    answer = await JUDGE(CLAIM_SUPPORT, Claims(claims=["Fast car 3."], contexts=["Fast car 4."]))
    [verdict] = answer.verdicts
    assert verdict.verdict == "no"
    assert verdict.reason == "embedded: the nearest sentence is 1.00 like it; no such number: 3"


async def test_without_texts_or_words_nothing_is_supported() -> None:
    assert await verdicts(["The car."], []) == ["no"]
    assert await verdicts(["The car."], [" "]) == ["no"]
    assert await verdicts([], ["The car."]) == []
    assert await verdicts(["!"], ["!"]) == ["no"]


async def test_the_sources_keep_their_numbers() -> None:
    given = Claims(claims=["Fast car."], contexts=["", "Cat.", "Quick vehicle."])
    assert (await JUDGE(SUPPORTING_CONTEXTS, given)).claims[0].contexts == [2]


async def test_relevance_is_likeness_to_the_question() -> None:
    given = Passages(question="Which car is fast?", passages=["A quick automobile.", "The cat."])
    answer = await JUDGE(PASSAGE_RELEVANCE, given)
    assert [one.verdict for one in answer.verdicts] == ["yes", "no"]


async def test_it_embeds_once_a_question_and_its_usage_is_unknown() -> None:
    calls: list[int] = []

    async def counting(texts: Sequence[str]) -> Any:
        calls.append(len(texts))
        return await embed(texts)

    with metering() as spend:
        given = Claims(claims=["a", "b"], contexts=["One. Two.", "Three."])
        await EmbeddedJudge(counting)(CLAIM_SUPPORT, given)
    assert calls == [5]
    assert (spend.calls, spend.cost, spend.lexical) == (1, None, False)


def test_a_metric_judged_by_it_is_not_lexical() -> None:
    score = Faithfulness(judge=JUDGE).score(
        response="The automobile is quick. The cat sleeps.", retrieved_contexts=["A fast car."]
    )
    assert score.value == 0.5
    assert "lexical" not in score.reason


async def test_what_likeness_cannot_tell_is_refused() -> None:
    with pytest.raises(InputError, match="the embedded judge cannot answer such a task"):
        await JUDGE(RATE_COMPLETION, Run(run="x"))


async def test_vectors_too_few_are_no_answer() -> None:
    async def short(texts: Sequence[str]) -> Any:
        return [[1.0]]

    with pytest.raises(JudgeError, match="2 texts were embedded, got 1 vectors"):
        await EmbeddedJudge(short)(CLAIM_SUPPORT, Claims(claims=["a"], contexts=["b"]))


@pytest.mark.parametrize(
    "given", [{"threshold": 0}, {"relevance": 1.1}, {"embeddings": 3}, {"embeddings": None}]
)
def test_bad_parameters_are_refused(given: Any) -> None:
    settings: Any = {"embeddings": embed, **given}
    with pytest.raises(InputError):
        EmbeddedJudge(**settings)
