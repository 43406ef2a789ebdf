"""An embedder as one run uses it: within the limit of the run."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from odograph.judge import HashedWords
from odograph.metrics.metric import Metric

__all__ = ("SharedEmbedder", "limited")


@dataclass(frozen=True, eq=False)
class SharedEmbedder:
    """Embeds texts, at most so many times at once as the run's limiter has places."""

    embedder: Any
    limiter: asyncio.Semaphore

    async def __call__(self, texts: Sequence[str], /) -> Any:
        """Embed texts."""
        async with self.limiter:
            return await self.embedder(texts)


def limited(metric: Metric, limiter: asyncio.Semaphore) -> Metric:
    """Give a metric that embeds texts its embedder within the limit; bags of words need none."""
    embedder = getattr(metric, "embeddings", None)
    if embedder is None or isinstance(embedder, HashedWords):
        return metric
    embedding: Any = metric
    bounded: Metric = replace(embedding, embeddings=SharedEmbedder(embedder, limiter))
    return bounded
