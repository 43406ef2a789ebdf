"""Plain functions as evaluators: what they may return, and the score that it is."""

import inspect
import math
from collections.abc import Callable
from typing import Any

from odograph.errors import InputError
from odograph.metrics import Score
from odograph.trace.values import is_mapping

__all__ = ("arguments_for", "score_of")

_GIVEN = ("inputs", "outputs", "reference_outputs")


def arguments_for(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return which of inputs, outputs and reference_outputs a function takes.

    Raises:
        InputError: it requires a parameter of another name, which nothing could fill.
    """
    taken: list[str] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            return _GIVEN
        if name in _GIVEN and parameter.kind is not inspect.Parameter.POSITIONAL_ONLY:
            taken.append(name)
        elif parameter.default is inspect.Parameter.empty:
            raise InputError.of(
                f"an evaluator's parameters must be among {', '.join(_GIVEN)}", name
            )
    return tuple(taken)


def score_of(returned: Any) -> Score:
    """Read what a function returned: a score, a bool, a number, or `{"score", "comment"}`.

    The text of a number is that number. NaN, an infinity and None are unscored. Other text is no
    score: "False" is not a verdict.

    Raises:
        InputError: it is none of these.
    """
    if isinstance(returned, Score):
        return returned
    if is_mapping(returned):
        score = score_of(returned.get("score"))
        comment = str(returned.get("comment") or "")
        if score.fault is not None:
            return Score.unscored(score.fault, comment or score.reason)
        return Score(score.value, comment)
    if returned is None:
        return Score.unscored("data", "the evaluator gave no score")
    value = _number(returned)
    if not math.isfinite(value):
        return Score.unscored("harness", f"the evaluator gave {value}, which is no score")
    return Score(value)


def _number(returned: Any) -> float:
    plain = returned.item() if hasattr(returned, "item") else returned
    if isinstance(plain, bool | int | float):
        return plain
    if isinstance(plain, str):
        try:
            return float(plain)
        except ValueError:
            pass
    raise InputError.of("an evaluator must return a number, a bool or {'score': ...}", returned)
