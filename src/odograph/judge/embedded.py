"""A judge that compares vectors: a model of embeddings, and no chat model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from odograph.errors import InputError
from odograph.judge.adapt import as_embedder
from odograph.judge.comparing import ComparingJudge
from odograph.judge.coverage import Coverage
from odograph.judge.embedding import Embedder, cosine
from odograph.judge.judge import JudgeError
from odograph.judge.sentences import sentences_of
from odograph.judge.words import words_of

__all__ = ("EmbeddedJudge",)


@dataclass(frozen=True)
class EmbeddedJudge(ComparingJudge):
    """Answers by the likeness of vectors, so that synonyms count.

    A claim is supported by a text if the cosine with one of its sentences is at least `threshold`
    and all of the claim's numbers occur in the text: vectors hardly tell 1932 from 1933. They do
    not tell a claim from its denial either. The right thresholds hang on the model of embeddings;
    find them on examples of your own. It answers the tasks that the `LexicalJudge` answers.

    Attributes:
        embeddings: an embedder, or a model of embeddings where an installed adapter knows it.
        threshold: cosine of a claim and a sentence, above 0 and at most 1.
        relevance: cosine of a passage and its question, above 0 and at most 1.

    Raises:
        InputError: no embedder, or a threshold outside its range.
    """

    embeddings: Any
    threshold: float = 0.8
    relevance: float = 0.5

    by: ClassVar = "embedded"

    def __post_init__(self) -> None:
        object.__setattr__(self, "embeddings", as_embedder(self.embeddings))
        for name in ("threshold", "relevance"):
            value: float = getattr(self, name)
            if not 0 < value <= 1:
                raise InputError.of(f"{name} must be above 0 and at most 1", value)

    async def cover(self, claims: Sequence[str], texts: Sequence[str]) -> list[list[Coverage]]:
        """Hold each claim against the sentences of each text; all are embedded in one call."""
        sentences = [sentences_of(text) for text in texts]
        flat = [sentence for group in sentences for sentence in group]
        vectors = await self._embed([*claims, *flat])
        rows: list[list[Coverage]] = []
        for claim, vector in zip(claims, vectors, strict=False):
            left = iter(vectors[len(claims) :])
            row: list[Coverage] = []
            for text, group in zip(texts, sentences, strict=True):
                found = [cosine(vector, next(left)) or 0.0 for _ in group]
                row.append(self._coverage(claim, text, max(found, default=0.0)))
            rows.append(row)
        return rows

    def _coverage(self, claim: str, text: str, likeness: float) -> Coverage:
        reason = f"the nearest sentence is {likeness:.2f} like it"
        missing = sorted(words_of(claim).numbers - words_of(text).numbers)
        if missing:
            return Coverage(False, likeness, f"{reason}; no such number: {', '.join(missing)}")
        return Coverage(likeness >= self.threshold, likeness, reason)

    async def likeness(self, question: str, passages: Sequence[str]) -> list[float]:
        """Cosine of the question and each passage, at least 0."""
        first, *others = await self._embed([question, *passages])
        return [max(0.0, cosine(first, other) or 0.0) for other in others]

    async def _embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        embed: Embedder = self.embeddings
        if not texts:
            return []
        vectors = await embed(texts)
        if len(vectors) != len(texts):
            raise JudgeError(f"{len(texts)} texts were embedded, got {len(vectors)} vectors")
        return vectors
