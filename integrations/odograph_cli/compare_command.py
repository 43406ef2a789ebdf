"""`odograph compare A B`: hold a candidate's results against a baseline's."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from odograph._printable import printable
from odograph.errors import InputError
from odograph.evaluation import (
    Comparison,
    EvaluationResult,
    Flip,
    MetricComparison,
    compare,
)
from odograph.stats import PairedComparison
from odograph.trace import Sample, read_samples

__all__ = ("compare_files", "print_comparison")

_BASELINE = "Results of what is, as `odograph score --out` writes them."
_CANDIDATE = "Results of what is to be, over the same cases."
_BASELINE_RUNS = "The runs that the baseline was scored on; tells crashes and where runs part."
_CANDIDATE_RUNS = "The runs that the candidate was scored on."
_DETECT = "The smallest difference of a mean that matters."
_ALPHA = "How often a mean may be called better or worse although nothing has changed."
_PASSES = "The value at which a run passes, to tell which cases flipped."
_JSON = "Print one JSON object and nothing else."
_MOST_FLIPS = 10
_WIDTH_IN_A_PIPE = 200
_COLOURS = {"better": "green", "worse": "red", "no evidence": "default", "too few": "yellow"}


def compare_files(  # noqa: PLR0917 - the options of the command; Typer passes them by name
    baseline: Annotated[Path, typer.Argument(help=_BASELINE)],
    candidate: Annotated[Path, typer.Argument(help=_CANDIDATE)],
    baseline_runs: Annotated[
        Path | None, typer.Option("--baseline-runs", help=_BASELINE_RUNS)
    ] = None,
    candidate_runs: Annotated[
        Path | None, typer.Option("--candidate-runs", help=_CANDIDATE_RUNS)
    ] = None,
    detect: Annotated[float, typer.Option("--detect", help=_DETECT)] = 0.1,
    alpha: Annotated[float, typer.Option("--alpha", help=_ALPHA)] = 0.05,
    passes_at: Annotated[float, typer.Option("--passes-at", help=_PASSES)] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help=_JSON)] = False,
) -> None:
    """Compare two results over the same cases: what became worse, and which cases flipped.

    Exit status: 0 when no metric is worse, 1 when one is, 2 for a mistake.
    """
    comparison = compare(
        _load(baseline),
        _load(candidate),
        detect=detect,
        alpha=alpha,
        passes_at=passes_at,
        baseline_samples=_runs(baseline_runs),
        candidate_samples=_runs(candidate_runs),
    )
    if as_json:
        typer.echo(json.dumps(comparison.as_dict(), allow_nan=False))
    else:
        console = Console(highlight=False)
        if not console.is_terminal:
            console.width = _WIDTH_IN_A_PIPE
        print_comparison(comparison, console)
    if comparison.worse:
        raise typer.Exit(1)


def print_comparison(comparison: Comparison, console: Console) -> None:
    """Print a table of metrics, then for each the reason, what flipped and what is missing."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("metric", "baseline", "candidate", "difference", "verdict", "cases"):
        right = name not in ("metric", "verdict")
        table.add_column(name, justify="right" if right else "left", overflow="fold")
    for one in comparison.metrics:
        table.add_row(*_cells(one))
    console.print(table)
    for one in comparison.metrics:
        for line in _remarks(one):
            console.print(line, markup=False, soft_wrap=True)
    for side, names in (
        ("baseline", comparison.only_baseline),
        ("candidate", comparison.only_candidate),
    ):
        if names:
            console.print(f"only the {side} has {', '.join(names)}", markup=False, soft_wrap=True)
    if comparison.without_numbers:
        names = ", ".join(comparison.without_numbers)
        console.print(f"not compared, as it has no numbers: {names}", markup=False, soft_wrap=True)


def _cells(one: MetricComparison) -> list[str]:
    paired, verdict = one.paired, one.verdict
    colour = _COLOURS[verdict.name]
    return [
        escape(printable(one.metric)),
        _number(paired.baseline),
        _number(paired.candidate),
        _difference(paired),
        f"[{colour}]{verdict.name}[/]",
        str(paired.cases),
    ]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _difference(paired: PairedComparison) -> str:
    if paired.difference is None:
        return "-"
    ends = paired.interval
    shown = "" if ends is None else f" ({ends.low:+.3f} to {ends.high:+.3f})"
    return f"{paired.difference:+.3f}{shown}"


def _remarks(one: MetricComparison) -> list[str]:
    lines = [_flip(flip) for flip in one.flips[:_MOST_FLIPS]]
    if len(one.flips) > _MOST_FLIPS:
        lines.append(f"  ... and {len(one.flips) - _MOST_FLIPS} more flipped cases")
    for number, what in zip(one.crashed, ("baseline", "candidate"), strict=True):
        if number:
            lines.append(f"  {number} runs of the {what} crashed")
    for number, what in zip(one.unscored, ("baseline", "candidate"), strict=True):
        if number:
            lines.append(f"  {number} runs of the {what} are unscored and left out")
    if one.paired.unpaired:
        lines.append(f"  {one.paired.unpaired} cases have values on one side only")
    reason = printable(one.verdict.reason)
    return [f"{printable(one.metric)}: {one.verdict.name} ({reason})", *lines]


def _flip(flip: Flip) -> str:
    mark = "broke" if flip.broke else "mended"
    parted = "" if flip.divergence is None else f"\n    {printable(str(flip.divergence))}"
    return f"  {mark} {printable(str(flip))}{parted}"


def _load(path: Path) -> EvaluationResult:
    if not path.is_file():
        raise InputError("there is no such file", place=str(path))
    return EvaluationResult.load(path)


def _runs(path: Path | None) -> list[Sample] | None:
    return None if path is None else list(read_samples(path))
