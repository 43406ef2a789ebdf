"""The two types that the suite builds: both are plain dictionaries there."""

from typing import Any

__all__ = ("ChatCompletionMessage", "EvaluatorResult")

ChatCompletionMessage = dict[str, Any]
EvaluatorResult = dict[str, Any]
