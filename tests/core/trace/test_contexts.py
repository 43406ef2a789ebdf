from dataclasses import dataclass, field
from typing import Any

import pytest

from odograph import InputError, SingleTurnSample
from odograph.trace import Document, documents_of, texts_of


@dataclass
class FromARetriever:
    """Has what the documents of retrievers have, and is of no class that is known here."""

    page_content: str
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    id: str | None = None


def test_documents_dictionaries_and_texts_give_their_texts() -> None:
    found = [FromARetriever("alpha", {"id": 7}), {"text": "beta", "filename": "b.txt"}, "gamma"]
    assert texts_of(found) == ("alpha", "beta", "gamma")


def test_ids_and_sources_are_kept_apart_from_the_text() -> None:
    found = [
        FromARetriever("alpha", {"id": 7, "source": "s.pdf"}),
        FromARetriever("beta", id="b"),
        {"page_content": "gamma", "metadata": {"source": "g"}},
    ]
    assert documents_of(found) == (
        Document("alpha", "7", {"id": 7, "source": "s.pdf"}),
        Document("beta", "b", {}),
        Document("gamma", None, {"source": "g"}),
    )


def test_one_text_is_no_list_of_letters() -> None:
    with pytest.raises(InputError, match="contexts: must be a list of texts or documents"):
        texts_of("Paris is in France.")


@pytest.mark.parametrize("shape", [{"body": "x"}, {"text": "x", "content": "y"}, {"text": 3}, 3])
def test_an_unknown_shape_is_refused_and_never_printed_as_text(shape: Any) -> None:
    with pytest.raises(InputError, match=r"contexts\[1\]: a context must be a text, a document"):
        texts_of(["x", shape])


def test_a_sample_takes_documents_by_their_text() -> None:
    found: Any = [FromARetriever("alpha"), "beta"]
    assert SingleTurnSample(retrieved_contexts=found).retrieved_contexts == ("alpha", "beta")
