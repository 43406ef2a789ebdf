"""What a suite of runs took: per task and per successful task."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from odograph.cost.latency import LatencySummary, latency_summary
from odograph.cost.prices import as_price_table
from odograph.cost.runs import latency_of, model_calls_of, steps_of
from odograph.cost.total import Prices, TotalCost, total_cost
from odograph.errors import InputError
from odograph.stats import Estimate, ratio_interval, t_interval
from odograph.trace import Sample

__all__ = ("CostSummary", "cost_summary")


@dataclass(frozen=True)
class CostSummary:
    """Cost, tokens, time and steps of runs. What judges took is no part of it.

    Each run counts as one task. Intervals are by case, as repeats of a case are alike.

    Attributes:
        total: of all runs.
        per_task: US dollars of a run, over the runs whose cost is known.
        per_success: US dollars for each run that succeeded: the cost of all runs by the number of
            successes, over the runs whose cost and outcome are known; None where none succeeded.
        tokens_per_task: input and output, over the runs in which every call told its usage.
        steps_per_task: calls of the agent's model.
        latency: of the runs that tell their times.
    """

    total: TotalCost
    per_task: Estimate
    per_success: Estimate
    tokens_per_task: Estimate
    steps_per_task: Estimate
    latency: LatencySummary


def cost_summary(
    samples: Iterable[Sample],
    prices: Prices | None = None,
    *,
    succeeded: Sequence[float | None] | None = None,
    level: float = 0.95,
) -> CostSummary:
    """Sum up what runs took.

    Args:
        samples: the runs, crashed ones too: they cost as well.
        prices: by model; without them only what calls themselves say they cost is known.
        succeeded: for each run whether it succeeded; None for unknown. Without it nothing is said
            of successes.
        level: of the intervals.

    Raises:
        InputError: there is not one outcome for each run, an outcome that is no verdict, or a
            price that is none.
    """
    runs = list(samples)
    outcomes = [None] * len(runs) if succeeded is None else list(succeeded)
    if len(outcomes) != len(runs):
        raise InputError.of(f"succeeded must have {len(runs)} values, one a run", len(outcomes))
    for index, one in enumerate(outcomes):
        if one not in (None, 0, 1):
            raise InputError.of("must be True or False", one, place=f"succeeded[{index}]")
    table = as_price_table(prices)
    totals = [total_cost(model_calls_of(run), table) for run in runs]
    cases = [(i,) if run.case_id is None else run.case_id for i, run in enumerate(runs)]
    costs = [one.value if one.calls else None for one in totals]
    tokens = [
        one.tokens.usage.total_tokens if one.calls and one.tokens.complete else None
        for one in totals
    ]
    return CostSummary(
        total_cost((call for run in runs for call in model_calls_of(run)), table),
        t_interval(costs, cases, level),
        _per_success(costs, outcomes, cases, level),
        t_interval(tokens, cases, level),
        t_interval([len(steps_of(run)) or None for run in runs], cases, level),
        latency_summary(map(latency_of, runs)),
    )


def _per_success(
    costs: Sequence[float | None],
    outcomes: Sequence[float | None],
    cases: Sequence[Hashable],
    level: float,
) -> Estimate:
    sums: dict[Hashable, tuple[float, float]] = {}
    covered = 0
    for cost, outcome, case in zip(costs, outcomes, cases, strict=True):
        if cost is not None and outcome is not None:
            spent, won = sums.get(case, (0.0, 0.0))
            sums[case] = (spent + cost, won + outcome)
            covered += 1
    found = ratio_interval(
        [spent for spent, _ in sums.values()], [won for _, won in sums.values()], level
    )
    return Estimate(found.value, found.interval, covered, len(costs))
