"""Reading a thread without reading each message again from every checkpoint that holds it.

A checkpoint holds the whole state, so n steps of a conversation hold n²/2 messages, and nearly all
of the time goes into building them. A copy of the checkpointer builds those with the same id once.
"""

import copy
from collections.abc import Callable
from typing import Any

from langgraph.checkpoint.serde.jsonplus import EXT_PYDANTIC_V2, JsonPlusSerializer

__all__ = ("read_once",)

_HOOK = "_unpack_ext_hook"


def read_once(saver: Any) -> Any:
    """Return a checkpointer that reads the same threads and builds each message with an id once.

    What it reads must not be changed. A checkpointer with a serializer of its own, or one that
    cannot be copied, comes back as it is.
    """
    serde: Any = getattr(saver, "serde", None)
    hook = getattr(serde, _HOOK, None)
    closes_itself = hasattr(saver, "__del__")  # the end of a copy would be its end too
    if type(serde) is not JsonPlusSerializer or not callable(hook) or closes_itself:
        return saver
    try:
        copied, reader = copy.copy(saver), copy.copy(serde)
        setattr(reader, _HOOK, _remembering(hook))
        copied.serde = reader
    except Exception:  # some other checkpointer's own idea of a copy; it is only slower
        return saver
    return copied


def _remembering(hook: Callable[[int, bytes], Any]) -> Callable[[int, bytes], Any]:
    known: dict[bytes, Any] = {}

    def unpack(code: int, data: bytes) -> Any:
        if code != EXT_PYDANTIC_V2:
            return hook(code, data)
        found = known.get(data)
        if found is None:
            found = hook(code, data)
            if getattr(found, "id", None) is not None:  # two without ids may be two that are equal
                known[data] = found
        return found

    return unpack
