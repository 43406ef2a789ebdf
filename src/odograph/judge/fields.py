"""The tasks of custom metrics: named fields judged by an instruction of the user's own."""

from typing import Any

from pydantic import BaseModel

__all__ = ("Fields",)


class Fields(BaseModel):
    """Fields of a sample, by name."""

    fields: dict[str, Any]
