"""Messages and the calls that a model asked for.

The names and fields are those that ragas users know; `id`, `name`, `status`, `tool_call_id`,
`blocks` and invalid calls are added, so that nothing of a real run is lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from odograph.errors import InputError
from odograph.trace.usage import Usage
from odograph.trace.values import is_mapping, is_sequence

__all__ = (
    "AIMessage",
    "HumanMessage",
    "InvalidToolCall",
    "Message",
    "Role",
    "SystemMessage",
    "ToolCall",
    "ToolMessage",
)

Role = Literal["system", "user", "assistant", "tool"]


def _no_metadata() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a model asked for: a tool's name and a JSON object of arguments.

    Raises:
        InputError: the name is no text, or the arguments are no mapping (wire text is read by
            `MultiTurnSample.from_openai`).
    """

    name: str
    args: Mapping[str, Any] = field(default_factory=dict[str, Any])
    id: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InputError.of("the name of a tool call must be text", self.name)
        if not is_mapping(self.args):
            raise InputError.of(f"the arguments of {self.name} must be a mapping", self.args)


@dataclass(frozen=True, slots=True)
class InvalidToolCall:
    """A call whose arguments could not be read: it keeps its raw text and equals no call."""

    name: str | None
    raw_args: str
    id: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation; use its four kinds.

    Attributes:
        content: the text of the message; for a message of blocks, their text joined.
        blocks: the content blocks as they came, where the content was a list of blocks.
        metadata: anything else worth keeping, JSON values.
        removed: it stood in the conversation and was taken out of it, by a summary say; what it
            tells did happen.
    """

    content: str = ""
    id: str | None = None
    name: str | None = None
    blocks: Sequence[Mapping[str, Any]] = ()
    metadata: Mapping[str, Any] = field(default_factory=_no_metadata)
    removed: bool = False

    role: ClassVar[Role]

    def __post_init__(self) -> None:
        if not isinstance(self.content, str):
            raise InputError.of("content must be text (blocks go into blocks=)", self.content)
        if type(self.blocks) is not tuple:
            _freeze(self, "blocks")
        metadata: Any = self.metadata
        if not is_mapping(metadata):
            if metadata is not None:
                raise InputError.of("metadata must be a mapping", metadata)
            object.__setattr__(self, "metadata", {})


@dataclass(frozen=True, slots=True)
class SystemMessage(Message):
    """Instructions to the model."""

    role: ClassVar[Role] = "system"


@dataclass(frozen=True, slots=True)
class HumanMessage(Message):
    """What the user wrote."""

    role: ClassVar[Role] = "user"


@dataclass(frozen=True, slots=True)
class AIMessage(Message):
    """What the model answered: text, calls, or both. The calls of one message are one batch."""

    tool_calls: Sequence[ToolCall] = ()
    invalid_tool_calls: Sequence[InvalidToolCall] = ()
    usage: Usage | None = None

    role: ClassVar[Role] = "assistant"

    def __post_init__(self) -> None:
        Message.__post_init__(self)
        for name in ("tool_calls", "invalid_tool_calls"):
            if type(getattr(self, name)) is not tuple:
                _freeze(self, name)
        for call in self.tool_calls:
            if not isinstance(call, ToolCall):
                raise InputError.of("tool_calls must hold ToolCall values", call)
        for invalid in self.invalid_tool_calls:
            if not isinstance(invalid, InvalidToolCall):
                raise InputError.of("invalid_tool_calls must hold InvalidToolCall values", invalid)


def _freeze(message: Message, name: str) -> None:
    """Store a list as a tuple; None, which ragas writes for an empty one, is an empty one."""
    values: Any = getattr(message, name)
    if values is not None and not is_sequence(values):
        raise InputError.of(f"{name} must be a list", values)
    object.__setattr__(message, name, tuple(values or ()))


@dataclass(frozen=True, slots=True)
class ToolMessage(Message):
    """What a tool answered. Without `tool_call_id` it answers the call that is open."""

    tool_call_id: str | None = None
    status: Literal["success", "error"] = "success"

    role: ClassVar[Role] = "tool"
