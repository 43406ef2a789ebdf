"""A turn's spans as a sample."""

from collections.abc import Mapping, Sequence
from typing import Any

from odograph.trace import MultiTurnSample, NodePath, RunStatus
from odograph.trace.values import as_json
from odograph_langchain.calls import join_runs
from odograph_langchain.conversation import conversation_of
from odograph_langchain.graphs import GraphRun, graph_run, graph_runs_in
from odograph_langchain.messages import graph_messages
from odograph_langchain.models import model_call, offered_tools, retrievals_in
from odograph_langchain.path import missing_steps, path_of
from odograph_langchain.pauses import interrupts_of
from odograph_langchain.spans import Span
from odograph_langchain.turns import Turn, goes_on, thread_of

__all__ = ("case_of", "derive")

_NOT_THE_USERS = ("langgraph_", "ls_", "lc_", "checkpoint_")
_FIELDS = ("case_id", "attempt", "thread_id")


def derive(turns: Sequence[Turn], *, history: bool = False) -> MultiTurnSample:
    """Derive one sample from the spans of the root runs of a turn, or of all turns of a thread.

    Args:
        turns: the turns, in order.
        history: keep the messages of the thread from before the first turn.
    """
    roots = [root for turn in turns for root in turn]
    first, last = roots[0], roots[-1]
    spans = sorted((one for root in roots for one in root.walk()), key=lambda one: one.number)
    models = [span for span in spans if span.kind == "model"]
    tools = [span for span in spans if span.kind == "tool"]
    graphs = [_graph_runs(turn) for turn in turns]
    runs = [run for turn in graphs for run in turn]
    messages = graph_messages(graphs, models, history=history)
    told = messages.outer or conversation_of(roots, spans)
    offered = frozenset(name for model in models for name in offered_tools(model))
    calls = join_runs([told, *messages.inner], tools, offered)
    return MultiTurnSample(
        user_input=[one.message for one in told],
        calls=calls.records,
        path=_path(graphs),
        model_calls=[model_call(model) for model in models],
        retrievals=retrievals_in(spans),
        interrupts=interrupts_of(roots),
        status=_status(last, runs),
        error=_error(last),
        gaps=[*_gaps(turns, runs), *messages.gaps, *calls.gaps],
        run_id=str(first.run_id),
        thread_id=thread_of(first),
        **case_of(first.metadata),
    )


def _graph_runs(turn: Turn) -> list[GraphRun]:
    """Find the outermost graphs of a turn."""
    whole = graph_run(turn)
    return [whole] if whole is not None else [run for root in turn for run in graph_runs_in(root)]


def _path(graphs: Sequence[Sequence[GraphRun]]) -> NodePath | None:
    paths = [path for runs in graphs if (path := path_of(runs)) is not None]
    if len(paths) < 2:
        return paths[0] if paths else None
    steps = [step for path in paths for step in path.steps]
    return NodePath(steps, [gap for path in paths for gap in path.gaps])


def _status(last: Span, runs: Sequence[GraphRun]) -> RunStatus:
    if last.failure is not None and last.failure.status in ("error", "cancelled"):
        return "error" if last.failure.status == "error" else "cancelled"
    if last.ended is None:
        return "cancelled"
    if last.failure is not None or last.paused:
        return "interrupted"
    final = [run for run in runs if run.spans[-1].root is last]
    paused = any(run.spans[-1].paused for run in final) or any(
        task.status == "interrupted" for run in final for task in run.tasks
    )
    return "interrupted" if paused else "completed"


def _error(last: Span) -> str | None:
    if last.failure is None or last.failure.status not in ("error", "cancelled"):
        return None
    return last.failure.text


def case_of(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Read the case off the config's metadata; the rest of it is the user's own."""
    case, attempt = metadata.get("case_id"), metadata.get("attempt")
    own = {
        key: as_json(value)
        for key, value in metadata.items()
        if key not in _FIELDS and not key.startswith(_NOT_THE_USERS)
    }
    whole = isinstance(attempt, int)
    if attempt is not None and not whole:
        own["attempt"] = as_json(attempt)
    return {
        "case_id": None if case is None else str(case),
        "attempt": int(attempt) if isinstance(attempt, int) else None,
        "metadata": own,
    }


def _gaps(turns: Sequence[Turn], runs: Sequence[GraphRun]) -> list[str]:
    """Tell what callbacks did not see."""
    roots = [root for turn in turns for root in turn]
    gaps = [fault for root in roots for fault in root.faults]
    if goes_on(roots[0]) and runs:
        gaps.append("the run goes on with one that is not part of the sample")
    if roots[-1].ended is None:
        gaps.append("the run had not ended when the sample was made")
    for run in runs:
        for graph in run.walk():
            gaps += [
                f"superstep {step} of {graph.name} was not seen (a cached node, or an update of "
                "the state)"
                for step in missing_steps(graph)
            ]
    return gaps
