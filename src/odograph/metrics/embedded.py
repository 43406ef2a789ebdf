"""Metrics that compare texts by their vectors."""

from dataclasses import dataclass, field
from typing import Any

from odograph.judge.adapt import as_embedder
from odograph.judge.embedding import Embedder, HashedWords, cosine
from odograph.judge.judge import JudgeError
from odograph.metrics.judged import JudgedMetric
from odograph.trace.secrets import error_text

__all__ = ("EmbeddedMetric",)


@dataclass(frozen=True, repr=False)
class EmbeddedMetric(JudgedMetric):
    """Base of the metrics that embed texts.

    Attributes:
        embeddings: an embedder, or a model of embeddings where an installed adapter knows it; None
            compares bags of words, and the scores say so.
    """

    embeddings: Any = field(default=None, repr=False, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.embeddings is not None:
            object.__setattr__(self, "embeddings", as_embedder(self.embeddings))

    @property
    def _by(self) -> str:
        """By what texts are compared, for reasons and details."""
        lexical = self.embeddings is None or isinstance(self.embeddings, HashedWords)
        return "words" if lexical else "embeddings"

    async def _similarities(self, text: str, others: list[str]) -> list[float | None]:
        """Cosine of one text with each of the others, at least 0; None where one has no words.

        Raises:
            JudgeError: the embedder failed, or gave another number of vectors than of texts.
        """
        embed: Embedder = self.embeddings or HashedWords()
        texts = [text, *others]
        try:
            vectors = await embed(texts)
        except Exception as error:
            told = f"the embeddings failed: {error_text(error)}"
            raise JudgeError(told) from error
        if len(vectors) != len(texts):
            raise JudgeError(f"{len(texts)} texts were embedded, got {len(vectors)} vectors")
        found = [cosine(vectors[0], vector) for vector in vectors[1:]]
        return [None if value is None else max(0.0, value) for value in found]
