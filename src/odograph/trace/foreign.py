"""Rows that others wrote: tables and lists with other names, other shapes, and columns to spare.

What a column is called in ragas' older versions (`question`, `answer`, `contexts`, `ground_truth`)
is read under its name of today, with a notice. What no field takes is kept in `metadata`. Nothing
in a cell is run: lists are read as JSON, or as Python wrote them out.
"""

import ast
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from odograph.errors import InputError
from odograph.trace.codec import sample_from_dict
from odograph.trace.contexts import documents_of
from odograph.trace.records import sample_from_record
from odograph.trace.samples import Sample, SingleTurnSample
from odograph.trace.tables import LISTS, as_plain, is_ours, load_json, sample_of_row
from odograph.trace.values import as_json, is_list, is_mapping

__all__ = ("samples_of_objects", "samples_of_rows")

_OLDER = {"question": "user_input", "answer": "response", "contexts": "retrieved_contexts"}
_TRUTHS = ("ground_truth", "ground_truths")
_CONTEXTS = ("retrieved_contexts", "reference_contexts")
_NESTED = ("reference_tool_calls", "reference_trajectory", "rubrics", "metadata")
_FIELDS = SingleTurnSample.__dataclass_fields__.keys()


def samples_of_rows(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Sample]:
    """Read the rows of a table, of ours or of others, each given with its place.

    Raises:
        InputError: naming the row and column.
    """
    older: dict[str, str] = {}
    samples: list[Sample] = []
    for place, row in rows:
        try:
            samples.append(_sample_of_any_row(row, older))
        except InputError as error:
            raise error.at(place) from None
    _give_notice(older)
    return samples


def samples_of_objects(rows: Iterable[Mapping[str, Any]]) -> list[Sample]:
    """Read rows of plain data, where a name that is no field is a mistake.

    Raises:
        InputError: naming the row and field.
    """
    older: dict[str, str] = {}
    samples: list[Sample] = []
    for index, row in enumerate(rows):
        try:
            samples.append(_sample_of_object(row, older))
        except InputError as error:
            raise error.at(f"[{index}]") from None
    _give_notice(older)
    return samples


def _sample_of_object(row: Any, older: dict[str, str]) -> Sample:
    if not is_mapping(row) or is_ours(row):
        return sample_from_dict(row)
    given = _current_names(row, older)
    messages = _messages(given.get("user_input"))
    if messages is not None and not all("role" in one for one in messages):
        return sample_from_record(given)  # messages as LangChain and ragas write them
    return sample_from_dict(_with_texts(given))


def _give_notice(older: Mapping[str, str]) -> None:
    """Say once which older names were read as which."""
    if older:
        told = ", ".join(f"{old} as {new}" for old, new in older.items())
        warnings.warn(f"older names were read: {told}", UserWarning, stacklevel=4)


def _sample_of_any_row(row: Mapping[str, Any], older: dict[str, str]) -> Sample:
    """Read one row; older names that it has are noted in `older`.

    Raises:
        InputError: naming the column.
    """
    if is_ours(row):
        return sample_of_row(row)
    cells = {str(name): as_plain(cell) for name, cell in row.items()}
    given = _current_names({name: cell for name, cell in cells.items() if cell is not None}, older)
    for name in _NESTED:
        if isinstance(given.get(name), str):
            given[name] = load_json(given[name], name)
    messages = _messages(given.get("user_input"))
    if messages is not None:
        return sample_from_record({**given, "user_input": messages})
    for name in LISTS & given.keys():
        given[name] = _list(given[name], name)
    return sample_from_dict(_with_texts(_with_spare_as_metadata(given)))


def _current_names(row: Mapping[str, Any], older: dict[str, str]) -> dict[str, Any]:
    """Rename older names of columns, where the name of today is not there, and note them."""
    named = dict(row)
    renames = dict(_OLDER) if "question" in row and "user_input" not in row else {}
    truth = next((name for name in _TRUTHS if name in row), None)
    if truth is not None:
        renames[truth] = "reference"
    for old, new in renames.items():
        if old in named and new not in named:
            named[new] = named.pop(old)
            older[old] = new
    if truth == "ground_truths" and is_list(named.get("reference")):
        named["reference"] = _only(named["reference"], truth)
    return named


def _with_texts(row: dict[str, Any]) -> dict[str, Any]:
    """Take the texts out of contexts that are documents, and keep the rest of these beside.

    Ids go to `retrieved_context_ids` (`reference_context_ids`) where every document has one, and
    the retrieved documents themselves to `retrievals` where one has an id or metadata.

    Raises:
        InputError: contexts that are no list, or of no known shape.
    """
    for name in _CONTEXTS:
        if row.get(name) is None:
            continue
        documents = documents_of(row[name], place=name)
        row[name] = [one.content for one in documents]
        ids = [one.id for one in documents if one.id is not None]
        if ids and len(ids) == len(documents):
            row.setdefault(name.replace("contexts", "context_ids"), ids)
        if name == "retrieved_contexts" and any(one.id or one.metadata for one in documents):
            written = [
                {"content": one.content, "id": one.id, "metadata": dict(one.metadata)}
                for one in documents
            ]
            row.setdefault(
                "retrievals", [{"query": str(row.get("user_input", "")), "documents": written}]
            )
    return row


def _with_spare_as_metadata(row: Mapping[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in row.items() if name in _FIELDS}
    spare = {name: as_json(value) for name, value in row.items() if name not in _FIELDS}
    if spare:
        given = fields.get("metadata")
        fields["metadata"] = {**spare, **(given if is_mapping(given) else {})}
    for name in ("case_id", "run_id", "thread_id"):
        if type(fields.get(name)) is int:
            fields[name] = str(fields[name])
    attempt = fields.get("attempt")
    if isinstance(attempt, float) and attempt.is_integer():  # a column with gaps holds floats
        fields["attempt"] = int(attempt)
    return fields


def _messages(value: Any) -> list[Any] | None:
    """The messages of a conversation, given as a list or as its JSON text."""
    if isinstance(value, str) and value.lstrip().startswith("[{"):
        try:
            value = load_json(value, "user_input")
        except InputError:
            return None
    messages = value if is_list(value) else None
    return messages if messages is None or all(map(_is_message, messages)) else None


def _is_message(value: Any) -> bool:
    return is_mapping(value) and ("role" in value or "type" in value)


def _list(cell: Any, name: str) -> list[Any]:
    """Read a list of texts: as it is, as JSON, as Python writes it, or one text that is no list.

    Raises:
        InputError: a text in brackets that is neither.
    """
    if not isinstance(cell, str):
        if not is_list(cell):
            raise InputError.of("must be a list", cell, place=name)
        return cell
    text = cell.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return [cell]
    try:
        value = load_json(text, name)
    except InputError:
        value = _literal(text)
    if not is_list(value):
        raise InputError.of("must be a list of texts as JSON", cell, place=name)
    return value


def _literal(text: str) -> Any:
    """Read a list that Python wrote, and nothing that reads as another than it says.

    Texts side by side without a comma, as arrays are printed, would be read as one.
    """
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value if repr(value) == text else None


def _only(truths: list[Any], name: str) -> Any:
    if len(truths) != 1:
        raise InputError.of("must hold one text to be read as reference", truths, place=name)
    return truths[0]
