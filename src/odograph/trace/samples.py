"""Samples: what happened in one run, with what should have happened beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from odograph.errors import InputError
from odograph.trace.calls import CallRecord, join_calls
from odograph.trace.messages import AIMessage, HumanMessage, Message, ToolCall
from odograph.trace.path import NodePath, NodePathLike
from odograph.trace.usage import Usage
from odograph.trace.values import is_sequence

__all__ = (
    "Document",
    "Interrupt",
    "ModelCall",
    "MultiTurnSample",
    "Retrieval",
    "RunStatus",
    "Sample",
    "SingleTurnSample",
)

RunStatus = Literal["completed", "error", "interrupted", "cancelled"]


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model, as the recorder saw it.

    Attributes:
        model: the model's name; None where it told none.
        usage: tokens; None where the provider reported none.
        internal: made by middleware (a summary, say), not a step of the agent.
        tools: names of the tools that were offered.
        started_at: Unix time in seconds.
        latency: seconds; None for a call that never ended.
    """

    model: str | None = None
    usage: Usage | None = None
    node: str | None = None
    internal: bool = False
    tools: Sequence[str] = ()
    started_at: float | None = None
    latency: float | None = None
    error: str | None = None

    def __post_init__(self) -> None:
        _tuple(self, "tools", str)


@dataclass(frozen=True, slots=True)
class Document:
    """A retrieved document."""

    content: str
    id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Retrieval:
    """One retriever run: the query and the documents it found, best first."""

    query: str
    documents: Sequence[Document] = ()
    node: str | None = None
    latency: float | None = None
    error: str | None = None

    def __post_init__(self) -> None:
        _tuple(self, "documents", Document)


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A pause at which a run asked a person.

    Attributes:
        value: what it asked with, a JSON value; None where it paused at the border of a node.
        id: by which it is answered.
        node: the node that paused, with the nodes around it: `team/ask`.
        answer: what it was resumed with, a JSON value; None where it was not, or that was not
            seen.
    """

    value: Any = None
    id: str | None = None
    node: str | None = None
    answer: Any = None


@dataclass(frozen=True, kw_only=True)
class _Sample:
    """What both kinds of sample carry.

    Attributes:
        reference: the right answer, or the goal, as text.
        reference_tool_calls: the calls a right run makes; or one list of calls for each turn.
        reference_trajectory: a right run as messages.
        reference_path: the nodes a right run visits, in Python (see `NodePath.of`).
        case_id: which case this run is an attempt at.
        attempt: number of the repeat of the case, from 0.
        calls: call records as the recorder saw them; None means: read them off the messages.
        interrupts: the pauses of the run, resumed or not, in order.
        gaps: what could not be seen or did not fit, one sentence each.
        error: `Type: text` of the exception that ended the run.
    """

    reference: str | None = None
    reference_tool_calls: Sequence[ToolCall] | Sequence[Sequence[ToolCall]] | None = None
    reference_trajectory: Sequence[Message] | None = None
    reference_path: NodePathLike | None = None
    reference_topics: Sequence[str] | None = None
    rubrics: Mapping[str, str] | None = None
    case_id: str | None = None
    attempt: int | None = None
    run_id: str | None = None
    thread_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    calls: Sequence[CallRecord] | None = None
    path: NodePath | None = None
    model_calls: Sequence[ModelCall] = ()
    retrievals: Sequence[Retrieval] = ()
    interrupts: Sequence[Interrupt] = ()
    gaps: Sequence[str] = ()
    status: RunStatus | None = None
    error: str | None = None

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What was worked out from this sample, kept with it; samples do not change."""
        return {}

    def __post_init__(self) -> None:
        _tuple_of_calls(self)
        _tuple(self, "reference_trajectory", Message)
        _tuple(self, "calls", CallRecord)
        _tuple(self, "model_calls", ModelCall)
        _tuple(self, "retrievals", Retrieval)
        _tuple(self, "interrupts", Interrupt)
        _tuple(self, "reference_topics", str)
        _tuple(self, "gaps", str)
        for name in ("reference_path", "path"):
            nodes: Any = getattr(self, name)
            if nodes is not None:
                object.__setattr__(self, name, _node_path(nodes, name))
        for name in ("reference", "case_id", "run_id", "thread_id", "error"):
            _text(self, name)
        _scalars(self)


@dataclass(frozen=True, kw_only=True)
class MultiTurnSample(_Sample):
    """A conversation or an agent's run: `user_input` holds all of its messages, in order.

    Raises:
        InputError: a field holds a value of another type; the text names the field and index.
    """

    user_input: Sequence[Message]

    def __post_init__(self) -> None:
        if not is_sequence(self.user_input):
            raise InputError.of("user_input must be a list of messages", self.user_input)
        _tuple(self, "user_input", Message)
        _Sample.__post_init__(self)

    @cached_property
    def call_records(self) -> Sequence[CallRecord]:
        """The recorder's call records, else those that the messages tell of."""
        return join_calls(self.user_input)[0] if self.calls is None else self.calls

    @property
    def response(self) -> str | None:
        """Text of the last AI message; None where there is none."""
        return next(
            (m.content for m in reversed(self.user_input) if isinstance(m, AIMessage)), None
        )

    @property
    def question(self) -> str | None:
        """Text of the first human message; None where there is none."""
        return next((m.content for m in self.user_input if isinstance(m, HumanMessage)), None)

    @property
    def retrieved_contexts(self) -> Sequence[str] | None:
        """Texts of all retrieved documents, in order; None where nothing was retrieved."""
        if not self.retrievals:
            return None
        return [document.content for one in self.retrievals for document in one.documents]


