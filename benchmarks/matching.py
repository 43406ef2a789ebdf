"""How fast verdicts are: beside agentevals and openevals, as calls grow, and on real runs.

Run it with `python benchmarks/matching.py`; the peers are measured where they are installed
(`pip install agentevals==0.0.9 openevals==0.2.2`). `--runs FILE` names a file of runs (tau-bench's
format) to score, tiled to 10,000 rows.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from odograph.metrics import ToolCallAccuracy, ToolCallF1, ToolSelection, TrajectoryMatch
from odograph.trace import (
    AIMessage,
    Message,
    MultiTurnSample,
    ToolCall,
    from_openai,
    read_samples,
)
from odograph.trace.jsonl import read_records

MODES: list[Any] = ["strict", "unordered", "subset", "superset"]


def seconds(action: Callable[[], object], least: float = 0.2) -> float:
    """CPU seconds of one call: the least of five rounds, which other work disturbs least."""
    action()
    rounds: list[float] = []
    for _ in range(5):
        times = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < least / 5:
            action()
            times += 1
        rounds.append(spent / max(times, 1) if times else time.process_time() - start)
    return min(rounds)


def conversation(number: int, tools: int = 10) -> list[dict[str, Any]]:
    """A run in OpenAI's format with one call in each AI message, and its result."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Plan my trip."}]
    for i in range(number):
        arguments = {
            "city": f"City {i}",
            "date": "2024-05-20",
            "limit": i,
            "filters": {"stars": 4, "price": [50, 120.5]},
        }
        wire = {"name": f"tool_{i % tools}", "arguments": json.dumps(arguments)}
        asked = [{"id": f"call_{i}", "type": "function", "function": wire}]
        messages.append({"role": "assistant", "content": "", "tool_calls": asked})
        messages.append({"role": "tool", "tool_call_id": f"call_{i}", "content": "ok " * 20})
    messages.append({"role": "assistant", "content": "Done."})
    return messages


def sample_of(run: list[dict[str, Any]], reference: list[dict[str, Any]]) -> MultiTurnSample:
    return from_openai(run, reference_trajectory=from_openai(reference).user_input)


def peers() -> dict[str, Callable[..., Any]]:
    """The makers of evaluators of the peers that are installed."""
    found: dict[str, Callable[..., Any]] = {}
    for name, module in (("agentevals", "agentevals.trajectory.match"), ("openevals", "openevals")):
        try:
            found[name] = import_module(module).create_trajectory_match_evaluator
        except ImportError:
            print(f"({name} is not installed)", file=sys.stderr)
    return found


def beside_peers(sizes: Sequence[int]) -> None:
    makers = peers()
    heads = ["calls", "mode", *makers]
    heads += ["raw, word for word", "raw, built", "loaded, first", "loaded, again"]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for size in sizes:
        run, reference = conversation(size), conversation(size)
        loaded = sample_of(run, reference)
        both = {"outputs": run, "reference_outputs": reference}
        for mode in MODES:
            metric = TrajectoryMatch(mode)
            theirs = [
                1 / seconds(partial(make(trajectory_match_mode=mode), **both))
                for make in makers.values()
            ]
            ours = [
                1 / seconds(partial(metric.score_openai, run, reference)),
                1 / seconds(partial(score_raw, metric, run, reference)),
                1 / seconds(partial(score_first, metric, loaded)),
                1 / seconds(partial(metric.score, loaded)),
            ]
            cells = [f"{rate:,.0f}" for rate in theirs]
            cells += [f"{rate:,.0f}{times(rate, theirs)}" for rate in ours]
            print(f"| {size} | {mode} | {' | '.join(cells)} |", flush=True)


def score_raw(metric: TrajectoryMatch, run: Any, reference: Any) -> Any:
    return metric.score(sample_of(run, reference))


def score_first(metric: TrajectoryMatch, loaded: MultiTurnSample) -> Any:
    """Score a loaded sample as if for the first time, with nothing worked out before."""
    loaded.memo.clear()
    return metric.score(loaded)


def times(rate: float, theirs: list[float]) -> str:
    return f" ({rate / max(theirs):.1f}x)" if theirs else ""


