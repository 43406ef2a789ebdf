"""The messages of a graph's state: where they stand, and what a node wrote to them."""

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import BaseMessage
from langgraph.types import Command, Overwrite
from pydantic import BaseModel

from odograph.trace.values import is_list, is_mapping, is_tuple
from odograph_langchain.graphs import GraphRun

__all__ = ("Channel", "Overwritten", "channel_of")


@dataclass(frozen=True, slots=True)
class Overwritten:
    """A write that replaces the whole list."""

    messages: list[Any]


@dataclass(frozen=True, slots=True)
class Channel:
    """The key of the state under which the messages stand; None where the state is the list."""

    key: str | None

    def read(self, state: Any) -> list[Any] | None:
        """Read the list of messages off a state; None where the state does not show it."""
        if self.key is None:
            return state if is_list(state) else None
        found = _get(state, self.key)
        return None if found is None else _listed(found)

    def writes(self, output: Any) -> Iterator[Any]:
        """Yield what a node's output writes: lists of messages, or `Overwritten`."""
        if isinstance(output, Command):
            update: Any = output.update
            yield from self.writes(update)
        elif self.key is None:
            if is_list(output) or isinstance(output, BaseMessage):
                yield _listed(output)
        elif _holds_updates(output):
            for one in output:
                yield from self.writes(one)
        elif (found := _get(output, self.key)) is not None:
            yield _written(found)


def channel_of(run: GraphRun) -> Channel | None:
    """Find the messages of a graph: `messages`, else the first key that holds any.

    Returns:
        None where no state and no output holds a message.
    """
    states = [span.inputs for span in run.spans]
    states += [task.last.inputs for task in run.tasks if task.edge_triggered]
    if any(_is_messages(state) for state in states):
        return Channel(None)
    states += [task.last.outputs for task in run.tasks] + [span.outputs for span in run.spans]
    pairs = [pair for state in states for pair in _pairs(state)]
    if any(key == "messages" for key, _ in pairs):
        return Channel("messages")
    return next((Channel(key) for key, value in pairs if _is_messages(value)), None)


def _is_messages(value: Any) -> bool:
    return is_list(value) and any(isinstance(item, BaseMessage) for item in value)


def _pairs(state: Any) -> Iterable[tuple[str, Any]]:
    """List the keys of a state, an update, a command or a list of them."""
    if isinstance(state, Command):
        update: Any = state.update
        return _pairs(update)
    if is_mapping(state):
        return list(state.items())
    if isinstance(state, BaseModel) and not isinstance(state, BaseMessage):
        return [(name, getattr(state, name)) for name in type(state).model_fields]
    if _is_dataclass(state):
        return [(one.name, getattr(state, one.name)) for one in dataclasses.fields(state)]
    if _holds_updates(state):
        return [pair for one in state for pair in _pairs(one)]
    return ()


def _holds_updates(value: Any) -> bool:
    """Whether a node answered with several updates; a pair `(key, value)` is one as well."""
    return (is_list(value) or is_tuple(value)) and any(
        isinstance(item, Command) or is_mapping(item) or _is_pair(item) for item in value
    )


def _is_dataclass(value: Any) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _is_pair(item: Any) -> bool:
    return is_tuple(item) and len(item) == 2 and isinstance(item[0], str)


def _get(state: Any, key: str) -> Any:
    if is_mapping(state):
        return state.get(key)
    if _is_pair(state):
        return state[1] if state[0] == key else None
    if isinstance(state, BaseModel) or _is_dataclass(state):
        return getattr(state, key, None)
    return None


def _written(value: Any) -> Any:
    if is_mapping(value) and "__overwrite__" in value:
        return Overwritten(_listed(value["__overwrite__"]))
    if isinstance(value, Overwrite):
        return Overwritten(_listed(value.value))
    return _listed(value)


def _listed(value: Any) -> list[Any]:
    return value if is_list(value) else [value]
