"""Search in the demo's pages: BM25 over their sections, as a LangChain retriever."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import PrivateAttr

__all__ = ("DocsRetriever", "Index", "Section", "read_pages", "sections", "words")

_WORD = re.compile(r"[a-z0-9]+(?:[@^_][a-z0-9]+)*")
_K1, _B = 1.2, 0.75  # the usual values of BM25


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: what is found."""

    url: str
    title: str
    heading: str
    text: str

    @property
    def id(self) -> str:
        """The page's address and the heading in one word."""
        return f"{self.url}#{'-'.join(words(self.heading))}"


def read_pages() -> dict[str, str]:
    """Read the pages that come with the demo: Markdown by address, in alphabetical order."""
    folder = files(__package__ or "") / "corpus"
    found = sorted((page for page in folder.iterdir() if page.name.endswith(".md")), key=str)
    return {f"docs/{page.name[:-3]}": page.read_text(encoding="utf-8") for page in found}


def sections(url: str, page: str) -> Iterator[Section]:
    """Cut a page into its sections (`## heading`) under its title (`# title`)."""
    head, *parts = re.split(r"^## ", page, flags=re.MULTILINE)
    title = head.strip().removeprefix("# ")
    for part in parts:
        heading, _, text = part.partition("\n")
        yield Section(url, title, heading.strip(), text.strip())


def words(text: str) -> list[str]:
    """Cut a text into words in lower case; `pass@k` is one word."""
    return _WORD.findall(text.lower())


def _stems(text: str) -> list[str]:
    """Cut a text into words without the s of a plural: as far as this search goes."""
    return [re.sub(r"(?<=[^s]{3})s$", "", word) for word in words(text)]


class Index:
    """Sections ranked by BM25 (Robertson and Zaragoza, 2009), with Lucene's idf, which is > 0."""

    def __init__(self, entries: Sequence[Section]) -> None:
        self._entries = entries
        self._counts = [Counter(_stems(f"{one.title} {one.heading} {one.text}")) for one in entries]
        self._lengths = [count.total() for count in self._counts]
        self._mean = sum(self._lengths) / len(entries)
        self._holders = Counter(word for count in self._counts for word in count)

    def search(self, query: str, limit: int) -> list[tuple[float, Section]]:
        """Rank the sections that hold a word of the query, best first; ties in the given order."""
        terms = set(_stems(query))
        scored = [(self._score(index, terms), one) for index, one in enumerate(self._entries)]
        ranked = sorted(scored, key=lambda pair: -pair[0])
        return [(score, one) for score, one in ranked[:limit] if score > 0]

    def _score(self, index: int, terms: set[str]) -> float:
        counts, length = self._counts[index], self._lengths[index]
        damping = _K1 * (1 - _B + _B * length / self._mean)
        return sum(
            self._idf(term) * counts[term] * (_K1 + 1) / (counts[term] + damping)
            for term in sorted(terms)
        )

    def _idf(self, term: str) -> float:
        holders = self._holders[term]
        return math.log(1 + (len(self._entries) - holders + 0.5) / (holders + 0.5))


class DocsRetriever(BaseRetriever):
    """Finds sections of the demo's pages.

    Attributes:
        limit: how many documents to find at most.
    """

    limit: int = 3
    _index: Index = PrivateAttr()

    def model_post_init(self, context: object, /) -> None:
        """Read and index the pages."""
        super().model_post_init(context)
        self._index = Index([one for item in read_pages().items() for one in sections(*item)])

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 - LangChain passes it
    ) -> list[Document]:
        return [
            Document(
                page_content=one.text,
                id=one.id,
                metadata={
                    "url": one.url,
                    "title": one.title,
                    "section": one.heading,
                    "score": round(score, 3),
                },
            )
            for score, one in self._index.search(query, self.limit)
        ]
