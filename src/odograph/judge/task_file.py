"""A judge task as a JSON text (schema `odograph-task/1`), to be edited by people."""

import json
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from odograph.errors import InputError
from odograph.trace.values import is_list, is_mapping

if TYPE_CHECKING:
    from odograph.judge.task import JudgeTask

__all__ = ("TASK_SCHEMA", "read_task", "write_task")

TASK_SCHEMA = "odograph-task/1"


def write_task(task: "JudgeTask[Any, Any]") -> str:
    """Write the name, instruction, language and examples; the models are code."""
    written = {
        "schema": TASK_SCHEMA,
        "name": task.name,
        "instruction": task.instruction,
        "language": task.language,
        "examples": [
            {"input": given.model_dump(mode="json"), "output": answer.model_dump(mode="json")}
            for given, answer in task.examples
        ],
    }
    return json.dumps(written, ensure_ascii=False, indent=2) + "\n"


def read_task(text: str, task: "JudgeTask[Any, Any]") -> dict[str, Any]:
    """Read the fields of an edited task; what the text leaves out stays as in `task`.

    Raises:
        InputError: no such JSON, another task's, or an example that does not fit the models.
    """
    try:
        told: Any = json.loads(text)
    except ValueError as error:
        raise InputError(f"is not JSON: {error}") from None
    if not is_mapping(told) or told.get("schema") != TASK_SCHEMA:
        raise InputError.of(f"a task must have schema {TASK_SCHEMA!r}", told)
    if told.get("name", task.name) != task.name:
        raise InputError.of(f"must be the task {task.name!r}", told["name"], place="name")
    fields: dict[str, Any] = {}
    for name in ("instruction", "language"):
        fields[name] = told.get(name, getattr(task, name))
        if not isinstance(fields[name], str):
            raise InputError.of("must be text", fields[name], place=name)
    if "examples" in told:
        fields["examples"] = _read_examples(told["examples"], task)
    return fields


def _read_examples(told: Any, task: "JudgeTask[Any, Any]") -> list[tuple[BaseModel, BaseModel]]:
    if not is_list(told):
        raise InputError.of("must be a list", told, place="examples")
    read: list[tuple[BaseModel, BaseModel]] = []
    for index, one in enumerate(told):
        place = f"examples[{index}]"
        if not is_mapping(one) or not {"input", "output"} <= one.keys():
            raise InputError.of("an example has an input and an output", one, place=place)
        try:
            given = task.input.model_validate(one["input"])
            read.append((given, task.output.model_validate(one["output"])))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            place = f"{place}.{where}"
            raise InputError.of(first["msg"], first["input"], place=place) from None
    return read
