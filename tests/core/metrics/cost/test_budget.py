from typing import Any

import pytest

from odograph.errors import InputError
from odograph.metrics import (
    CostBudget,
    LatencyBudget,
    Metric,
    StepBudget,
    TokenBudget,
    parse_metric,
)
from odograph.trace import (
    AIMessage,
    ModelCall,
    MultiTurnSample,
    NodePath,
    SingleTurnSample,
    ToolCall,
    Usage,
)


def untyped(value: Any) -> Any:
    return value


PRICES = {"nova": {"input": 1.0, "output": 2.0}}


def run(*calls: ModelCall) -> MultiTurnSample:
    return MultiTurnSample(user_input=[], model_calls=calls)


def took(tokens: int, *, model: str = "nova", at: float = 0.0, seconds: float = 1.0) -> ModelCall:
    return ModelCall(model, Usage(tokens, 0), started_at=at, latency=seconds)


def test_the_limit_itself_is_within_the_budget() -> None:
    assert TokenBudget(300).score(run(took(100), took(200)))
    assert not TokenBudget(299).score(run(took(100), took(200)))
    assert TokenBudget(299).score(run(took(300))).reason == "300 tokens, more than 299 tokens"


def test_cost_is_by_the_prices_given() -> None:
    within = CostBudget(0.5, prices=PRICES).score(run(took(500_000)))
    assert within
    assert within.details == {"taken": 0.5, "limit": 0.5}
    assert not CostBudget(0.4, prices=PRICES).score(run(took(500_000)))


def test_an_unknown_price_leaves_it_open_unless_the_known_part_is_too_much() -> None:
    sample = run(took(500_000), took(5, model="mystery"))
    left_open = CostBudget(1.0, prices=PRICES).score(sample)
    assert left_open.fault == "data"
    assert left_open.reason == "the cost of 1 of 2 calls is unknown (no price for mystery)"
    assert not CostBudget(0.4, prices=PRICES).score(sample)


def test_a_call_without_usage_leaves_it_open_unless_the_others_are_too_much() -> None:
    sample = run(took(100), ModelCall("nova"))
    assert TokenBudget(100).score(sample).reason == "1 of 2 model calls told no usage"
    assert not TokenBudget(99).score(sample)


@pytest.mark.parametrize(
    "metric", [TokenBudget(1), CostBudget(1), StepBudget(1), LatencyBudget(1)], ids=repr
)
def test_a_sample_that_recorded_nothing_is_unscored(metric: Metric) -> None:
    score = metric.score(SingleTurnSample(user_input="hi"))
    assert score.fault == "data"
    assert "recorded" in score.reason


def test_a_step_is_a_call_of_the_model_a_tool_call_or_a_superstep() -> None:
    sample = MultiTurnSample(
        user_input=[AIMessage(tool_calls=[ToolCall("a"), ToolCall("b"), ToolCall("c")])],
        model_calls=[took(1), took(1)],
        path=NodePath.of(["plan", {"x", "y"}, "act", "answer"]),
    )
    assert [StepBudget(9, of=of).score(sample).details["taken"] for of in ("model", "tool")] == [
        2,
        3,
    ]
    assert StepBudget(9, of="superstep").score(sample).details["taken"] == 4


def test_latency_is_from_first_start_to_last_end() -> None:
    sample = run(took(1, at=10), took(1, at=12, seconds=3))
    assert LatencyBudget(5).score(sample)
    assert not LatencyBudget(4.9).score(sample)


def test_what_is_a_little_too_much_is_not_shown_as_the_limit() -> None:
    score = LatencyBudget(2).score(run(took(1, seconds=2.0004)))
    assert (score.value, score.reason) == (False, "2.0004, more than 2")


def test_costs_that_add_up_to_the_limit_are_within_it() -> None:
    calls = [took(100_000, model="a"), took(200_000, model="a")]  # $0.1 and $0.2
    prices = {"a": {"input": 1.0, "output": 1.0}}
    assert CostBudget(0.3, prices=prices).score(run(*calls))


def test_a_quantile_of_many_runs() -> None:
    runs = [run(took(1, seconds=float(second))) for second in range(1, 11)]
    assert LatencyBudget(5.5, quantile=0.5).score_all(runs)
    assert not LatencyBudget(5.4, quantile=0.5).score_all(runs)
    assert LatencyBudget(10).score_all(runs)  # the slowest
    assert not LatencyBudget(9.9).score_all(runs)


def test_a_quantile_is_open_where_a_run_is_unknown() -> None:
    score = TokenBudget(10).score_all([run(took(1)), run(ModelCall("nova"))])
    assert score.fault == "data"
    assert score.reason == "run 1: 1 of 1 model call told no usage"
    assert TokenBudget(10).score_all([]).reason == "there is no run"


@pytest.mark.parametrize(
    "metric",
    [
        TokenBudget(5000),
        CostBudget(0.05, prices=PRICES),
        StepBudget(5, of="tool"),
        LatencyBudget(2.5, quantile=0.95),
    ],
    ids=repr,
)
def test_its_spelling_parses_back(metric: Metric) -> None:
    assert parse_metric(repr(metric)) == metric


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: TokenBudget(-1), "limit must be a finite number of at least 0, got -1"),
        (lambda: TokenBudget(float("nan")), "limit must be a finite number"),
        (lambda: TokenBudget(True), "limit must be a finite number"),
        (lambda: LatencyBudget(1, quantile=95), "quantile must be from 0 to 1, got 95"),
        (lambda: StepBudget(1, of=untyped("node")), "of: must be one of model, tool, superstep"),
        (lambda: CostBudget(1, prices={"a": 3}), r"prices\['a'\]: a price has input, output"),
    ],
)
def test_bad_parameters_are_refused(make: Any, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        make()
