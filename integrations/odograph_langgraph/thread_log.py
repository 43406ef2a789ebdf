"""The messages of a thread, read off its checkpoints and what the tasks wrote between them."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import BaseMessage

from odograph.trace.values import is_list
from odograph_langchain.channel import Channel, Overwritten
from odograph_langchain.log import MessageLog
from odograph_langgraph.saved import Saved
from odograph_langgraph.visits import Superstep, Visit

__all__ = ("ThreadLog", "channel_in")

_ROOT = "__root__"


class ThreadLog(MessageLog):
    """A message log that follows supersteps.

    A checkpoint is the truth: the log is reconciled with each. Between two, what each task wrote
    is applied in order, which tells the authors, and shows what was written and taken away again.
    """

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel

    def open(self, saved: Saved, *, history: bool) -> None:
        """Take in what stands in the first checkpoint.

        Args:
            saved: the checkpoint.
            history: checkpoints before it are not kept.
        """
        self._settle(saved, 0)
        for entry in self.entries:
            entry.history, entry.given = history, False

    def follow_step(self, step: Superstep, number: int) -> None:
        """Apply a superstep.

        Args:
            step: the superstep.
            number: its place among all, for the order of calls.
        """
        given = len(self.entries)
        if step.before.source == "input" and self._state(step.after) is None:
            self._give(step.before.values.get("__start__"), number)
        for channel, value in step.before.given.outputs:
            self._put(channel, value, number, None)
        for visit in step.walk():
            for channel, value in visit.writes.outputs if visit.status != "error" else ():
                self._put(channel, value, number, visit)
        written = len(self.entries)
        if step.after is not None:
            self._settle(step.after, number)
        # what a command wrote, and what is new after an input was taken in, came from the user
        first = next((at for at in range(given, written) if self.entries[at].author), written)
        users = self.entries[given:first]
        if step.before.source == "input":
            users = [one for one in self.entries[given:] if one.author is None]
        for entry in users:
            entry.given = True

    def _put(self, channel: str, value: Any, number: int, author: Visit | None) -> None:
        if channel != (self._channel.key or _ROOT):
            return
        update = value if self._channel.key is None else {channel: value}
        for write in self._channel.writes(update):
            if isinstance(write, Overwritten):
                self._drop(self._live)
                self._write(write.messages, number, author)
            else:
                self._write(write, number, author)

    def _give(self, state: Any, number: int) -> None:
        for write in self._channel.writes(state):
            self._write(write.messages if isinstance(write, Overwritten) else write, number, None)

    def _settle(self, saved: Saved, number: int) -> None:
        state = self._state(saved)
        if state is not None:
            self._reconcile(state, number)

    def _state(self, saved: Saved | None) -> list[Any] | None:
        """Read the messages of a checkpoint; a channel may keep its changes alone."""
        if saved is None:
            return None
        key = self._channel.key
        return self._channel.read(saved.values if key else saved.values.get(_ROOT))

    def _unchanged(self, state: Sequence[Any]) -> int:
        """Count the messages at the beginning of a state that have the ids of those of the log.

        Each checkpoint has copies; a message that a node changes is in its writes.
        """
        kept = 0
        for entry, message in zip(self._live, state, strict=False):
            if message is not entry.message or not entry.settled:
                known = entry.message.id if entry.settled else None
                if known is None or known != getattr(message, "id", None):
                    break
            kept += 1
        return kept


def channel_in(saved: Sequence[Saved]) -> Channel | None:
    """Find the messages of a graph: `messages`, else the first key that holds any.

    Returns:
        None where no checkpoint holds a message.
    """
    states = [*(one.values for one in saved[::-1])]
    for values in states:
        if "messages" in values:
            return Channel("messages")
        found = next((key for key, value in values.items() if _is_messages(value)), None)
        if found is not None:
            return Channel(None if found == _ROOT else found)
    given = [one.values.get("__start__") for one in saved]
    if any(isinstance(one, dict) and "messages" in one for one in given):
        return Channel("messages")
    return None


def _is_messages(value: Any) -> bool:
    """Whether a value is a list of messages, by its ends: a state may be long."""
    return is_list(value) and any(isinstance(one, BaseMessage) for one in (*value[:1], *value[-1:]))