def growth(sizes: Sequence[int]) -> None:
    print("\n| calls | " + " | ".join(["strict", "in_order", *MODES[1:], "F1"]) + " |")
    print("|---|" + "---|" * 6)
    for size in sizes:
        loaded = sample_of(conversation(size), conversation(size))
        modes: list[Any] = ["strict", "in_order", *MODES[1:]]
        metrics: list[Any] = [*map(TrajectoryMatch, modes), ToolCallF1()]
        spent = [seconds(partial(score_first, metric, loaded)) for metric in metrics]
        cells = [f"{one * 1000:.2f} ms" for one in spent]
        print(f"| {size:,} | {' | '.join(cells)} |", flush=True)


def near(actual: Any, expected: Any) -> bool:
    return bool(abs(actual["n"] - expected["n"]) <= 250)


def above(actual: Any, expected: Any) -> bool:
    return bool(actual["n"] >= expected["n"])


def worst(number: int = 500) -> None:
    """The general matching: calls of one tool under a user's function, in the worst orders."""
    print(f"\n| {number} calls of one tool, a user's function | verdict | seconds |\n|---|---|---|")
    up = [ToolCall("f", {"n": n}) for n in range(number)]
    cases: list[tuple[str, Any, list[ToolCall], list[ToolCall]]] = [
        ("all fit", near, up, up[::-1]),
        ("a staircase, upward", above, up, up),
        ("a staircase, downward", above, up[::-1], up),
        ("a staircase short of one", above, up[:-1] + up[:1], up),
    ]
    for name, function, made, expected in cases:
        sample = MultiTurnSample(user_input=asked(made), reference_tool_calls=expected)
        metric = TrajectoryMatch("unordered", overrides={"f": function})
        start = time.process_time()
        value = metric.score(sample).value
        print(f"| {name} | {value} | {time.process_time() - start:.2f} |", flush=True)
    half = [ToolCall("f", {"n": n, "k": -n}) for n in range(number)]
    expected = [ToolCall("f", {"n": n, "k": n}) for n in range(number)]
    sample = MultiTurnSample(user_input=asked(half[::-1]), reference_tool_calls=expected)
    start = time.process_time()
    value = ToolCallAccuracy(strict_order=False).score(sample).value
    spent = time.process_time() - start
    print(f"| `ToolCallAccuracy`, exact, half of each right, reversed | {value} | {spent:.2f} |")


def asked(calls: list[ToolCall]) -> list[Message]:
    return [AIMessage(tool_calls=[call]) for call in calls]


def real_runs(path: Path, times: int) -> None:
    """Score a file of runs, tiled, with four matchers, beside decoding the same bytes."""
    rows = [record for _, record in read_records(path)] * times
    with tempfile.TemporaryDirectory() as folder:
        tiled = Path(folder) / "runs.jsonl"
        tiled.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        del rows
        size = tiled.stat().st_size
        metrics = [
            TrajectoryMatch("unordered", which="succeeded"),
            TrajectoryMatch("superset"),
            ToolCallF1(),
            ToolSelection(),
        ]
        start = time.process_time()
        with tiled.open(encoding="utf-8") as lines:
            count = sum(1 for line in lines if json.loads(line))
        decoded = time.process_time() - start
        start = time.process_time()
        samples = 0
        for _ in read_samples(tiled):
            samples += 1
        loaded = time.process_time() - start
        start = time.process_time()
        totals = [0.0] * len(metrics)
        for sample in read_samples(tiled):
            for i, metric in enumerate(metrics):
                totals[i] += float(metric.score(sample))
        scored = time.process_time() - start
    means = ", ".join(f"{m!r} {t / samples:.5f}" for m, t in zip(metrics, totals, strict=True))
    print(f"\n{count:,} runs, {size / 1e6:.0f} MB; {means}")
    print("| step | seconds | times json.loads |\n|---|---|---|")
    for name, spent in (("json.loads", decoded), ("read", loaded), ("read and score", scored)):
        print(f"| {name} | {spent:.1f} | {spent / decoded:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, help="a file of real runs")
    parser.add_argument("--times", type=int, default=50, help="how often they are repeated")
    parser.add_argument("--only", choices=["peers", "growth", "worst", "runs"])
    given = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, verdicts per second")
    if given.only in (None, "peers"):
        beside_peers([5, 50, 500])
    if given.only in (None, "growth"):
        growth([50, 500, 5000])
    if given.only in (None, "worst"):
        worst()
    if given.runs and given.only in (None, "runs"):
        real_runs(given.runs, given.times)


if __name__ == "__main__":
    main()
