"""`pytest.approx`, whose own types are open in part, as a name that strict checks accept."""

from typing import Any, cast

import pytest

__all__ = ("approx",)

approx: Any = cast(Any, pytest).approx
