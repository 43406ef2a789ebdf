import asyncio
from functools import partial
from typing import Any

import pytest

from odograph import InputError, Score, SingleTurnSample, evaluate
from odograph.metrics.function import AsyncFunctionMetric, FunctionMetric, metric

SAMPLE = SingleTurnSample(user_input="q", response="four", reference="five")


def returning(value: Any, bounds: tuple[float, float] | None = None) -> FunctionMetric:
    def returns(response: str) -> Any:
        return value

    return metric(range=bounds)(returns)


@metric
def is_short(response: str) -> bool:
    return len(response) < 5


def test_a_function_of_fields_is_a_metric_under_its_name() -> None:
    assert is_short.score(SAMPLE) == Score(True)
    assert is_short.score(response="longer").value is False
    assert repr(is_short) == "is_short"
    assert is_short(response="x")  # it can still be called


def test_a_function_may_take_the_sample_and_choose_a_name() -> None:
    @metric(name="half as long")
    def length(sample: SingleTurnSample) -> float:
        return len(sample.response or "") / 2

    assert (repr(length), length.score(SAMPLE).value) == ("half as long", 2.0)


def test_a_field_with_a_default_may_be_missing_and_one_without_may_not() -> None:
    @metric
    def judged(response: str, reference: str = "none") -> Score:
        return Score(response == reference, f"against {reference}")

    assert judged.score(response="x").reason == "against none"
    missing = judged.score(reference="x")
    assert (missing.fault, missing.reason) == (
        "data",
        "judged needs response, which the sample lacks",
    )


@pytest.mark.parametrize(
    ("returned", "score"),
    [
        (True, Score(True)),
        (0.25, Score(0.25)),
        (3, Score(3.0)),
        ((False, "too long"), Score(False, "too long")),
        (Score.unscored("data", "no"), Score.unscored("data", "no")),
    ],
)
def test_what_a_function_may_return(returned: Any, score: Score) -> None:
    assert returning(returned).score(SAMPLE) == score


@pytest.mark.parametrize("returned", [None, "True", "fail", [1], float("nan"), float("inf"), ()])
def test_whatever_else_it_returns_is_no_score(returned: Any) -> None:
    score = returning(returned).score(SAMPLE)
    assert score.fault == "harness"
    assert repr(returned) in score.reason


def test_numpy_s_truth_and_numbers_are_truth_and_numbers() -> None:
    numpy: Any = pytest.importorskip("numpy")
    assert returning(numpy.bool_(False)).score(SAMPLE).value is False
    assert returning(numpy.float32(0.5)).score(SAMPLE).value == 0.5


def test_a_range_is_enforced() -> None:
    score = returning(7, (0, 1)).score(SAMPLE)
    assert (score.fault, score.reason) == (
        "harness",
        "returns returned 7, not a number from 0 to 1",
    )
    with pytest.raises(InputError, match="range must be a least and a greatest number"):
        returning(7, (1, 0))


@metric
async def slow(response: str) -> float:
    await asyncio.sleep(0)
    return 0.0


async def test_a_coroutine_is_awaited_and_never_true() -> None:
    assert isinstance(slow, AsyncFunctionMetric)
    assert (await slow.ascore(SAMPLE)).value == 0.0
    assert (await slow.ascore(user_input="q")).fault == "data"
    assert slow.score(SAMPLE).value == 0.0  # inside a running loop


def test_a_function_that_returns_a_coroutine_has_it_awaited() -> None:
    async def verdict(text: str) -> bool:
        return text == "right"

    def around(response: str) -> Any:
        return verdict(response)

    wrapped = metric(around)
    assert not isinstance(wrapped, AsyncFunctionMetric)
    assert wrapped.score(SAMPLE).value is False


def test_partials_and_callable_objects_are_functions() -> None:
    def longer(response: str, user_input: str) -> bool:
        return len(response) > len(user_input)

    class Judge:
        async def __call__(self, response: str) -> bool:
            return True

    assert metric(partial(longer, user_input="question")).score(SAMPLE).value is False
    assert isinstance(metric(Judge()), AsyncFunctionMetric)
    assert repr(metric(Judge())) == "Judge"


def anything_short(response: str) -> bool:
    return len(response) < 5


def a_typo(respons: str) -> bool:
    return bool(respons)


def anything(*args: Any) -> bool:
    return bool(args)


def test_a_parameter_that_is_no_field_is_refused_at_once() -> None:
    with pytest.raises(InputError, match="metric a_typo: a parameter must be `sample` or a field"):
        metric(a_typo)
    with pytest.raises(InputError, match="metric anything: parameters must have names"):
        metric(anything)


def test_evaluate_takes_functions_as_they_are() -> None:
    def is_five(reference: str) -> bool:
        return reference == "five"

    result = evaluate([SAMPLE], [is_short, slow, is_five])
    assert [score.value for score in result.rows[0].scores.values()] == [True, 0.0, True]


def test_functions_are_equal_where_they_are_the_same() -> None:
    assert metric(anything_short) == FunctionMetric(anything_short, "anything_short")
