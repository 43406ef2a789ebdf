"""Budgets: whether a run, or a quantile of many, stays within a limit."""

import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from odograph.cost import latency_of, model_calls_of, quantile, steps_of, total_cost
from odograph.cost.prices import PriceTable, as_price_table
from odograph.errors import InputError
from odograph.metrics.metric import Metric, check_one_of
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import Sample

__all__ = ("Budget", "CostBudget", "LatencyBudget", "StepBudget", "TokenBudget")


@dataclass(frozen=True, repr=False)
class Budget(Metric):
    """Verdict: what a run took is at most the limit. Defined here.

    `score` looks at one run. `score_all` looks at a quantile of many: `LatencyBudget(5.0,
    quantile=0.95).score_all(samples)` holds if 95 % of the runs took at most five seconds.

    Attributes:
        limit: the most that is allowed.
        quantile: of the runs, for `score_all`; 1 is the run that took most.

    Raises:
        InputError: a limit that is no finite number of at least 0, or a quantile outside 0 to 1.
    """

    limit: float
    quantile: float = 1.0

    def __post_init__(self) -> None:
        number = isinstance(self.limit, int | float) and not isinstance(self.limit, bool)
        if not number or not (math.isfinite(self.limit) and self.limit >= 0):
            raise InputError.of("limit must be a finite number of at least 0", self.limit)
        if not 0 <= self.quantile <= 1:
            raise InputError.of("quantile must be from 0 to 1", self.quantile)

    @abstractmethod
    def _taken(self, sample: Sample) -> tuple[float | None, str]:
        """What is known to have been taken; and why this may not be all, or nothing."""

    def _shown(self, amount: float) -> str:
        return f"{amount:g}"

    def _measure(self, sample: Sample) -> Score:
        taken, unknown = self._taken(sample)
        if taken is not None and taken > self.limit:  # more would not mend it
            return self._verdict(taken, passed=False)
        if taken is None or unknown:
            return Score.unscored("data", unknown)
        return self._verdict(taken, passed=True)

    def score_all(self, samples: Iterable[Sample]) -> Score:
        """Score the quantile of many runs; unscored where it is unknown what one of them took."""
        runs = [self._taken(sample) for sample in samples]
        for number, (amount, unknown) in enumerate(runs):
            if amount is None or unknown:
                return Score.unscored("data", f"run {number}: {unknown}")
        taken = quantile([amount for amount, _ in runs if amount is not None], self.quantile)
        if taken is None:
            return Score.unscored("data", "there is no run")
        return self._verdict(taken, passed=taken <= self.limit)

    def _verdict(self, taken: float, *, passed: bool) -> Score:
        compared = "at most" if passed else "more than"
        shown, most = self._shown(taken), self._shown(self.limit)
        if shown == most and taken != self.limit:  # digits must not contradict the verdict
            shown, most = repr(taken), repr(self.limit)
        reason = f"{shown}, {compared} {most}"
        return Score(passed, reason, {"taken": taken, "limit": self.limit})


@dataclass(frozen=True, repr=False)
class TokenBudget(Budget):
    """Verdict: the model calls of a run took at most so many tokens. Defined here.

    Unscored where a call told no usage and the others stay within the limit.
    """

    def _taken(self, sample: Sample) -> tuple[float | None, str]:
        total = total_cost(model_calls_of(sample)).tokens
        if not total.calls:
            return None, "no model call is recorded"
        told = f"{total.calls_without_usage} of {counted(total.calls, 'model call')} told no usage"
        return total.usage.total_tokens, "" if total.complete else told

    def _shown(self, amount: float) -> str:
        return f"{amount:,.0f} tokens"


@dataclass(frozen=True, repr=False)
class CostBudget(Budget):
    """Verdict: the model calls of a run cost at most so many US dollars. Defined here.

    Unscored where the price of a call is unknown and the others stay within the limit.

    Attributes:
        prices: US dollars for a million tokens by model (see `odograph.cost.PriceTable`).
    """

    prices: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        super().__post_init__()
        # plain numbers, so that the spelling parses back
        object.__setattr__(self, "prices", as_price_table(self.prices).as_dict())

    @cached_property
    def _table(self) -> PriceTable:
        return as_price_table(self.prices)

    def _taken(self, sample: Sample) -> tuple[float | None, str]:
        total = total_cost(model_calls_of(sample), self._table)
        if not total.calls:
            return None, "no model call is recorded"
        if total.complete:
            return total.known, ""
        unknown = f"the cost of {total.calls_without_cost} of {counted(total.calls, 'call')}"
        models = f" (no price for {', '.join(total.unpriced)})" if total.unpriced else ""
        return total.known, f"{unknown} is unknown{models}"

    def _shown(self, amount: float) -> str:
        return f"${amount:.6g}"


@dataclass(frozen=True, repr=False)
class StepBudget(Budget):
    """Verdict: a run took at most so many steps. Defined here.

    Attributes:
        of: what a step is: a call of the agent's `model`, a `tool` call, or a `superstep` of the
            graph.
    """

    of: Literal["model", "tool", "superstep"] = "model"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_one_of(Literal["model", "tool", "superstep"], self.of, "of")

    def _taken(self, sample: Sample) -> tuple[float | None, str]:
        if self.of == "tool":
            return len(sample.call_records), ""
        if self.of == "superstep":
            if sample.path is None:
                return None, "no path is recorded"
            return len(sample.path), ""
        steps = len(steps_of(sample))
        return (steps, "") if steps else (None, "no model call is recorded")

    def _shown(self, amount: float) -> str:
        return f"{amount:g} {self.of} steps"


@dataclass(frozen=True, repr=False)
class LatencyBudget(Budget):
    """Verdict: a run took at most so many seconds, first start to last end. Defined here."""

    def _taken(self, sample: Sample) -> tuple[float | None, str]:
        return latency_of(sample), "" if latency_of(sample) is not None else "no time is recorded"

    def _shown(self, amount: float) -> str:
        return f"{amount:.3g} s"
