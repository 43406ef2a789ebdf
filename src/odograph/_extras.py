"""Optional libraries, imported late."""

from importlib import import_module
from types import ModuleType

from odograph.errors import MissingExtraError

__all__ = ("require",)


def require(library: str, *, extra: str) -> ModuleType:
    """Import `library`, or a module of it; `MissingExtraError` with the pip line of its extra."""
    package = library.partition(".")[0]
    try:
        return import_module(library)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise MissingExtraError(package, extra) from None
