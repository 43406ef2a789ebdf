"""Where the cost arises: by call, model, node, step of the tool loop, or case."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Literal, get_args

from odograph.cost.prices import as_price_table
from odograph.cost.runs import model_calls_of, steps_of
from odograph.cost.total import Prices, TotalCost, total_cost
from odograph.errors import InputError
from odograph.trace import ModelCall, MultiTurnSample, Sample, SingleTurnSample

__all__ = ("Part", "cost_by")

Part = Literal["call", "model", "node", "step", "case"]


def cost_by(
    samples: Sample | Iterable[Sample], part: Part, prices: Prices | None = None
) -> dict[Any, TotalCost]:
    """Add up tokens and costs by a part of the runs, in the order in which the parts first occur.

    Args:
        samples: one run, or several.
        part: `call` (keys: number of the run and of the call, from 0), `model`, `node` (None
            outside of graphs), `step` of the tool loop (from 1), or `case` (`case_id`, or the
            number of a run without one).
        prices: by model; without them only what calls themselves say they cost is known.

    Raises:
        InputError: another part, or a price that is none.
    """
    if part not in get_args(Part):
        raise InputError.of(f"part must be one of {', '.join(get_args(Part))}", part)
    runs = [samples] if isinstance(samples, MultiTurnSample | SingleTurnSample) else samples
    table = as_price_table(prices)
    groups: dict[Hashable, list[ModelCall]] = {}
    for number, sample in enumerate(runs):
        if part == "case":
            groups.setdefault(number if sample.case_id is None else sample.case_id, [])
        for key, call in _keyed(number, sample, part):
            groups.setdefault(key, []).append(call)
    return {key: total_cost(calls, table) for key, calls in groups.items()}


def _keyed(number: int, sample: Sample, part: Part) -> Iterator[tuple[Hashable, ModelCall]]:
    if part == "step":
        for step, calls in enumerate(steps_of(sample), 1):
            for call in calls:
                yield step, call
        return
    for index, call in enumerate(model_calls_of(sample)):
        keys: dict[Part, Hashable] = {
            "call": (number, index),
            "model": call.model,
            "node": call.node,
            "case": number if sample.case_id is None else sample.case_id,
        }
        yield keys[part], call
