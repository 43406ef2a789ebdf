"""Names, dates and amounts in a text, by their capitals and digits."""

import re

from odograph.judge.words import words_of

__all__ = ("names_of",)

_NAME = re.compile(
    r"[^\W\d_a-z][\w'\u2019-]*(?:\s+(?:(?:of|the|de|van|von|der|la)\s+)*[^\W\d_a-z][\w'\u2019-]*)*"
    r"|\d+(?:[.,]\d+)*"
)
_STARTS = re.compile(r"(?:^|[.!?:\n])\s*$")


def names_of(text: str) -> list[str]:
    """Take runs of capitalised words, and numbers, each once, in their order.

    A single capitalised word at the start of a sentence is a name only if it is no word of grammar.
    """
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        name = match.group()
        words = words_of(name)
        starts = _STARTS.search(text[: match.start()]) is not None
        if starts and " " in name and not words_of(name.split()[0]).content:
            name = name.split(maxsplit=1)[1]  # "The Golden Gate" at a start is the Golden Gate
        if words.content or words.numbers:
            found[name] = None
    return list(found)
