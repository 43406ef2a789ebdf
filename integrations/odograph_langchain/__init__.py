"""LangChain: the recorder, messages as samples, and models as judges or as stand-ins.

The names are imported when first used, so that `import odograph_langchain` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from odograph_langchain.collecting import acollect, collect
    from odograph_langchain.convert import convert_messages, sample_from_messages
    from odograph_langchain.judge import Budget, ChatModelJudge
    from odograph_langchain.recorder import Recorder

__all__ = (
    "Budget",
    "ChatModelJudge",
    "Recorder",
    "acollect",
    "collect",
    "convert_messages",
    "sample_from_messages",
)

_HOME = {
    "Budget": "judge",
    "ChatModelJudge": "judge",
    "Recorder": "recorder",
    "acollect": "collecting",
    "collect": "collecting",
    "convert_messages": "convert",
    "sample_from_messages": "convert",
}


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
