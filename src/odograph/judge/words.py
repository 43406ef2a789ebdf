"""Content words, numbers and negations of a sentence, for judges that do not understand it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

__all__ = ("Words", "words_of")

# scripts that write no spaces: Han, kana, Thai, Lao, Myanmar, Khmer
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"\d+(?:[.,]\d+)*|[{_UNSPACED}]+|[^\W\d_{_UNSPACED}]+(?:'[^\W\d_{_UNSPACED}]+)*"
)
_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
_NEGATING = "no not never none nobody nothing nowhere neither nor without cannot hardly"
_NEGATIONS = frozenset(_NEGATING.split())
_COUNTING = "zero one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {word: str(number) for number, word in enumerate(_COUNTING.split())}
_GRAMMAR = """
    a about after all also an and any are as at be because been before being both but by can could
    did do does doing during each for from further had has have having he her here hers him his how
    i if in into is it its itself just me more most my of off on only or other our out over own same
    she should so some such than that the their them then there these they this those through to too
    under until up very was we were what when where which while who whom why will with would you
    your
"""
_STOP = frozenset(_GRAMMAR.split())
_PLURAL = (("ies", "y"), ("sses", "ss"), ("ss", "ss"), ("es", ""), ("s", ""))
_VERBAL = (("eed", "eed"), ("ing", ""), ("ed", ""))
_VOWELS = frozenset("aeiouy")


@dataclass(frozen=True, slots=True)
class Words:
    """What a sentence is made of.

    Attributes:
        content: stems of its words that are neither grammar, number nor negation.
        numbers: its numbers in a normal form; small ones also where they are written out.
        negated: whether it holds an odd number of negations.
        spelled: how each stem was first written, for reasons.
    """

    content: frozenset[str]
    numbers: frozenset[str]
    negated: bool
    spelled: Mapping[str, str] = field(default_factory=dict[str, str], compare=False, repr=False)


def words_of(text: str) -> Words:
    """Take an English text apart; in other languages every word is a content word.

    Scripts without spaces count by pairs of characters.
    """
    spelled: dict[str, str] = {}
    numbers: set[str] = set()
    negations = 0
    for token in _TOKEN.findall(text.casefold().replace(_APOSTROPHE, "'")):
        if token[0].isdigit():
            numbers.add(_number(token))
        elif token in _NUMBERS:
            numbers.add(_NUMBERS[token])
        elif token in _NEGATIONS or token.endswith("n't"):
            negations += 1
        elif re.match(f"[{_UNSPACED}]", token):
            spelled.update({pair: pair for pair in _pairs(token)})
        elif token not in _STOP:
            word = token.removesuffix("'s")
            spelled.setdefault(_stem(word), word)
    return Words(frozenset(spelled), frozenset(numbers), negations % 2 == 1, spelled)


def _pairs(token: str) -> list[str]:
    """Take text without spaces as its pairs of neighbouring characters."""
    return [token[i : i + 2] for i in range(len(token) - 1)] or [token]


def _number(token: str) -> str:
    """Write 1,000 and 1000.0 as one text; what is no English number stays as it is."""
    plain = token.replace(",", "") if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", token) else token
    try:
        return f"{Decimal(plain).normalize():f}"
    except InvalidOperation:
        return token


def _stem(word: str) -> str:
    """Take off the endings of English: the plural's first, as in "meetings"."""
    stem = _undoubled(_without(_without(word, _PLURAL), _VERBAL))
    return stem.removesuffix("e") if len(stem) > 3 else stem


def _without(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, instead in endings:
        if word.endswith(ending):
            left = word.removesuffix(ending)
            if len(left) >= 3 and not _VOWELS.isdisjoint(left):
                return left + instead
    return word


def _undoubled(stem: str) -> str:
    """Make one of the doubled letter of "stopped", but not of "class" and "fall"."""
    double = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "aeiouls"
    return stem[:-1] if double else stem
