from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge import HashedWords
from odograph.metrics import AnswerCorrectness, SemanticSimilarity, parse_metric


async def embed(texts: Any) -> Any:
    return [[1.0, float(len(text))] for text in texts]


def test_embeddings_are_no_part_of_the_measure() -> None:
    metric = SemanticSimilarity(embeddings=embed)
    assert repr(metric) == "SemanticSimilarity()"
    assert parse_metric(repr(metric)) == metric


def test_a_score_says_by_what_texts_were_compared() -> None:
    fields = {"response": "red", "reference": "red bridge"}
    assert SemanticSimilarity().score(**fields).details["compared_by"] == "words"
    hashed = SemanticSimilarity(embeddings=HashedWords())
    assert hashed.score(**fields).details["compared_by"] == "words"
    vectors = SemanticSimilarity(embeddings=embed)
    assert vectors.score(**fields).details["compared_by"] == "embeddings"


def test_another_judge_leaves_the_embeddings() -> None:
    metric = AnswerCorrectness(embeddings=embed).with_judge(embed)
    assert metric.embeddings is embed


def test_what_embeds_nothing_is_refused_at_once() -> None:
    with pytest.raises(InputError, match="must be an embedder or embeddings"):
        SemanticSimilarity(embeddings=3)
