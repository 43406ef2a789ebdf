"""The recorder: a callback handler that turns what runs into samples."""

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.tracers.context import register_configure_hook

from odograph.trace import MultiTurnSample
from odograph.trace.values import as_json
from odograph_langchain.archive import Archive, By, Policy, Redact
from odograph_langchain.models import said_in
from odograph_langchain.redact import mask_secrets
from odograph_langchain.sinks import Sink, as_sink
from odograph_langchain.spans import Kind, Span, SpanStore

if TYPE_CHECKING:
    _Handler = BaseCallbackHandler
else:
    try:
        from langgraph.callbacks import GraphCallbackHandler as _Handler
    except ImportError:  # before LangGraph 1.1.7: a pause before a node is then not told
        _Handler = BaseCallbackHandler

__all__ = ("Recorder",)


_STARTS: dict[str, Kind] = {
    "on_chain_start": "chain",
    "on_chat_model_start": "model",
    "on_llm_start": "model",
    "on_tool_start": "tool",
    "on_retriever_start": "retriever",
}


def _guarded(hook: Callable[..., None]) -> Callable[..., None]:
    """Make a hook that raises nothing into the run: its faults end in the sample's gaps."""

    @wraps(hook)
    def guarded(recorder: "Recorder", *args: Any, **given: Any) -> None:
        try:
            hook(recorder, *args, **given)
        except Exception as error:
            run_id = given.get("run_id") or getattr(args[0], "run_id", None)
            with suppress(Exception):  # a store that is broken altogether keeps nothing
                recorder.fault(hook.__name__, error, run_id, given)

    return guarded


