"""Metrics as they are spelled: `TrajectoryMatch(mode='superset')`, read without running code."""

import ast
import difflib
from collections.abc import Mapping
from importlib import import_module
from inspect import isabstract
from typing import Any, TypeGuard

from odograph.errors import InputError
from odograph.metrics.metric import Metric

__all__ = ("parse_metric",)


def parse_metric(text: str, *, known: Mapping[str, type[Metric]] | None = None) -> Metric:
    """Read a metric from its spelling, which is its repr; `ToolCallF1` alone means `ToolCallF1()`.

    Arguments are Python literals and comparators (`approx(0.01)`, `casefold`).

    Args:
        text: the spelling.
        known: further metrics by name, beside those of `odograph.metrics`.

    Raises:
        InputError: the text does not parse, names no metric, or its arguments do not fit; the
            place is the column.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        column = getattr(error, "offset", None) or 1
        rule = f"is not the spelling of a metric ({getattr(error, 'msg', error)})"
        raise InputError(rule, place=f"{text!r} column {column}") from None
    call = tree if isinstance(tree, ast.Call) else None
    kind = _kind(tree if call is None else call.func, known or {}, text)
    if call is None:
        return _build(kind, [], {}, text)
    return _build(kind, *_Reader(text).arguments(call), text)


def _kind(name: ast.expr, known: Mapping[str, type[Metric]], text: str) -> type[Metric]:
    """Find a metric by name; only the one that is named is imported, unless there is none."""
    room = import_module("odograph.metrics")
    if isinstance(name, ast.Name):
        found = known.get(name.id)
        if found is None and name.id in room.__all__:
            found = getattr(room, name.id)
        if _is_metric(found):
            return found
    written = ast.unparse(name)
    there_are = {*known, *(one for one in room.__all__ if _is_metric(getattr(room, one)))}
    near = difflib.get_close_matches(written, there_are, n=1)
    hint = f"; did you mean {near[0]}?" if near else f" (there are {', '.join(sorted(there_are))})"
    raise InputError(f"there is no metric {written!r}{hint}", place=f"{text!r} column 1")


def _is_metric(value: Any) -> TypeGuard[type[Metric]]:
    return isinstance(value, type) and issubclass(value, Metric) and not isabstract(value)


def _build(kind: type[Metric], positional: list[Any], named: dict[str, Any], text: str) -> Metric:
    try:
        return kind(*positional, **named)
    except InputError as error:
        raise error.at(repr(text)) from None
    except TypeError as error:
        said = str(error).replace(".__init__()", "")
        raise InputError(said, place=repr(text)) from None


class _Reader:
    """Reads literals, and comparators by name, out of a syntax tree."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._comparators = import_module("odograph.match.comparators")

    def arguments(self, call: ast.Call) -> tuple[list[Any], dict[str, Any]]:
        named: dict[str, Any] = {}
        for keyword in call.keywords:
            if keyword.arg is None:
                raise self._refuse(keyword.value)
            named[keyword.arg] = self.value(keyword.value)
        return [self.value(one) for one in call.args], named

    def value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name):
            return self._comparator(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            positional, named = self.arguments(node)
            try:
                return self._comparator(node.func)(*positional, **named)
            except TypeError as error:
                raise InputError(str(error), place=self._place(node)) from None
        if isinstance(node, ast.Dict):
            keys = [self._refuse_or(key) for key in node.keys]
            return dict(zip(keys, map(self.value, node.values), strict=True))
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            items = [self.value(one) for one in node.elts]
            if isinstance(node, ast.List):
                return items
            return set(items) if isinstance(node, ast.Set) else tuple(items)
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError):
            raise self._refuse(node) from None

    def _refuse_or(self, key: ast.expr | None) -> Any:
        if key is None:
            raise InputError("must be literals and comparators, got **", place=repr(self._text))
        return self.value(key)

    def _comparator(self, node: ast.Name) -> Any:
        if node.id not in self._comparators.__all__ or node.id == "as_comparator":
            raise self._refuse(node)
        return getattr(self._comparators, node.id)

    def _refuse(self, node: ast.expr) -> InputError:
        rule = f"arguments must be literals or comparators, got {ast.unparse(node)}"
        return InputError(rule, place=self._place(node))

    def _place(self, node: ast.expr) -> str:
        return f"{self._text!r} column {node.col_offset + 1}"
