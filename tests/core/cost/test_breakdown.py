import pytest

from odograph.cost import Part, cost_by, total_cost
from odograph.errors import InputError
from odograph.trace import ModelCall, MultiTurnSample, Sample, Usage

PRICES = {"big": {"input": 10, "output": 10}, "small": {"input": 1, "output": 1}}


def run(case_id: str | None, *calls: ModelCall) -> MultiTurnSample:
    return MultiTurnSample(user_input=[], case_id=case_id, model_calls=calls)


def call(model: str, tokens: int, node: str | None = None, *, internal: bool = False) -> ModelCall:
    return ModelCall(model, Usage(tokens, 0), node=node, internal=internal)


RUNS: list[Sample] = [
    run("a", call("big", 100, "plan"), call("small", 200, "act", internal=True)),
    run("a", call("small", 300, "plan"), call("big", 400, "act")),
    run("b"),
    run(None, call("mystery", 5)),
]


@pytest.mark.parametrize(
    ("part", "tokens"),
    [
        ("call", {(0, 0): 100, (0, 1): 200, (1, 0): 300, (1, 1): 400, (3, 0): 5}),
        ("model", {"big": 500, "small": 500, "mystery": 5}),
        ("node", {"plan": 400, "act": 600, None: 5}),
        ("step", {1: 605, 2: 400}),
        ("case", {"a": 1000, "b": 0, 3: 5}),
    ],
)
def test_tokens_and_costs_by_part(part: Part, tokens: dict[object, int]) -> None:
    found = cost_by(RUNS, part, PRICES)
    assert {key: one.tokens.usage.total_tokens for key, one in found.items()} == tokens
    assert list(found) == list(tokens)


@pytest.mark.parametrize("part", ["call", "model", "node", "step", "case"])
def test_the_parts_are_the_whole(part: Part) -> None:
    calls = [one for sample in RUNS for one in sample.model_calls]
    whole, parts = total_cost(calls, PRICES), cost_by(RUNS, part, PRICES).values()
    assert sum(one.calls for one in parts) == whole.calls
    assert sum(one.known * 1e6 for one in parts) == whole.known * 1e6
    assert sum(one.calls_without_cost for one in parts) == 1


def test_one_run_may_be_given_alone() -> None:
    assert cost_by(RUNS[1], "model", PRICES)["big"].value == 400 * 10 / 1e6


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(InputError, match="part must be one of call, model, node, step, case"):
        cost_by(RUNS, "tool")  # type: ignore[arg-type]
