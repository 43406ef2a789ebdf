"""Optional libraries, imported late."""

from importlib import import_module
from types import ModuleType

from odograph.errors import MissingExtraError

__all__ = ("require",)


def require(library: str, *, extra: str) -> ModuleType:
    """Import `library`, or raise `MissingExtraError` with the pip line of its extra."""
    try:
        return import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise
        raise MissingExtraError(library, extra) from None
