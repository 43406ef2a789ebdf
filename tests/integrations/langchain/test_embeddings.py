from typing import Any

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings

from odograph.judge.answers import Questions
from odograph.metrics import AnswerRelevancy, SemanticSimilarity
from odograph_langchain.embeddings import LangChainEmbedder, as_embedder
from scripted_judge import ScriptedJudge


class Letters(Embeddings):
    """Counts a and b; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.asked.append(texts)
        return [[float(text.count("a")), float(text.count("b"))] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        raise NotImplementedError


def test_embeddings_of_langchain_compare_texts() -> None:
    metric = SemanticSimilarity(embeddings=LangChainEmbedder(Letters()))
    score = metric.score(response="aaab", reference="ab")
    assert score.value == pytest.approx(4 / (10**0.5 * 2**0.5))
    assert score.reason == "similarity 0.894, by embeddings"


def test_equal_texts_are_sent_once() -> None:
    model = Letters()
    judge = ScriptedJudge(Questions(questions=["ab", "ab", "b"], noncommittal=False))
    metric = AnswerRelevancy(judge=judge, embeddings=LangChainEmbedder(model))
    assert metric.score(user_input="ab", response="x").details["similarities"][:2] == [1.0, 1.0]
    assert model.asked == [["ab", "b"]]


def test_embeddings_and_names_of_them_are_embedders(monkeypatch: pytest.MonkeyPatch) -> None:
    assert as_embedder(DeterministicFakeEmbedding(size=4)) is not None
    assert as_embedder(3) is None
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    named: Any = as_embedder("openai:text-embedding-3-small")
    assert named.model.model == "text-embedding-3-small"
