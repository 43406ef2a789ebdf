"""Embeddings of LangChain as an embedder."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.embeddings import Embeddings

__all__ = ("LangChainEmbedder", "as_embedder")


@dataclass(frozen=True)
class LangChainEmbedder:
    """Embeds texts by a model of LangChain, each text once a call."""

    model: Embeddings

    async def __call__(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Embed texts; equal ones are sent once."""
        unique = list(dict.fromkeys(texts))
        vectors = await self.model.aembed_documents(unique)
        by_text = dict(zip(unique, vectors, strict=True))
        return [by_text[text] for text in texts]


def as_embedder(value: Any) -> LangChainEmbedder | None:
    """Turn embeddings, or their name for `init_embeddings`, into an embedder; else None."""
    if isinstance(value, str):
        from langchain.embeddings import init_embeddings  # noqa: PLC0415 - heavy

        value = init_embeddings(value)
    return LangChainEmbedder(value) if isinstance(value, Embeddings) else None
