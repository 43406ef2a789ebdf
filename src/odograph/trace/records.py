"""Records of other tools as samples, by a documented mapping of fields.

A mapping names, for a field of the sample, where to look in a record, as dotted paths; the first
that the record has is taken. `DEFAULT_MAPPING` knows the usual names, among them those of
tau-bench. What no field takes is kept in `metadata`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

from odograph.errors import InputError
from odograph.trace.codec import sample_from_dict
from odograph.trace.jsonl import read_records
from odograph.trace.messages import InvalidToolCall
from odograph.trace.openai import call_from_openai, from_openai, message_from_openai
from odograph.trace.samples import MultiTurnSample, Sample
from odograph.trace.values import is_list, is_object

__all__ = ("DEFAULT_MAPPING", "read_samples", "sample_from_record")

DEFAULT_MAPPING: Mapping[str, Sequence[str]] = {
    "user_input": (
        "messages",
        "user_input",
        "traj",
        "trajectory",
        "conversation",
        "outputs.messages",
    ),
    "reference": ("reference", "ground_truth", "expected_output"),
    "reference_tool_calls": ("reference_tool_calls", "expected_tool_calls", "info.task.actions"),
    "reference_trajectory": ("reference_trajectory", "reference_outputs.messages"),
    "reference_path": ("reference_path",),
    "reference_topics": ("reference_topics",),
    "rubrics": ("rubrics",),
    "case_id": ("case_id", "task_id"),
    "attempt": ("attempt", "trial"),
    "run_id": ("run_id", "id"),
    "thread_id": ("thread_id",),
    "error": ("error",),
}


def read_samples(
    path: str | PathLike[str],
    *,
    mapping: Mapping[str, str] | None = None,
    failed: Callable[[str], bool] | None = None,
    strict: bool = False,
) -> Iterator[Sample]:
    """Yield the samples of a file one by one: our JSONL, or records in OpenAI's format.

    Args:
        path: a JSON or JSON Lines file, also gzipped.
        mapping: field of the sample -> dotted path in the record, before `DEFAULT_MAPPING`.
        failed: says of a tool result's text whether the call failed (see `from_openai`).
        strict: see `from_openai`.

    Raises:
        InputError: naming the file, the line and the field.
    """
    for place, record in read_records(path):
        try:
            yield sample_from_record(record, mapping=mapping, failed=failed, strict=strict)
        except InputError as error:
            raise error.at(place) from None


def sample_from_record(
    record: Any,
    *,
    mapping: Mapping[str, str] | None = None,
    failed: Callable[[str], bool] | None = None,
    strict: bool = False,
) -> Sample:
    """Read one record: our own schema, a bare list of messages, or an object to be mapped.

    Raises:
        InputError: the record has no messages, or a mapped path that it lacks.
    """
    if is_list(record):
        return from_openai(record, strict=strict, failed=failed)
    if not is_object(record):
        raise InputError.of("a record must be an object or a list of messages", record)
    if _is_ours(record.get("schema")) or isinstance(record.get("user_input"), str):
        return sample_from_dict(record)
    found = _map(record, mapping or {})
    if "user_input" not in found:
        looked = ", ".join(DEFAULT_MAPPING["user_input"])
        raise InputError(f"a record must have messages (looked for {looked}), got {sorted(record)}")
    source, messages = found.pop("user_input")
    if not is_list(messages):
        raise InputError.of("the messages of a record must be a list", messages)
    used = {path for path in (source, *(path for path, _ in found.values())) if "." not in path}
    fields: dict[str, Any] = {
        name: _FIELD.get(name, _as_it_is)(value, path)
        for name, (path, value) in found.items()
        if value is not None
    }
    rest = {key: value for key, value in record.items() if key not in used}
    metadata = rest.pop("metadata", None)
    fields["metadata"] = {**rest, **(metadata if is_object(metadata) else {})}
    return from_openai(messages, strict=strict, failed=failed, **fields)


def _is_ours(schema: Any) -> bool:
    """Whether a record is a sample of ours, of whatever version; other tools have schemas too."""
    return isinstance(schema, str) and schema.startswith("odograph/")


def _map(record: dict[str, Any], mapping: Mapping[str, str]) -> dict[str, tuple[str, Any]]:
    """Find each field: the user's path must be there, of the usual ones the first that is."""
    unknown = mapping.keys() - MultiTurnSample.__dataclass_fields__.keys()
    if unknown:
        raise InputError.of("a mapping must name fields of MultiTurnSample", sorted(unknown)[0])
    found: dict[str, tuple[str, Any]] = {}
    for name, path in mapping.items():
        value = _look_up(record, path)
        if value is None:
            raise InputError.of(f"the record has no {path!r} to take {name} from", sorted(record))
        found[name] = (path, value[0])
    for name, paths in DEFAULT_MAPPING.items():
        hit = next(((path, v[0]) for path in paths if (v := _look_up(record, path))), None)
        if hit is not None:
            found.setdefault(name, hit)
    return found


def _look_up(record: Any, path: str) -> tuple[Any] | None:
    for key in path.split("."):
        if not is_object(record) or key not in record:
            return None
        record = record[key]
    return (record,)


def _read_calls(value: Any, place: str) -> Any:
    if not is_list(value):
        raise InputError.of("must be a list of calls", value, place=place)
    calls = [call_from_openai(one, place=f"{place}[{index}]") for index, one in enumerate(value)]
    for index, call in enumerate(calls):
        if isinstance(call, InvalidToolCall):
            rule = f"a reference call must be readable ({call.error})"
            raise InputError.of(rule, call.raw_args, place=f"{place}[{index}]")
    return calls


def _read_messages(value: Any, place: str) -> Any:
    if not is_list(value):
        raise InputError.of("must be a list of messages", value, place=place)
    return [message_from_openai(one, place=f"{place}[{index}]") for index, one in enumerate(value)]


def _read_text(value: Any, place: str) -> Any:
    del place
    return str(value)


def _as_it_is(value: Any, place: str) -> Any:
    del place
    return value


_FIELD: Mapping[str, Callable[[Any, str], Any]] = {
    "reference_tool_calls": _read_calls,
    "reference_trajectory": _read_messages,
    "case_id": _read_text,
    "run_id": _read_text,
    "thread_id": _read_text,
    "error": _read_text,
}
