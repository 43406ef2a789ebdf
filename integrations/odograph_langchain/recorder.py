"""The recorder: a callback handler that turns what runs into samples."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler

from odograph.errors import InputError
from odograph.trace import MultiTurnSample
from odograph.trace.values import as_json
from odograph_langchain.derive import derive
from odograph_langchain.spans import Kind, Span, SpanStore
from odograph_langchain.turns import Turn, turns_of

if TYPE_CHECKING:
    _Handler = BaseCallbackHandler
else:
    try:
        from langgraph.callbacks import GraphCallbackHandler as _Handler
    except ImportError:  # before LangGraph 1.1.7: a pause before a node is then not told
        _Handler = BaseCallbackHandler

__all__ = ("Recorder",)


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
    """

    # on the loop's own thread: a hop to another one costs more than the event
    run_inline = True
    raise_error = False

    def __init__(self) -> None:
        super().__init__()
        self._store = SpanStore()
        self._derived: dict[tuple[UUID, ...], tuple[int, MultiTurnSample]] = {}

    @property
    def samples(self) -> list[MultiTurnSample]:
        """The finished samples, one per turn, in the order of their starts."""
        return [self._sample_of(turn) for turn in turns_of(self._finished())]

    def sample(self, run_id: UUID | str | None = None) -> MultiTurnSample:
        """Return the sample of the run with this id; without an id, the last one.

        Raises:
            InputError: there is none.
        """
        turns = turns_of(self._finished())
        if run_id is None:
            if not turns:
                raise InputError("the recorder has no finished run: was it in the callbacks?")
            return self._sample_of(turns[-1])
        for turn in turns:
            if any(str(root.run_id) == str(run_id) for root in turn):
                return self._sample_of(turn)
        raise InputError.of("the recorder must have seen the run", str(run_id), place="run_id")

    def take(self) -> list[MultiTurnSample]:
        """Hand over the finished samples and forget them.

        A run that is resumed later begins a new sample then.
        """
        finished = self._finished()
        samples = [self._sample_of(turn) for turn in turns_of(finished)]
        self._forget(finished)
        return samples

    def clear(self) -> None:
        """Forget everything, also runs that have not ended."""
        self._forget(self._store.roots())

    def _finished(self) -> list[Span]:
        return [root for root in self._store.roots() if root.ended is not None]

    def _forget(self, roots: Sequence[Span]) -> None:
        self._store.forget(roots)
        gone = {root.run_id for root in roots}
        for key in [key for key in self._derived if not gone.isdisjoint(key)]:
            del self._derived[key]

    def _sample_of(self, turn: Turn) -> MultiTurnSample:
        """Derive the sample of a turn once; again only when a straggler has ended since."""
        key = tuple(root.run_id for root in turn)
        latest = max(root.latest for root in turn)
        known = self._derived.get(key)
        if known is None or known[0] != latest:
            known = self._derived[key] = (latest, derive(turn))
        return known[1]

    def _record(self, run: UUID, event: Callable[..., Any], /, *args: Any, **fields: Any) -> None:
        """Run one event of the store; nothing of ours may reach the run."""
        try:
            event(*args, **fields)
        except Exception as error:
            self._store.fault(run, f"the recorder failed: {type(error).__name__}: {error}")

    def _start(
        self,
        kind: Kind,
        serialized: Any,
        inputs: Any,
        given: dict[str, Any],
        **extra: Any,
    ) -> None:
        known: Any = serialized or {}
        self._record(
            given["run_id"],
            self._store.start,
            kind,
            given.get("name") or known.get("name") or "",
            inputs,
            run_id=given["run_id"],
            parent_run_id=given.get("parent_run_id"),
            tags=given.get("tags"),
            metadata=given.get("metadata"),
            **extra,
        )

    def on_chain_start(self, serialized: Any, inputs: Any, **given: Any) -> None:
        """Record the start of a chain, graph or node."""
        self._start("chain", serialized, inputs, given)

    def on_chat_model_start(self, serialized: Any, messages: Any, **given: Any) -> None:
        """Record the start of a chat model."""
        params: Any = given.get("invocation_params")
        form = "ls_structured_output_format" in (given.get("options") or ())
        self._start("model", serialized, messages[0], given, params=params, form=form)

    def on_llm_start(self, serialized: Any, prompts: Any, **given: Any) -> None:
        """Record the start of a model of texts."""
        self._start("model", serialized, prompts, given)

    def on_tool_start(self, serialized: Any, input_str: str, **given: Any) -> None:
        """Record the start of a tool."""
        # as JSON at once: a tool may change its arguments in place
        inputs = given.get("inputs")
        arguments = input_str if inputs is None else as_json(inputs)
        self._start("tool", serialized, arguments, given, call_id=given.get("tool_call_id"))

    def on_retriever_start(self, serialized: Any, query: str, **given: Any) -> None:
        """Record the start of a retriever."""
        self._start("retriever", serialized, query, given)

    def on_llm_new_token(self, token: Any, *, chunk: Any = None, **given: Any) -> None:
        """Keep the usage that a chunk carries; the text comes whole at the end."""
        del token
        usage = getattr(getattr(chunk, "message", None), "usage_metadata", None)
        if usage:
            self._record(given["run_id"], self._store.stream, given["run_id"], usage)

    def on_chain_end(self, outputs: Any, **given: Any) -> None:
        """Record the end of a chain, graph or node."""
        self._end(outputs, given)

    def on_llm_end(self, response: Any, **given: Any) -> None:
        """Record the end of a model."""
        self._record(given["run_id"], self._keep_arguments, given["run_id"], response)
        self._end(response, given)

    def on_tool_end(self, output: Any, **given: Any) -> None:
        """Record the end of a tool."""
        self._end(output, given)

    def on_retriever_end(self, documents: Any, **given: Any) -> None:
        """Record the end of a retriever."""
        self._end(documents, given)

    def on_chain_error(self, error: BaseException, **given: Any) -> None:
        """Record that a chain, graph or node failed, paused or handed over."""
        self._record(given["run_id"], self._store.fail, given["run_id"], error)

    on_llm_error = on_tool_error = on_retriever_error = on_chain_error

    def on_interrupt(self, event: Any) -> None:
        """Record that a graph paused."""
        self._record(event.run_id, self._store.pause, event.run_id, event.interrupts)

    def _keep_arguments(self, run_id: UUID, response: Any) -> None:
        """Copy the arguments of calls; whoever runs a tool may change them in place."""
        span = self._store.get(run_id)
        for generations in response.generations if span is not None else ():
            for generation in generations:
                message = getattr(generation, "message", None)
                calls = getattr(message, "tool_calls", None)
                if span is not None and calls:
                    kept = [as_json(call["args"]) for call in calls]
                    span.extra.setdefault("args", {})[getattr(message, "id", None)] = kept

    def _end(self, outputs: Any, given: dict[str, Any]) -> None:
        run_id = given["run_id"]
        self._record(run_id, self._store.end, run_id, outputs, inputs=given.get("inputs"))
