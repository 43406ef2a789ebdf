"""`odograph demo`: an agent is run, recorded and scored, offline."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from odograph.evaluation import EvaluationResult, evaluate
from odograph.metrics import (
    Metric,
    PathMatch,
    StringPresence,
    ToolCallAccuracy,
    ToolCallF1,
    TrajectoryMatch,
)
from odograph.report import print_reasons, print_summary
from odograph.trace import EvaluationDataset, MultiTurnSample, Sample

if TYPE_CHECKING:
    from odograph_cli.demo import Case

__all__ = ("DEMO_METRICS", "demo", "record_demo")

_INTRODUCTION = """\
DocsAssistant: a LangChain agent with three tools, on Odograph's documentation.
Its search is real; its model is scripted by rules, so nothing leaves this machine.
"""

DEMO_METRICS: Sequence[Metric] = (
    TrajectoryMatch(mode="in_order"),
    ToolCallF1(),
    ToolCallAccuracy(),
    PathMatch(),
    StringPresence(),
)


def demo(
    out: Annotated[
        Path, typer.Option("--out", help="Where to write samples.jsonl and results.jsonl.")
    ] = Path("odograph-demo"),
) -> None:
    """Run a documentation assistant on eight questions, record it, score it, explain the scores.

    It runs offline: the agent and its tools are real, its model is scripted by rules.
    """
    console = Console(highlight=False)
    console.print(_INTRODUCTION, soft_wrap=True)
    dataset, result = record_demo()
    dataset.to_jsonl(out / "samples.jsonl")
    result.to_jsonl(out / "results.jsonl")
    for sample in dataset:
        console.print(_course(sample), markup=False, soft_wrap=True)
    print_summary(result.summary(), console)
    print_reasons(result, console)
    console.print(f"\nWritten: {out / 'samples.jsonl'} and {out / 'results.jsonl'}", markup=False)
    gate = f"odograph score {shlex.quote(str(out / 'samples.jsonl'))} --fail-under ToolCallF1=0.8"
    console.print(f"Next, a gate for CI: {gate}", markup=False, soft_wrap=True)


def record_demo() -> tuple[EvaluationDataset, EvaluationResult]:
    """Run the demo's cases with a recorder and score what it saw."""
    # LangChain is imported here and not above: `odograph score` does without it
    from odograph_cli.demo import CASES, build_agent, run_case  # noqa: PLC0415
    from odograph_langchain import Recorder  # noqa: PLC0415

    recorder = Recorder()
    agent = build_agent()
    for case in CASES:
        run_case(case, callbacks=[recorder], agent=agent)
    samples = [_with_references(*pair) for pair in zip(recorder.samples, CASES, strict=True)]
    dataset = EvaluationDataset(samples, name="demo")
    return dataset, evaluate(dataset, DEMO_METRICS)


def _with_references(sample: MultiTurnSample, case: "Case") -> MultiTurnSample:
    references: dict[str, Any] = case.references()
    return replace(sample, **references)


def _course(sample: Sample) -> str:
    calls = " > ".join(
        record.name if record.outcome == "executed" else f"{record.name} ({record.outcome})"
        for record in sample.call_records
    )
    tokens = sum(one.usage.total_tokens for one in sample.model_calls if one.usage)
    return f"  {sample.case_id}: {calls or 'no tool'} > answer, {tokens} tokens"
