"""Labels, numbers and truth values in plain text: what is clear is read, nothing is guessed."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from odograph.judge.judge import JudgeError
from odograph.judge.verdicts import read_yes_no

__all__ = ("read_label", "read_number", "read_truth")

_NAMES = "label|verdict|answer|value|score|result|grade|rating|category|judge?ment"
_LINE = re.compile(rf"^\W*(?:{_NAMES})\W*[:=]\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)
_NUMBER = r"[-+]?\d+(?:\.\d+)?"
_NAMED = re.compile(
    rf"\b(?:{_NAMES})\W{{0,4}}[:=]\W{{0,4}}({_NUMBER})(?:\s*(?:/|out of)\s*({_NUMBER}))?"
    r"(?![\d.]*\d)",
    re.IGNORECASE,
)
_OUT_OF = re.compile(rf"(?<![\d./])({_NUMBER})\s*(?:/|out of)\s*({_NUMBER})(?!\d|\.\d|/)")


def read_label(text: str, labels: Sequence[str]) -> str:
    """Read one of the labels: the whole text, or a line such as `label: relevant`.

    Letter case, quotation marks and a full stop are passed over. A label inside other words ("not
    relevant") is none.

    Raises:
        JudgeError: no label, or several.
    """
    told = [text, *_LINE.findall(text)]
    by_name = {_bare(label): label for label in labels}
    found = {by_name[_bare(one)] for one in told if _bare(one) in by_name}
    if len(found) != 1:
        listed = ", ".join(labels)
        raise JudgeError(f"the reply must be one of {listed}, got {text.strip()[:80]!r}")
    return found.pop()


def read_number(text: str, low: float, high: float) -> float:
    """Read a number of a scale: the whole text, `Score: 7`, `8/10` or `8 out of 10`.

    Raises:
        JudgeError: none, several different ones, one outside the scale, or one of another scale
            than to `high`: nothing is rescaled.
    """
    try:
        found = {(float(_bare(text)), high)}
    except ValueError:
        pairs: list[tuple[str, str]] = _NAMED.findall(text) or _OUT_OF.findall(text)
        found = {(float(one), float(most or high)) for one, most in pairs}
    if len(found) != 1:
        raise JudgeError(f"the reply must give one number, got {text.strip()[:80]!r}")
    number, most = found.pop()
    if not low <= number <= high or most != high:
        raise JudgeError(f"the number must be from {low} to {high}, got {text.strip()[:80]!r}")
    return number


def read_truth(text: str) -> bool:
    """Read a truth value, as JSON or as a word: "False" and "fail" are not true.

    Raises:
        JudgeError: the text is none.
    """
    value: Any = text
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
    told: Any = read_yes_no(value)
    if told not in ("yes", "no"):
        raise JudgeError(f"the reply must be yes or no, got {text.strip()[:80]!r}")
    return bool(told == "yes")


def _bare(text: str) -> str:
    return text.strip().strip("\"'`*.").strip().casefold()
