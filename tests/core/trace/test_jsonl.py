import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.trace.jsonl import read_records, write_records


def file_of(folder: Path, content: str | bytes, name: str = "runs.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(path: Path) -> list[Any]:
    return [record for _, record in read_records(path)]


@pytest.mark.parametrize(
    ("content", "records"),
    [
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ('{"a": 1}\n\n  \n{"a": 2}', [{"a": 1}, {"a": 2}]),
        ('\ufeff{"a": "\u2028"}\r\n{"a": 2}\r\n', [{"a": "\u2028"}, {"a": 2}]),
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        (' \n[\n{"a": 1}\n]\n', [{"a": 1}]),
        ('\n{\n  "a": 1\n}\n', [{"a": 1}]),
        ('[{"a": 1}]\n[{"a": 2}]\n', [[{"a": 1}], [{"a": 2}]]),
        ("", []),
    ],
)
def test_json_lines_and_json_are_told_apart(
    tmp_path: Path, content: str, records: list[Any]
) -> None:
    assert read(file_of(tmp_path, content)) == records
    assert read(file_of(tmp_path, gzip.compress(content.encode()))) == records


def test_each_record_comes_with_its_place(tmp_path: Path) -> None:
    lines = file_of(tmp_path, '{"a": 1}\n\n{"a": 2}\n')
    assert [place for place, _ in read_records(lines)] == [f"{lines}:1", f"{lines}:3"]
    array = file_of(tmp_path, "[1, 2]", "runs.json")
    assert [place for place, _ in read_records(array)] == [f"{array}[0]", f"{array}[1]"]


def test_lines_are_read_as_they_are_asked_for(tmp_path: Path) -> None:
    path = file_of(tmp_path, '{"a": 1}\nbroken\n')
    assert next(read_records(path))[1] == {"a": 1}


zipped = gzip.compress(b'{"content": "some text that goes on"}\n' * 300, mtime=0)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"a": 1}\n{"a": }\n{"a": 3}\n', ":2: is not JSON: Expecting value at column 7, near '}'"),
        ('{"a": 1}\n{"a": "b', ":2: the last line is cut off or not JSON; lines 1 to 1 are whole"),
        ('{"a": 1', ":1: the last line is cut off or not JSON"),
        ("user: hi\n", ":1: is not JSON: Expecting value at column 1, near 'user: hi'"),
        ('[{"a": 1},\n {"a"}]', ": is not JSON: Expecting ':' delimiter at line 2, column 6"),
        ("[" * 10**5 + "\n", ": is not JSON that can be read: nested too deeply"),
        ('{"a": ' + "1" * 5000 + "}\n", ":1: is not JSON that can be read: a whole number has"),
        (b"\x00\xff\xfe\x80garbage", ": must be UTF-8 text (invalid start byte)"),
        (zipped[:-20], ": cannot be read: Compressed file ended"),
        (zipped[:40] + b"\xff" * 8 + zipped[48:], ": cannot be read: "),
        (b"\x1f\x8bno gzip", ": cannot be read: "),
    ],
)
def test_what_is_wrong_is_named_with_file_and_line(
    tmp_path: Path, content: str | bytes, says: str
) -> None:
    path = file_of(tmp_path, content)
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}{says}")


def test_a_missing_file_and_a_folder_are_input_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: cannot be read: No such file"):
        read(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read(tmp_path)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    records = [{"a": "é\u2028", "b": [None, 2**70, 0.1]}, ["x"], "cut \ud83d off"]
    path = tmp_path / "new" / "runs.jsonl"
    assert write_records(path, records) == 3
    assert read(path) == records


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    def breaks_off() -> Iterator[object]:
        yield {"a": 1}
        raise KeyboardInterrupt

    path = file_of(tmp_path, '{"old": true}\n')
    with pytest.raises(KeyboardInterrupt):
        write_records(path, breaks_off())
    assert read(path) == [{"old": True}]
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_is_as_open_as_any_other(tmp_path: Path) -> None:
    write_records(tmp_path / "ours", [])
    (tmp_path / "other").touch()
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_what_is_no_json_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    with pytest.raises(InputError, match=r"runs\.jsonl:2: must be JSON values"):
        write_records(path, [{"a": 1}, {"a": object()}])
    assert not path.exists()
