"""How reliably cases pass when they are repeated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from odograph.errors import InputError
from odograph.evaluation.attempts import attempts_by_case, check_bar
from odograph.evaluation.result import EvaluationResult
from odograph.stats import (
    Estimate,
    Interval,
    mean_pass_at_k,
    mean_pass_hat_k,
    rate_interval,
    wilson_interval,
)
from odograph.trace import Sample

__all__ = ("CaseReliability", "Reliability", "reliability")


@dataclass(frozen=True, slots=True)
class CaseReliability:
    """One case.

    Attributes:
        attempts: attempts of which it is known whether they passed.
        passed: how many of them did.
        crashed: how many of them crashed, and so failed.
        unknown: attempts that could not be scored, by the fault of data, judge or harness.
        interval: Wilson's, of the pass rate.
    """

    case_id: str
    attempts: int
    passed: int
    crashed: int
    unknown: int
    interval: Interval | None

    @property
    def rate(self) -> float | None:
        """Share of the attempts that passed; None where none is known."""
        return self.passed / self.attempts if self.attempts else None

    def as_dict(self) -> dict[str, Any]:
        """Write it as JSON values."""
        return {
            "case_id": self.case_id,
            "attempts": self.attempts,
            "passed": self.passed,
            "crashed": self.crashed,
            "unknown": self.unknown,
            "rate": self.rate,
            "interval": _ends(self.interval),
        }


@dataclass(frozen=True)
class Reliability:
    """All cases under one metric.

    Attributes:
        rate: pass rate over all attempts, with an interval by case.
        pass_at_k: by k, the probability that one of k attempts passes, over the cases.
        pass_hat_k: by k, the probability that all of k attempts pass.
    """

    metric: str
    cases: Sequence[CaseReliability]
    rate: Estimate
    pass_at_k: Mapping[int, Estimate]
    pass_hat_k: Mapping[int, Estimate]

    def as_dict(self) -> dict[str, Any]:
        """Write it as JSON values."""
        return {
            "metric": self.metric,
            "rate": _estimate(self.rate),
            "pass_at_k": {str(k): _estimate(one) for k, one in self.pass_at_k.items()},
            "pass_hat_k": {str(k): _estimate(one) for k, one in self.pass_hat_k.items()},
            "cases": [case.as_dict() for case in self.cases],
        }

    def __str__(self) -> str:
        """Tables of the whole and of each case, the least reliable first."""
        lines = [f"{self.metric}: {_shown(self.rate)} of {self.rate.total} attempts pass"]
        if self.pass_at_k:
            lines += ["", f"{'k':>3}  {'pass@k':<24}  pass^k"]
        for k, at in self.pass_at_k.items():
            lines.append(f"{k:>3}  {_shown(at):<24}  {_shown(self.pass_hat_k[k])}")
        width = max((len(case.case_id) for case in self.cases), default=4)
        lines += ["", f"{'case':<{width}}  passed   rate   interval"]
        for case in sorted(self.cases, key=lambda one: 2.0 if one.rate is None else one.rate):
            passed = f"{case.passed}/{case.attempts}"
            rate = "-" if case.rate is None else f"{case.rate:.2f}"
            ends = "" if case.interval is None else _between(case.interval)
            notes = [
                f"{number} {word}"
                for number, word in ((case.crashed, "crashed"), (case.unknown, "unknown"))
                if number
            ]
            row = f"{case.case_id:<{width}}  {passed:>6}  {rate:>5}   {ends}  {', '.join(notes)}"
            lines.append(row.rstrip())
        return "\n".join(lines)


def reliability(
    result: EvaluationResult,
    metric: str | None = None,
    *,
    ks: Sequence[int] | None = None,
    passes_at: float = 1.0,
    samples: Sequence[Sample] | None = None,
    level: float = 0.95,
) -> Reliability:
    """Read off a result how often the repeats of its cases pass.

    An attempt that crashed has failed. One that could not be scored by another's fault (of the
    data, the judge or the harness) is unknown: left out, and counted.

    Args:
        result: the scores of repeated cases, as `collect` and `evaluate` give them.
        metric: its spelling; may be left out where there is only one.
        ks: for pass@k and pass^k; by default from 1 to the fewest attempts of a case.
        passes_at: the value at which an attempt passes; a verdict does when it is True.
        samples: those that were scored, in order: a run that ended with an error has failed,
            whatever the metric says of it.
        level: of the intervals.

    Raises:
        InputError: no such metric, none named among several, there is not one sample a row, or
            `passes_at` is no finite number.
    """
    check_bar(passes_at)
    name = _metric(result, metric)
    cases: list[CaseReliability] = []
    passes: list[tuple[str, bool | None]] = []
    for case_id, attempts in attempts_by_case(result, name, samples).items():
        told = [one.passes(passes_at) for one in attempts]
        known = [one for one in told if one is not None]
        cases.append(
            CaseReliability(
                case_id,
                len(known),
                sum(known),
                sum(one.crashed for one in attempts),
                len(told) - len(known),
                wilson_interval(sum(known), len(known), level),
            )
        )
        passes += [(case_id, one) for one in told]
    tasks = [(case.attempts, case.passed) for case in cases]
    fewest = min((n for n, _ in tasks if n), default=0)
    chosen = range(1, fewest + 1) if ks is None else ks
    return Reliability(
        name,
        tuple(cases),
        rate_interval([one for _, one in passes], [case for case, _ in passes], level),
        {k: mean_pass_at_k(tasks, k, level) for k in chosen},
        {k: mean_pass_hat_k(tasks, k, level) for k in chosen},
    )


def _metric(result: EvaluationResult, metric: str | None) -> str:
    if metric is not None:
        return metric
    if len(result.metrics) != 1:
        rule = f"name one of the metrics {', '.join(result.metrics)}"
        raise InputError.of(rule, metric, place="metric")
    return result.metrics[0]


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "value": estimate.value,
        "interval": _ends(estimate.interval),
        "scored": estimate.scored,
        "total": estimate.total,
    }


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def _shown(estimate: Estimate) -> str:
    if estimate.value is None:
        return "-"
    ends = "" if estimate.interval is None else f" ({_between(estimate.interval)})"
    return f"{estimate.value:.3f}{ends}"


def _between(interval: Interval) -> str:
    return f"{interval.low:.2f} to {interval.high:.2f}"
