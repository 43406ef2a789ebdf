"""Texts as vectors: what an embedder is, and one that needs no model."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar, Protocol

from odograph.errors import InputError
from odograph.judge.words import words_of

__all__ = ("Embedder", "HashedWords", "cosine")


class Embedder(Protocol):
    """Anything that turns texts into vectors of one length, in their order."""

    async def __call__(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Embed texts."""
        ...


@dataclass(frozen=True)
class HashedWords:
    """A bag of words: each content word and number counts at a place made from its hash.

    It knows no synonyms. No component is negative, so similarities lie in [0, 1].

    Attributes:
        size: length of the vectors; at 1024, two of 40 words fall on one place in about half of the
            texts.
    """

    size: int = 1024

    lexical: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if type(self.size) is not int or self.size < 1:
            raise InputError.of("size must be a whole number above 0", self.size)

    async def __call__(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Embed texts; one without words is a vector of zeros."""
        return [self._embed(text) for text in texts]

    def _embed(self, text: str) -> list[float]:
        words = words_of(text)
        vector = [0.0] * self.size
        for word in (*words.content, *words.numbers):
            digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            vector[int.from_bytes(digest) % self.size] += 1.0
        return vector


def cosine(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Cosine of two vectors, in [-1, 1] and exactly 1 for equal ones; None if one is all zeros.

    Raises:
        InputError: vectors of different lengths, or with a component that is not finite.
    """
    if len(one) != len(other):
        raise InputError.of("vectors must have one length", (len(one), len(other)))
    norms = math.hypot(*one), math.hypot(*other)
    if not all(map(math.isfinite, norms)):
        raise InputError.of("the components of a vector must be finite", norms)
    if 0 in norms:
        return None
    if list(one) == list(other):
        return 1.0
    product = math.fsum(a / norms[0] * (b / norms[1]) for a, b in zip(one, other, strict=True))
    return max(-1.0, min(1.0, product))
