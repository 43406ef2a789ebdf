"""The form of an answer, written for a prompt."""

import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

__all__ = ("shape_of",)


def shape_of(output: type[BaseModel]) -> str:
    """Write the form of an answer for a prompt: shorter than its JSON schema, with all it says."""
    schema = output.model_json_schema()
    return _shape(schema, schema.get("$defs", {}))


def _shape(schema: Any, defs: Any) -> str:
    if "$ref" in schema:
        return _shape(defs[schema["$ref"].rsplit("/", 1)[-1]], defs)
    choices: Sequence[Any] = schema.get("enum") or [
        schema[name] for name in ("const",) if name in schema
    ]
    if choices:
        return " | ".join(json.dumps(one, ensure_ascii=False) for one in choices)
    if "anyOf" in schema:
        return " | ".join(_shape(one, defs) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{_shape(schema.get('items', {}), defs)}, ...]"
    if "properties" in schema:
        inner = (
            f"{json.dumps(name)}: {_shape(one, defs)}{_note(one)}"
            for name, one in schema["properties"].items()
        )
        return "{" + ", ".join(inner) + "}"
    return _limited(schema)


def _limited(schema: Any) -> str:
    """Name a plain type, with its range."""
    low, high = schema.get("minimum"), schema.get("maximum")
    name = str(schema.get("type", "value"))
    return f"{name} {low}..{high}" if low is not None and high is not None else name


def _note(schema: Any) -> str:
    told = schema.get("description")
    return f" ({told})" if told else ""
