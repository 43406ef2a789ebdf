"""Sentences of a text in any script, and the claims among them, for judges that do not read."""

import re
from itertools import pairwise

from odograph.judge.words import words_of

__all__ = ("claims_of", "is_noncommittal", "sentences_of")

# an end is a full stop of a spaced script before a space, one of an unspaced script, or a line end
_END = re.compile(r"[.!?\u2026\u061f\u06d4\u0964\u0965\u1362]+[\"'\u2019\u201d)\]]*(?=\s|$)")
_END_UNSPACED = re.compile(r"[\u3002\uff01\uff1f\uff61]+[\u300d\u300f\u201d\u2019]*")
_LIST_MARK = re.compile(r"^\s*(?:[-*+\u2022\u2013]|\(?\d{1,2}[.)]|#+)\s+")
_SHORT = "mr mrs ms dr prof st sr jr vs e.g i.e cf approx vol fig inc ltd co corp gen col capt"
_ABBREVIATED = frozenset(_SHORT.split())
_EVADES = re.compile(
    r"\b(?:(?:i|we) (?:do not|don't) (?:really )?know"
    r"|(?:i|we) (?:do not|don't) have (?:any |enough |the )?(?:information|data)"
    r"|(?:i|we)(?: am|'m| are|'re) (?:not sure|unsure|sorry|unable|not able)"
    r"|(?:i|we) (?:can't|cannot|can not|could not|couldn't) (?:say|tell|answer|help|find|assist)"
    r"|not (?:mentioned|provided|specified|stated) in the (?:context|document|text|passage)"
    r"|(?:no|not enough|insufficient) information (?:about|on|is|was|to|in|available))"
)
_POLITE = "hello hi hey thank sur ok okay yes welcom great sorry good bye glad help"
_COURTESIES = frozenset(_POLITE.split())  # stems


def sentences_of(text: str) -> list[str]:
    """Split a text at line ends and at the ends of sentences; blank ones are left out.

    A full stop after an abbreviation or an initial ends no sentence. Marks of list items go.
    """
    found: list[str] = []
    for line in text.splitlines():
        found += _split(_LIST_MARK.sub("", line))
    return found


def _split(line: str) -> list[str]:
    ends = [match.end() for match in _END.finditer(line) if not _is_abbreviation(line, match)]
    ends += [match.end() for match in _END_UNSPACED.finditer(line)]
    cuts = [0, *sorted(ends), len(line)]
    parts = (line[start:end].strip() for start, end in pairwise(cuts))
    return [part for part in parts if any(map(str.isalnum, part))]


def _is_abbreviation(line: str, end: re.Match[str]) -> bool:
    """Whether a full stop stands after an abbreviation or an initial, with more to come."""
    if end.group() != "." or not line[end.end() :].strip():
        return False
    word = re.search(r"[^\s(]*$", line[: end.start()])
    told = word.group() if word else ""
    initial = len(told) == 1 and told.isupper() and told != "I"
    return initial or told.casefold() in _ABBREVIATED


def claims_of(text: str) -> list[str]:
    """Take the sentences that claim something: neither questions nor evasions nor courtesies."""
    claims: list[str] = []
    for sentence in sentences_of(text):
        words = words_of(sentence)
        asks = sentence.rstrip("\"')").endswith(("?", "\uff1f", "\u061f"))
        says = words.content - _COURTESIES or words.numbers
        if says and not asks and not is_noncommittal(sentence):
            claims.append(sentence)
    return claims


def is_noncommittal(text: str) -> bool:
    """Whether an English text evades the question, by its phrases."""
    plain = text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return _EVADES.search(plain) is not None
