"""Words of a text, also of scripts that put no space between them."""

import re

__all__ = ("is_spaced", "words_of")

# Thai, Lao, Tibetan, Myanmar, Khmer, kana, Han, half-width kana, Han beyond the basic plane
_UNSPACED = (
    "\u0e00-\u0e7f\u0e80-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003134f"
)
_CHARACTER = re.compile(f"[{_UNSPACED}]")
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_WORD_OR_MARK = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+|[^\w\s]|_")


def is_spaced(text: str) -> bool:
    """Whether spaces tell the words of a text apart: it has no Han, kana, Thai, ..."""
    return _CHARACTER.search(text) is None


def words_of(text: str, *, marks: bool = False) -> list[str]:
    """Take a text apart into words; where a script does not space them, into characters.

    Args:
        text: any text; upper and lower case stay as they are.
        marks: take punctuation marks as words too, each alone.
    """
    return (_WORD_OR_MARK if marks else _WORD).findall(text)
