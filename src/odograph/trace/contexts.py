"""Contexts as retrievers return them: texts, documents, or dictionaries of either.

Documents are known by their `page_content`, not by their class. A dictionary must have a known
shape: anything else is refused, for printed as text it would be noise to a judge.
"""

from collections.abc import Mapping
from typing import Any

from odograph.errors import InputError
from odograph.trace.samples import Document
from odograph.trace.values import as_json, is_mapping, is_sequence

__all__ = ("documents_of", "texts_of")

_TEXT_KEYS = ("page_content", "content", "text")


def texts_of(contexts: Any, *, place: str = "contexts") -> tuple[str, ...]:
    """Read the texts of contexts.

    Raises:
        InputError: one text instead of a list, or an element of no known shape; names the index.
    """
    return tuple(document.content for document in documents_of(contexts, place=place))


def documents_of(contexts: Any, *, place: str = "contexts") -> tuple[Document, ...]:
    """Read contexts as documents, with their ids and metadata where they have some.

    Raises:
        InputError: as `texts_of`.
    """
    if not is_sequence(contexts):
        raise InputError.of("must be a list of texts or documents", contexts, place=place)
    return tuple(_document(one, f"{place}[{index}]") for index, one in enumerate(contexts))


def _document(one: Any, place: str) -> Document:
    if isinstance(one, Document):
        return one
    if isinstance(one, str):
        return Document(one)
    content: Any = getattr(one, "page_content", None)
    if isinstance(content, str):
        return _of(content, getattr(one, "id", None), getattr(one, "metadata", None) or {})
    if is_mapping(one):
        found = [key for key in _TEXT_KEYS if isinstance(one.get(key), str)]
        if len(found) == 1:
            rest = {k: v for k, v in one.items() if k not in (found[0], "id", "metadata", "type")}
            inner = one.get("metadata")
            metadata = {**rest, **(inner if is_mapping(inner) else {})}
            return _of(one[found[0]], one.get("id"), metadata)
    shown = sorted(one) if is_mapping(one) else one
    rule = f"a context must be a text, a document, or have one of {', '.join(_TEXT_KEYS)}"
    raise InputError.of(rule, shown, place=place)


def _of(content: str, own: Any, metadata: Mapping[str, Any]) -> Document:
    name = metadata.get("id") if own is None else own
    return Document(content, None if name is None else str(name), as_json(metadata))
