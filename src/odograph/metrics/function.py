"""A plain function as a metric."""

import inspect
import math
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, overload

from odograph.errors import InputError
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.trace import MultiTurnSample, Sample, SingleTurnSample
from odograph.trace.values import is_tuple

__all__ = ("AsyncFunctionMetric", "FunctionMetric", "metric")

Range = tuple[float, float]

_FIELDS = frozenset(
    name
    for kind in (SingleTurnSample, MultiTurnSample)
    for name in (*kind.__dataclass_fields__, "response", "question", "retrieved_contexts")
)


@dataclass(frozen=True, repr=False)
class FunctionMetric(Metric):
    """A function of a sample, or of some of its fields; made by `metric`.

    Attributes:
        function: returns True or False, a finite number, a `Score`, or a pair of a value and a
            reason. Anything else (None, a text such as "False") leaves the sample unscored with
            fault `harness`.
        name: stands for the metric in results and reports.
        range: least and greatest number that the function may return; None for no bounds.
    """

    function: Callable[..., Any]
    name: str
    range: Range | None = None
    _takes: Sequence[str] = field(init=False, compare=False)
    _needs: Sequence[str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        takes, needs = _parameters(self.function)
        object.__setattr__(self, "_takes", takes)
        object.__setattr__(self, "_needs", needs)
        if self.range is not None and not self.range[0] <= self.range[1]:
            raise InputError.of("range must be a least and a greatest number", self.range)

    def __repr__(self) -> str:
        return self.name

    def missing(self, sample: Sample) -> str:
        """Name the first field without a default that the sample does not have."""
        return next((name for name in self._needs if getattr(sample, name, None) is None), "")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function as it is."""
        return self.function(*args, **kwargs)

    def _call(self, sample: Sample) -> Any:
        fields = {name: getattr(sample, name, None) for name in self._takes if name != "sample"}
        given: dict[str, Any] = {n: value for n, value in fields.items() if value is not None}
        if "sample" in self._takes:
            given["sample"] = sample
        return self.function(**given)

    def _measure(self, sample: Sample) -> Score:
        returned = self._call(sample)
        if inspect.iscoroutine(returned):  # a lambda around an async function, say
            returned = _wait(returned)
        return self._read(returned)

    def _read(self, returned: Any) -> Score:
        """Take what the function returned for a score, or say why it is none."""
        if isinstance(returned, Score):
            return returned
        value, reason = returned, ""
        if is_tuple(returned) and len(returned) == 2:
            value, reason = returned
        if type(value).__name__ in ("bool", "bool_"):  # numpy's truth values have their own type
            return Score(bool(value), str(reason))
        if not isinstance(value, Real):
            said = f"{self.name} returned {value!r}, not True or False, a number or a Score"
            return Score.unscored("harness", said)
        number = float(value)
        low, high = self.range or (-math.inf, math.inf)
        if not (math.isfinite(number) and low <= number <= high):
            rule = "a finite number" if self.range is None else f"a number from {low:g} to {high:g}"
            return Score.unscored("harness", f"{self.name} returned {value!r}, not {rule}")
        return Score(number, str(reason))


@dataclass(frozen=True, repr=False)
class AsyncFunctionMetric(FunctionMetric):
    """An async function as a metric: `ascore` and `evaluate` await it."""

    async def ascore(self, sample: Sample | None = None, /, **given: Any) -> Score:
        """Do what `score` does, in the loop that runs."""
        whole = self._prepared(sample, given)
        return whole if isinstance(whole, Score) else self._read(await self._call(whole))


@overload
def metric(function: Callable[..., Any], /) -> FunctionMetric: ...
@overload
def metric(
    *, name: str | None = None, range: Range | None = None
) -> Callable[[Callable[..., Any]], FunctionMetric]: ...
def metric(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    range: Range | None = None,  # noqa: A002 - the word for it
) -> FunctionMetric | Callable[[Callable[..., Any]], FunctionMetric]:
    """Make a metric of a function, as `@metric` or `@metric(name=..., range=(0, 1))`.

    The function's parameters are named `sample` or as fields of a sample; fields without a default
    are needed, and a sample that lacks one is unscored with fault `data`. It may be async.

    ```python
    @metric
    def is_short(response: str) -> bool:
        return len(response) < 80
    ```

    Args:
        function: see `FunctionMetric`.
        name: the name in results; by default that of the function.
        range: least and greatest number that it may return.

    Raises:
        InputError: a parameter that is neither `sample` nor a field.
    """

    def made(one: Callable[..., Any]) -> FunctionMetric:
        return _made(one, name, range)

    return made if function is None else made(function)


def _made(function: Callable[..., Any], name: str | None, bounds: Range | None) -> FunctionMetric:
    kind = AsyncFunctionMetric if _is_async(function) else FunctionMetric
    return kind(function, name or _name_of(function), bounds)


def _is_async(function: Any) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004 - not whether, but what it is
    )


def _name_of(function: Any) -> str:
    whole = getattr(function, "func", function)  # of a partial
    return str(getattr(whole, "__name__", type(whole).__name__))


def _parameters(function: Callable[..., Any]) -> tuple[Sequence[str], Sequence[str]]:
    """The names that a function takes, and the fields that it needs."""
    place = f"metric {_name_of(function)}"
    try:
        parameters: Mapping[str, inspect.Parameter] = inspect.signature(function).parameters
    except (TypeError, ValueError):
        raise InputError.of("must be a function with known parameters", function) from None
    for name, one in parameters.items():
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD, one.POSITIONAL_ONLY):
            raise InputError.of("parameters must have names to be given by", str(one), place=place)
        if name != "sample" and name not in _FIELDS:
            rule = "a parameter must be `sample` or a field of a sample (response, reference, ...)"
            raise InputError.of(rule, name, place=place)
    bound: Mapping[str, Any] = getattr(function, "keywords", {})  # of a partial
    parameters = {name: one for name, one in parameters.items() if name not in bound}
    required = [name for name, one in parameters.items() if one.default is one.empty]
    return tuple(parameters), tuple(name for name in required if name != "sample")


def _wait(coroutine: Coroutine[Any, Any, Any]) -> Any:
    from odograph._waiting import run  # noqa: PLC0415 - brings in asyncio, which few metrics need

    return run(lambda: coroutine)
