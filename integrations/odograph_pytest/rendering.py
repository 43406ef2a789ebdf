"""Samples and scores as a few lines of text, for the report of a failed test."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from odograph._printable import printable

if TYPE_CHECKING:
    from odograph.metrics.score import Score
    from odograph.trace import CallRecord, Message, MultiTurnSample
    from odograph_langchain import Recorder

__all__ = ("render_sample", "render_samples", "render_scores")

_WIDTH = 100


def render_scores(scores: "Sequence[tuple[str, Score]]") -> str:
    """Render named scores: the value, then the reason on lines of its own."""
    lines: list[str] = []
    for name, score in scores:
        value = f"unscored ({score.fault})" if score.value is None else repr(score.value)
        lines.append(f"{name} = {value}" if name else value)
        lines.extend(f"  {line}" for line in score.reason.splitlines())
    return "\n".join(lines)


def render_samples(recorder: "Recorder") -> str:
    """Render all that a recorder saw."""
    samples = recorder.samples
    if not samples:
        return "nothing: the recorder saw no finished run (is it among the callbacks?)"
    if len(samples) == 1:
        return render_sample(samples[0])
    return "\n".join(
        f"run {number} of {len(samples)}\n{render_sample(sample)}"
        for number, sample in enumerate(samples, 1)
    )


def render_sample(sample: "MultiTurnSample") -> str:
    """Render one run: a line for each message and call, then the path and how the run ended."""
    lines = [line for message in sample.user_input for line in _message(message)]
    if sample.call_records:
        lines.append("calls")
        lines.extend(f"  {_call(record)}" for record in sample.call_records)
    if sample.path is not None:
        lines.append(f"path       {sample.path.nodes}")
    if sample.status is not None:
        lines.append(f"status     {sample.status}")
    if sample.error is not None:
        lines.append(f"error      {_short(sample.error)}")
    lines.extend(f"gap        {_short(gap)}" for gap in sample.gaps)
    return "\n".join(lines)


def _message(message: "Message") -> Iterator[str]:
    calls: list[Any] = [
        *getattr(message, "tool_calls", ()),
        *getattr(message, "invalid_tool_calls", ()),
    ]
    asked = [f"-> {call.name}" for call in calls]
    yield f"{message.role:<10} {_short(' '.join([message.content, *asked]))}".rstrip()


def _call(record: "CallRecord") -> str:
    requested: Any = record.requested
    if hasattr(requested, "raw_args"):
        shown = requested.raw_args
    else:
        shown = ", ".join(f"{key}={value!r}" for key, value in requested.args.items())
    end = record.error if record.error is not None else record.result
    told = "" if end is None else f": {end}"
    return _short(f"{record.name}({shown}) {record.outcome}{told}")


def _short(text: str) -> str:
    flat = printable(" ".join(text.split()))
    return flat if len(flat) <= _WIDTH else f"{flat[: _WIDTH - 3]}..."