class Recorder(_Handler):
    """Records what runs, and gives it back as samples.

    Hand it to any chain, agent, graph, model or tool; one recorder serves any number of runs, in
    any number of threads and loops:

        recorder = Recorder()
        agent.invoke({"messages": "hi"}, {"callbacks": [recorder]})
        recorder.sample().call_records

    The config's `metadata` may name the case: `{"metadata": {"case_id": "refund-1",
    "attempt": 0}}`. A run that pauses and the runs that resume it on its thread are one sample.

    It never disturbs the run: what goes wrong inside it is told in the sample's `gaps`.

    Args:
        keep: forget the oldest finished runs beyond this number, and the oldest unfinished ones
            beyond it; at least as large as the number of runs at one time. Without it, all are
            kept until `take` or `clear`.
        sink: a function that gets each sample when its run ends, or the path of a file to which
            it is appended as one line. A run that pauses is given when it pauses and again, as a
            whole, when it has been resumed: the same `run_id`, and the later one counts.
        redact: what is done to a sample before it is shown, kept or written. By default secrets
            in metadata and errors are masked by their names and shapes.
        max_content_chars: texts of messages, arguments, results and documents are cut to this
            many characters, and marked where they are.

    Raises:
        InputError: a value that is none of these.
    """

    # on the loop's own thread: a hop to another one costs more than the event
    run_inline = True
    raise_error = False

    def __init__(
        self,
        *,
        keep: int | None = None,
        sink: Sink | str | os.PathLike[str] | None = None,
        redact: Redact = mask_secrets,
        max_content_chars: int | None = None,
    ) -> None:
        super().__init__()
        policy = Policy(keep, None if sink is None else as_sink(sink), redact, max_content_chars)
        self._store = SpanStore()
        self._archive = Archive(self._store, policy)
        self._finishes = policy.sink is not None or policy.keep is not None

    @property
    def samples(self) -> list[MultiTurnSample]:
        """The finished samples, one per turn, in the order of their starts."""
        return self._archive.collect("turn")

    def collect(self, by: By = "turn", *, unfinished: bool = False) -> list[MultiTurnSample]:
        """Return samples per run, per turn, or per thread, in the order of their starts.

        Args:
            by: a turn joins a run with those that resume it; a thread joins all its turns, and
                keeps what stood in it before.
            unfinished: also those whose last run has not ended (a model call that is cancelled
                never ends); they are `cancelled`, and a gap says why.

        Raises:
            InputError: `by` is none of these.
        """
        return self._archive.collect(by, unfinished=unfinished)

    def sample(self, run_id: UUID | str | None = None) -> MultiTurnSample:
        """Return the sample of the turn with this run; without an id, that of the last turn.

        Raises:
            InputError: there is none.
        """
        return self._archive.find(run_id)

    def take(self) -> list[MultiTurnSample]:
        """Hand over the finished samples and forget them.

        A run that is resumed later begins a new sample then.
        """
        return self._archive.take()

    def clear(self) -> None:
        """Forget everything, also runs that have not ended."""
        self._archive.clear()

    @contextmanager
    def capturing(self) -> Generator[Self]:
        """Record everything that runs inside the block, also where no callbacks are handed on.

        Threads that code starts by itself inside the block are not recorded, unless they run in
        a copy of its context. Given in the callbacks too, the recorder counts nothing twice.
        """
        token = _watcher().set(self)
        try:
            yield self
        finally:
            _watcher().reset(token)

    def _start(
        self, kind: Kind, serialized: Any, inputs: Any, given: dict[str, Any], **extra: Any
    ) -> None:
        known: Any = serialized or {}
        self._store.start(
            kind,
            given.get("name") or known.get("name") or "",
            inputs,
            run_id=given["run_id"],
            parent_run_id=given.get("parent_run_id"),
            tags=given.get("tags"),
            metadata=given.get("metadata"),
            extra=extra,
        )

    @_guarded
    def on_chain_start(self, serialized: Any, inputs: Any, **given: Any) -> None:
        """Record the start of a chain, graph or node."""
        self._start("chain", serialized, inputs, given)

    @_guarded
    def on_chat_model_start(self, serialized: Any, messages: Any, **given: Any) -> None:
        """Record the start of a chat model."""
        params: Any = given.get("invocation_params")
        form = "ls_structured_output_format" in (given.get("options") or ())
        self._start("model", serialized, messages[0], given, params=params, form=form)

    @_guarded
    def on_llm_start(self, serialized: Any, prompts: Any, **given: Any) -> None:
        """Record the start of a model of texts."""
        self._start("model", serialized, prompts, given)

    @_guarded
    def on_tool_start(self, serialized: Any, input_str: str, **given: Any) -> None:
        """Record the start of a tool."""
        # as JSON at once: a tool may change its arguments in place
        inputs = given.get("inputs")
        arguments = input_str if inputs is None else as_json(inputs)
        self._start("tool", serialized, arguments, given, call_id=given.get("tool_call_id"))

    @_guarded
    def on_retriever_start(self, serialized: Any, query: str, **given: Any) -> None:
        """Record the start of a retriever."""
        self._start("retriever", serialized, query, given)

    @_guarded
    def on_llm_new_token(self, token: Any, *, chunk: Any = None, **given: Any) -> None:
        """Keep the usage that a chunk carries; the text comes whole at the end."""
        del token
        usage = getattr(getattr(chunk, "message", None), "usage_metadata", None)
        if usage:
            self._store.stream(given["run_id"], usage)

    @_guarded
    def on_chain_end(self, outputs: Any, **given: Any) -> None:
        """Record the end of a chain, graph or node."""
        self._end(outputs, given)

    @_guarded
    def on_llm_end(self, response: Any, **given: Any) -> None:
        """Record the end of a model."""
        self._keep_said(given["run_id"], response)
        self._end(response, given)

    @_guarded
    def on_tool_end(self, output: Any, **given: Any) -> None:
        """Record the end of a tool."""
        self._end(output, given)

    @_guarded
    def on_retriever_end(self, documents: Any, **given: Any) -> None:
        """Record the end of a retriever."""
        self._end(documents, given)

    @_guarded
    def on_chain_error(self, error: BaseException, **given: Any) -> None:
        """Record that a chain, graph or node failed, paused or handed over."""
        self._finish(self._store.fail(given["run_id"], error))

    on_llm_error = on_tool_error = on_retriever_error = on_chain_error

    @_guarded
    def on_interrupt(self, event: Any) -> None:
        """Record that a graph paused."""
        self._store.pause(event.run_id, event.interrupts)

    def _keep_said(self, run_id: UUID, response: Any) -> None:
        """Copy what a model said where somebody may change it in place.

        Whoever runs a tool may change its arguments, and LangChain's cache marks the usage of the
        very message that it keeps.
        """
        span = self._store.get(run_id)
        if span is not None and span.ended is None:
            span.extra["said"] = said_in(response)

    def _end(self, outputs: Any, given: dict[str, Any]) -> None:
        self._finish(self._store.end(given["run_id"], outputs, inputs=given.get("inputs")))

    def _finish(self, root: Span | None) -> None:
        """Hand on a root that has ended now (a handler given twice hears of the end twice)."""
        if root is not None and self._finishes:
            self._archive.finish(root)

    def fault(self, hook: str, error: Exception, run_id: UUID | None, given: Any) -> None:
        """Tell a fault of the recorder at the run, and keep of the event that it happened."""
        if run_id is None:
            return
        text = f"the recorder failed: {type(error).__name__}: {error}"
        kind = _STARTS.get(hook)
        if kind is not None:
            self._store.start(
                kind,
                "",
                None,
                run_id=run_id,
                parent_run_id=given.get("parent_run_id"),
                tags=None,
                metadata=None,
                extra={},
            )
        self._store.fault(run_id, text)
        if hook.endswith(("_end", "_error")):
            self._finish(self._store.end(run_id, None))


@cache
def _watcher() -> ContextVar[Recorder | None]:
    """The recorder that watches; LangChain is told of it when the first one does."""
    variable: ContextVar[Recorder | None] = ContextVar("odograph_recorder", default=None)
    register_configure_hook(variable, inheritable=True)
    return variable
