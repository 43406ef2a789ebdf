"""Whether intervals cover as often as they say, and tests alarm as seldom as they say.

Run it: `python benchmarks/intervals.py` (a minute). All is drawn from fixed seeds.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from math import comb

from odograph.evaluation import EvaluationResult, ResultRow, compare
from odograph.metrics import Score
from odograph.stats import (
    Estimate,
    Interval,
    bootstrap_interval,
    clopper_pearson_interval,
    compare_paired,
    correct_judged_rate,
    mean_pass_at_k,
    mean_pass_hat_k,
    rate_interval,
    ratio_interval,
    required_repeats,
    t_interval,
    wilson_interval,
)

DRAWS = 2000
SUITES = 1000
Draw = Callable[[random.Random], tuple[Estimate, float]]


def main() -> None:
    start = time.perf_counter()
    print(f"Python {sys.version.split()[0]}; {DRAWS} draws a line, {SUITES} suites a line\n")
    rates()
    means()
    paired()
    print(f"\n{time.perf_counter() - start:.0f} s")


def rates() -> None:
    """Coverage is a sum over the binomial distribution here: nothing is drawn."""
    print("| interval of a rate | trials | mean over rates .01 to .99 | least | at |")
    print("|---|---|---|---|---|")
    grid = [percent / 100 for percent in range(1, 100)]
    for make in (wilson_interval, clopper_pearson_interval):
        for n in (5, 10, 20, 50, 200):
            ends = [make(c, n) for c in range(n + 1)]
            covered = [binomial_coverage(ends, rate) for rate in grid]
            least = min(covered)
            at = grid[covered.index(least)]
            average = sum(covered) / len(covered)
            print(f"| `{make.__name__}` | {n} | {average:.3f} | {least:.3f} | {at:.2f} |")


def binomial_coverage(ends: Sequence[Interval | None], rate: float) -> float:
    n = len(ends) - 1
    return sum(
        comb(n, c) * rate**c * (1 - rate) ** (n - c)
        for c, end in enumerate(ends)
        if end is not None and rate in end
    )


def means() -> None:
    print("\n| interval | data | covered | no interval |")
    print("|---|---|---|---|")
    for name, data, draw in settings():
        generator = random.Random(1)
        hits = empty = 0
        for _ in range(DRAWS):
            estimate, truth = draw(generator)
            if estimate.interval is None:
                empty += 1
            else:
                hits += truth in estimate.interval
        print(f"| `{name}` | {data} | {hits / (DRAWS - empty):.3f} | {empty} |")


def settings() -> Iterator[tuple[str, str, Draw]]:
    for make in (t_interval, bootstrap_interval):
        for cases in (10, 40):
            more = {} if make is t_interval else {"resamples": 1000}
            yield make.__name__, f"scores, {cases} cases x 3", scores(make, cases, more)
    for cases, repeats in ((10, 3), (40, 1), (40, 3), (40, 10), (100, 5)):
        data = f"verdicts, {cases} cases x {repeats}"
        yield "rate_interval", f"{data}, rates from beta(2, 1)", verdicts(cases, repeats, (2, 1))
        yield "rate_interval", f"{data}, rates from beta(9, 1)", verdicts(cases, repeats, (9, 1))
    for k in (1, 2, 4):
        yield f"mean_pass_at_k, k = {k}", "50 tasks x 5, rates from beta(1, 1)", passes(k, at=True)
        yield (
            f"mean_pass_hat_k, k = {k}",
            "50 tasks x 5, rates from beta(1, 1)",
            passes(k, at=False),
        )
    for cases in (20, 40, 200):
        yield "ratio_interval", f"cost of a success, {cases} cases x 3", cost_of_success(cases)
    for sensitivity, specificity in ((0.9, 0.8), (0.95, 0.95), (0.7, 0.7)):
        data = f"400 judged, 50 + 50 labelled, judge right in {sensitivity} and {specificity}"
        yield "correct_judged_rate", data, judged(sensitivity, specificity)


def scores(make: Callable[..., Estimate], cases: int, more: dict[str, int]) -> Draw:
    """Scores from 0 to 1, skewed, alike within a case; the true mean is 0.8."""

    def draw(generator: random.Random) -> tuple[Estimate, float]:
        values: list[float] = []
        for _ in range(cases):
            centre = generator.betavariate(4, 1)
            values += [generator.betavariate(8 * centre, 8 * (1 - centre)) for _ in range(3)]
        return make(values, [index // 3 for index in range(len(values))], **more), 0.8

    return draw


def verdicts(cases: int, repeats: int, shape: tuple[float, float]) -> Draw:
    def draw(generator: random.Random) -> tuple[Estimate, float]:
        values: list[bool] = []
        for _ in range(cases):
            rate = generator.betavariate(*shape)
            values += [generator.random() < rate for _ in range(repeats)]
        keys = [index // repeats for index in range(len(values))]
        return rate_interval(values, keys), shape[0] / sum(shape)

    return draw


def passes(k: int, *, at: bool) -> Draw:
    """Rates are uniform, so pass^k is the mean of p**k, which is 1 / (k + 1)."""
    make = mean_pass_at_k if at else mean_pass_hat_k

    def draw(generator: random.Random) -> tuple[Estimate, float]:
        tasks: list[tuple[int, int]] = []
        for _ in range(50):
            rate = generator.random()
            tasks.append((5, sum(generator.random() < rate for _ in range(5))))
        every = 1 / (k + 1)
        return make(tasks, k), 1 - every if at else every

    return draw


def cost_of_success(cases: int) -> Draw:
    """Costs are log-normal (mean 1), and an attempt that fails costs twice as much."""

    def draw(generator: random.Random) -> tuple[Estimate, float]:
        above: list[float] = []
        below: list[float] = []
        for _ in range(cases):
            rate = generator.betavariate(4, 2)
            won = [generator.random() < rate for _ in range(3)]
            spent = (generator.lognormvariate(-0.32, 0.8) * (1 if one else 2) for one in won)
            above.append(sum(spent))
            below.append(sum(won))
        return ratio_interval(above, below), (2 / 3 + 2 / 3) / (2 / 3)

    return draw


def judged(sensitivity: float, specificity: float) -> Draw:
    """Of 400 items 0.7 are right in truth."""

    def draw(generator: random.Random) -> tuple[Estimate, float]:
        def right(n: int, rate: float) -> int:
            return sum(generator.random() < rate for _ in range(n))

        good = right(400, 0.7)
        passed = right(good, sensitivity) + 400 - good - right(400 - good, specificity)
        estimate = correct_judged_rate(
            passed,
            400,
            sensitivity=(right(50, sensitivity), 50),
            specificity=(right(50, specificity), 50),
        )
        return estimate, 0.7

    return draw


def paired() -> None:
    print(
        "\n| suite | change | sign-flip test alarms | `compare` says worse | better | interval "
        "covers | mean dropped |"
    )
    print("|---|---|---|---|---|---|---|")
    lines: list[tuple[int, int, float, float]] = [
        (40, 3, 0, 0),
        (40, 10, 0, 0),
        (10, 3, 0, 0),
        (40, 3, 1, 0.1),
        (40, 10, 1, 0.1),
        (40, 3, 1, 0.2),
        (40, 10, 0.1, 0.6),
    ]
    for cases, repeats, share, drop in lines:
        counts = suites(cases, repeats, share, drop)
        change = f"{share:.0%} of the cases -{drop * 100:.0f} points" if drop else "nothing"
        shares = " | ".join(f"{count / SUITES:.3f}" for count in counts)
        print(f"| {cases} cases x {repeats} | {change} | {shares} |")
    wanted = required_repeats(-0.1, cases=40, within_variance=0.158)  # mean of p (1 - p)
    alarms, *_ = suites(40, wanted or 1, 1, 0.1)
    print(
        f"\n`required_repeats(-0.1, cases=40, within_variance=0.158)` is {wanted} for a power of "
        f"0.8; the test found {alarms / SUITES:.3f} of such suites."
    )


def suites(cases: int, repeats: int, share: float, drop: float) -> tuple[int, ...]:
    """Compare two runs of verdicts; rates of cases are beta(4, 1), kept so that a drop fits.

    Counts alarms of the test, suites called worse, called better, covered, and of a lower mean.
    """
    generator = random.Random(2)
    alarms = worse = better = covered = dropped = 0
    for _ in range(SUITES):
        rates = [max(generator.betavariate(4, 1), drop) for _ in range(cases)]
        lowered = [
            rate - drop if index < share * cases else rate for index, rate in enumerate(rates)
        ]
        runs = [
            {
                case: [generator.random() < rate for _ in range(repeats)]
                for case, rate in enumerate(run)
            }
            for run in (rates, lowered)
        ]
        said = compare_paired(*runs)
        truth = -drop * share
        verdict = compare(*map(scored, runs)).metrics[0].verdict.name
        alarms += said.p_value <= 0.05
        worse += verdict == "worse"
        better += verdict == "better"
        covered += said.interval is None or truth in said.interval
        dropped += (said.difference or 0) < 0
    return alarms, worse, better, covered, dropped


def scored(run: dict[int, list[bool]]) -> EvaluationResult:
    rows = [
        ResultRow({"Right()": Score(verdict)}, str(case), attempt)
        for case, verdicts in run.items()
        for attempt, verdict in enumerate(verdicts)
    ]
    return EvaluationResult(("Right()",), tuple(rows))


if __name__ == "__main__":
    main()
