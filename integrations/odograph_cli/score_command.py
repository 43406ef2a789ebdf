"""`odograph score FILE`: score recorded runs."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from odograph.errors import InputError
from odograph.evaluation import EvaluationResult, evaluate
from odograph.metrics import (
    Metric,
    PathMatch,
    StringPresence,
    ToolCallF1,
    TrajectoryMatch,
    parse_metric,
)
from odograph.report import print_reasons, print_summary
from odograph.trace import EvaluationDataset, Sample, read_samples
from odograph_cli.gates import Gate, read_gate

__all__ = ("score", "score_file")

_FILE = "JSON or JSON Lines, also gzipped: samples, or records with messages in OpenAI's format."
_METRIC = "A metric as it is spelled: \"TrajectoryMatch(mode='superset')\". Repeatable."
_MAP = "Where a record has a field: reference_tool_calls=info.task.actions. Repeatable."
_FAILED = "A regular expression: a tool result that begins with a match is a failed call."
_GATE = "METRIC=VALUE: exit with 1 if the mean is below. Repeatable."
_OUT = "Write the scores of every run to this file, as JSON Lines."
_EXPLAIN = "Explain so many runs that score below 1."
_JSON = "Print one JSON object and nothing else."

_USUAL: Sequence[Metric] = (
    ToolCallF1(),
    TrajectoryMatch(mode="superset"),
    PathMatch(),
    StringPresence(),
)


def score(  # noqa: PLR0917 - the options of the command; Typer passes them by name
    file: Annotated[Path, typer.Argument(help=_FILE)],
    metric: Annotated[list[str] | None, typer.Option("--metric", "-m", help=_METRIC)] = None,
    field: Annotated[list[str] | None, typer.Option("--map", help=_MAP)] = None,
    failed: Annotated[str | None, typer.Option("--failed", help=_FAILED)] = None,
    fail_under: Annotated[list[str] | None, typer.Option("--fail-under", help=_GATE)] = None,
    out: Annotated[Path | None, typer.Option("--out", help=_OUT)] = None,
    explain: Annotated[int, typer.Option("--explain", min=0, help=_EXPLAIN)] = 3,
    as_json: Annotated[bool, typer.Option("--json", help=_JSON)] = False,
) -> None:
    """Score recorded runs and say why they fall short.

    Exit status: 0 when scored, 1 when a --fail-under gate fails, 2 for a mistake, and where
    nothing could be scored.
    """
    gates = [read_gate(one) for one in fail_under or ()]
    metrics = _distinct([*(parse_metric(one) for one in metric or ()), *(g.metric for g in gates)])
    result = score_file(file, metrics, mapping=_mapping(field or ()), failed=_failed(failed))
    if out is not None:
        result.to_jsonl(out)
    summary = result.summary()
    if as_json:
        typer.echo(json.dumps(_as_json(result, gates), allow_nan=False))
    else:
        console = Console(highlight=False)
        thresholds = {repr(gate.metric): gate.threshold for gate in gates}
        print_summary(summary, console, thresholds=thresholds)
        print_reasons(result, console, limit=explain)
        for gate in gates:
            console.print(gate.line(gate.of(summary)), markup=False, soft_wrap=True)
    if not all(gate.passes(gate.of(summary)) for gate in gates):
        raise typer.Exit(1)
    if not any(one.scored for one in summary):
        raise InputError("nothing could be scored, see the reasons", place=str(file))


def score_file(
    file: Path,
    metrics: Sequence[Metric] = (),
    *,
    mapping: dict[str, str] | None = None,
    failed: Callable[[str], bool] | None = None,
) -> EvaluationResult:
    """Score the runs in a file, with a progress bar where standard error is a terminal.

    Args:
        file: see `odograph.read_samples`.
        metrics: none means the usual ones that the samples have references for.
        mapping: see `odograph.read_samples`.
        failed: likewise.

    Raises:
        InputError: the file, or what it holds, is at fault; or no usual metric fits.
    """
    samples = EvaluationDataset(tuple(read_samples(file, mapping=mapping, failed=failed)))
    if not samples:
        raise InputError("holds no run", place=str(file))
    chosen = list(metrics) or _fitting(samples, file)
    return evaluate(_watched(samples, len(samples)), chosen)


def _watched(samples: Iterable[Sample], total: int) -> Iterable[Sample]:
    if not sys.stderr.isatty():
        return samples
    return track(samples, "scoring", total=total, console=Console(stderr=True), transient=True)


def _fitting(samples: Sequence[Sample], file: Path) -> list[Metric]:
    """The usual metrics that at least one sample has all the fields for."""
    fitting = [one for one in _USUAL if any(not one.missing(sample) for sample in samples)]
    if not fitting:
        rule = "no run has a reference to score against: give one, or --map where it is"
        raise InputError(rule, place=str(file))
    return fitting


def _distinct(metrics: Iterable[Metric]) -> list[Metric]:
    return list({repr(one): one for one in metrics}.values())


def _mapping(fields: Iterable[str]) -> dict[str, str]:
    mapping: dict[str, str] = {}
    for text in fields:
        name, equals, path = text.partition("=")
        if not equals or not name or not path:
            raise InputError("must be FIELD=PATH", place=f"--map {text!r}")
        mapping[name] = path
    return mapping


def _failed(pattern: str | None) -> Callable[[str], bool] | None:
    if pattern is None:
        return None
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise InputError(
            f"is no regular expression: {error}", place=f"--failed {pattern!r}"
        ) from None
    return lambda text: compiled.match(text) is not None


def _as_json(result: EvaluationResult, gates: Sequence[Gate]) -> dict[str, Any]:
    summary = result.summary()
    return {
        "schema": "odograph-score/1",
        "metrics": [one.as_dict() for one in summary],
        "gates": [gate.as_dict(gate.of(summary)) for gate in gates],
        "rows": [row.as_dict() for row in result.rows],
    }
