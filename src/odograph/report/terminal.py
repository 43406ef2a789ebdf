"""Results on a terminal: a table of metrics, and why rows failed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from odograph._printable import printable
from odograph.evaluation import EvaluationResult, MetricSummary, ResultRow
from odograph.evaluation.threshold import show
from odograph.metrics.score import Score
from odograph.trace.values import is_list, is_mapping

__all__ = ("print_breakdown", "print_reasons", "print_summary")

_WIDTH_IN_A_PIPE = 200
_MOST_LINES = 12
_STYLES = {
    "missing": "green",
    "extra": "red",
    "changed": "yellow",
    "moved": "magenta",
    "order": "cyan",
    "messages": "cyan",
}


def print_summary(
    summary: Sequence[MetricSummary],
    console: Console,
    *,
    thresholds: Mapping[str, float] | None = None,
) -> None:
    """Print a table of metrics.

    Its columns are the mean, scored of total, the mean's 95 % interval where some metric has one,
    labels and the judge's calls where there are any, and whose fault the unscored rows are.

    Args:
        summary: the metrics.
        console: where to print.
        thresholds: by metric, what its mean is held to: a mean below it is shown below it. By
            default 1.
    """
    bounds = thresholds or {}
    columns: dict[str, list[str]] = {
        "metric": [_plain(one.metric) for one in summary],
        "mean": [_mean(one, bounds.get(one.metric, 1)) for one in summary],
        "scored": [f"{one.scored} of {one.total}" for one in summary],
        "95 % interval": [_interval(one) for one in summary],
        "labels": [_plain(_counts(one.labels)) for one in summary],
        "judge calls": [str(one.judge.calls or "") for one in summary],
        "unscored by fault of": [_counts(one.faults) for one in summary],
    }
    _print_columns(columns, console)


def print_breakdown(result: EvaluationResult, field: str, console: Console) -> None:
    """Print the means of each metric by the values of a field (see `EvaluationResult.by`).

    Raises:
        InputError: no row has the field.
    """
    parts = result.by(field)
    columns = {field: ["-" if key is None else _plain(str(key)) for key in parts]}
    columns["rows"] = [str(len(part)) for part in parts.values()]
    for number, metric in enumerate(result.metrics):
        found = [part.summary()[number] for part in parts.values()]
        columns[_plain(metric)] = [f"{_mean(one)} ({one.scored})" for one in found]
    _print_columns(columns, console)


def _print_columns(columns: Mapping[str, Sequence[str]], console: Console) -> None:
    """Print columns; those that have nothing in any row are left out."""
    shown = {name: cells for name, cells in columns.items() if any(cells)}
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in shown:
        words = name in ("metric", "labels", "unscored by fault of")
        table.add_column(name, overflow="fold", justify="left" if words else "right")
    for row in zip(*shown.values(), strict=True):
        table.add_row(*row)
    _print(console, table)


def _plain(text: str) -> str:
    """Make text of a run plain: neither markup nor commands to the terminal."""
    return escape(printable(text))


def _mean(one: MetricSummary, threshold: float = 1) -> str:
    return "-" if one.mean is None else show(one.mean, threshold)


def _interval(one: MetricSummary) -> str:
    if one.interval is None:
        return ""
    return f"{show(one.interval.low)} to {show(one.interval.high)}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def print_reasons(result: EvaluationResult, console: Console, *, limit: int | None = None) -> None:
    """Print, for each row with a score below 1 or without one, which metrics and why.

    Args:
        result: the scores.
        console: where to print.
        limit: at most so many rows; None prints them all.
    """
    failing = [(number, row) for number, row in enumerate(result.rows) if _is_failing(row)]
    for number, row in failing[:limit]:
        console.print(f"[bold]{_plain(_name(number, row))}[/bold]")
        for line in _lines(row):
            console.print(line, soft_wrap=True)
    if limit is not None and len(failing) > limit:
        more = len(failing) - limit
        console.print(f"... and {more} more row{'' if more == 1 else 's'} below 1")


def _print(console: Console, table: Table) -> None:
    """Print a table as wide as the terminal, or as wide as it needs where there is none."""
    if console.is_terminal:
        console.print(table)
    else:
        console.print(table, width=_WIDTH_IN_A_PIPE)


def _is_failing(row: ResultRow) -> bool:
    return any(_falls_short(score) for score in row.scores.values())


def _falls_short(score: Score) -> bool:
    """Whether there is something to tell; a label or a ranking is no shortfall."""
    return not isinstance(score.value, str | tuple) and score.value != 1


def _name(number: int, row: ResultRow) -> str:
    if row.case_id is None:
        return f"row {number}"
    return row.case_id if row.attempt is None else f"{row.case_id}, attempt {row.attempt}"


def _lines(row: ResultRow) -> Iterator[str]:
    """One line for each metric, then what differs: once, however many metrics say it."""
    differing: dict[str, str] = {}  # what differs, and the style of its kind
    for metric, score in row.scores.items():
        if not _falls_short(score):
            continue
        first, *rest = (score.reason or "no reason").split("\n")
        yield f"  {_value(score)} {_plain(metric)}: {_plain(first)}"
        differing.update({line: _style(line, score) for line in rest})
    for line, style in list(differing.items())[:_MOST_LINES]:
        yield f"        [{style}]{_plain(line)}[/{style}]"
    if len(differing) > _MOST_LINES:
        yield f"        ... and {len(differing) - _MOST_LINES} more lines"


def _style(line: str, score: Score) -> str:
    """The colour of an edit, by what it does; other lines are as they are."""
    edits: Any = score.details.get("edits")
    for edit in edits if is_list(edits) else ():
        if is_mapping(edit) and line.startswith(edit.get("subject") or "\n"):
            return _STYLES.get(edit.get("op", ""), "default")
    return "default"


def _value(score: Score) -> str:
    if score.number is None:
        return f"[yellow]unscored ({score.fault})[/yellow]"
    shown = "no" if isinstance(score.number, bool) else show(score.number, 1)
    return f"[red]{shown:<5}[/red]"