@dataclass(frozen=True, kw_only=True)
class SingleTurnSample(_Sample):
    """One question and its answer, with the evidence it was given.

    Contexts are texts; documents of a retriever are taken by their text.

    Raises:
        InputError: a field holds a value of another type; the text names the field and index.
    """

    user_input: str | None = None
    response: str | None = None
    multi_responses: Sequence[str] | None = None
    retrieved_contexts: Sequence[str] | None = None
    reference_contexts: Sequence[str] | None = None
    retrieved_context_ids: Sequence[str | int] | None = None
    reference_context_ids: Sequence[str | int] | None = None
    persona_name: str | None = None
    query_style: str | None = None
    query_length: str | None = None

    def __post_init__(self) -> None:
        if self.user_input is not None and not isinstance(self.user_input, str):
            raise InputError.of("user_input of a single turn must be text", self.user_input)
        for name in ("response", "persona_name", "query_style", "query_length"):
            _text(self, name)
        for name in ("retrieved_contexts", "reference_contexts"):
            _take_texts(self, name)
        for name in ("multi_responses", "retrieved_contexts", "reference_contexts"):
            _tuple(self, name, str)
        for name in ("retrieved_context_ids", "reference_context_ids"):
            _take_whole(self, name)
            _tuple(self, name, (str, int))
        _Sample.__post_init__(self)

    @property
    def call_records(self) -> Sequence[CallRecord]:
        """The recorder's call records; none where nothing was recorded."""
        return self.calls or ()

    @property
    def question(self) -> str | None:
        """The user's input."""
        return self.user_input


Sample = SingleTurnSample | MultiTurnSample


def _node_path(nodes: Any, name: str) -> NodePath:
    try:
        return NodePath.of(nodes)
    except InputError as error:
        raise error.at(name) from None


def _text(sample: object, name: str) -> None:
    value = getattr(sample, name)
    if value is not None and not isinstance(value, str):
        raise InputError.of(f"{name} must be text", value)


def _take_texts(sample: object, name: str) -> None:
    """Put texts in the place of documents as retrievers return them, known by `page_content`."""
    values: Any = getattr(sample, name)
    if is_sequence(values) and any(hasattr(one, "page_content") for one in values):
        object.__setattr__(sample, name, [getattr(one, "page_content", one) for one in values])


def _take_whole(sample: object, name: str) -> None:
    """Make whole numbers of ids that a table turned into floats: 12.0 is 12."""
    values: Any = getattr(sample, name)
    if is_sequence(values) and any(isinstance(one, float) for one in values):
        whole = [int(v) if isinstance(v, float) and v.is_integer() else v for v in values]
        object.__setattr__(sample, name, whole)


def _scalars(sample: _Sample) -> None:
    """Check the fields that are neither lists nor text."""
    if sample.attempt is not None and type(sample.attempt) is not int:
        raise InputError.of("attempt must be a whole number", sample.attempt)
    if sample.status is not None and sample.status not in get_args(RunStatus):
        allowed = ", ".join(get_args(RunStatus))
        raise InputError.of(f"status must be one of {allowed}", sample.status)
    if sample.rubrics is not None and not isinstance(sample.rubrics, Mapping):
        raise InputError.of("rubrics must be a mapping", sample.rubrics)
    metadata: Any = sample.metadata
    if metadata is None:
        object.__setattr__(sample, "metadata", {})
    elif not isinstance(metadata, Mapping):
        raise InputError.of("metadata must be a mapping", metadata)


def _tuple_of_calls(sample: _Sample) -> None:
    """Store the reference calls as a tuple, or as a tuple of tuples where given by turn."""
    values: Any = sample.reference_tool_calls
    if is_sequence(values) and values and all(is_sequence(turn) for turn in values):
        for index, turn in enumerate(values):
            _check_each(turn, ToolCall, f"reference_tool_calls[{index}]")
        object.__setattr__(sample, "reference_tool_calls", tuple(tuple(turn) for turn in values))
    else:
        _tuple(sample, "reference_tool_calls", ToolCall)


def _tuple(sample: object, name: str, kind: type | tuple[type, ...]) -> None:
    """Store the field as a tuple, or raise an error that names the index."""
    values: Any = getattr(sample, name)
    if values is None:
        return
    if not is_sequence(values):
        raise InputError.of(f"{name} must be a list", values)
    _check_each(values, kind, name)
    if type(values) is not tuple:
        object.__setattr__(sample, name, tuple(values))


def _check_each(values: Sequence[Any], kind: type | tuple[type, ...], name: str) -> None:
    for index, value in enumerate(values):
        if not isinstance(value, kind):
            kinds = kind if isinstance(kind, tuple) else (kind,)
            wanted = " or ".join(one.__name__ for one in kinds)
            rule = f"must be a {wanted}"
            if type(value).__module__.startswith("langchain_core."):  # its classes have our names
                rule += " of Odograph: odograph_langchain.convert_messages makes them"
            raise InputError.of(rule, value, place=f"{name}[{index}]")
