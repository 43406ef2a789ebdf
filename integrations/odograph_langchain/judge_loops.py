"""In which way a model may be called: on the loop that runs, or in a thread.

Async clients keep connections, which belong to the event loop that opened them: used from another
loop, after the first has ended say, they fail, perhaps after the request went out. Each sync
`score()` or `evaluate()` is a loop of its own. So the first loop that asks a model is called on,
and in every other one the model's sync client is called, in threads.
"""

import asyncio
from collections.abc import Sequence
from typing import Any
from weakref import ref

from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable

from odograph._waiting import in_thread

__all__ = ("call",)

_first: list[ref[asyncio.AbstractEventLoop]] = []


async def call(model: Runnable[Any, Any], messages: Sequence[BaseMessage]) -> Any:
    """Call a model without leaving connections to a loop that did not open them."""
    loop = asyncio.get_running_loop()
    if not _first:
        _first.append(ref(loop))
    if _first[0]() is loop:
        try:
            return await model.ainvoke(messages)
        except RuntimeError as error:
            if "event loop is closed" not in str(error).casefold():
                raise  # else the connection was the agent's, from a loop of its own
    return await in_thread(model.invoke, messages)
