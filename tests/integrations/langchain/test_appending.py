import subprocess
import sys
from pathlib import Path

from odograph_langchain import appending
from odograph_langchain.appending import LineWriter, append_line


def test_a_line_that_a_killed_writer_left_is_ended_first(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_text('{"whole": 1}\n{"cut')
    append_line(file, b'{"next": 2}')

    assert file.read_text() == '{"whole": 1}\n{"cut\n{"next": 2}\n'


def test_a_line_is_in_the_file_when_the_call_returns(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    writer = LineWriter(str(file))
    for number in range(100):
        writer.write(f'{{"n": {number}}}')
        assert file.read_text().count("\n") == number + 1


def test_two_writers_of_one_file_do_not_cut_each_other(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    writers = [LineWriter(str(file)) for _ in range(2)]
    for _ in range(50):
        for number, writer in enumerate(writers):
            writer.write(f"{number}" * 9000)

    lines = file.read_text().splitlines()
    assert sorted(lines) == ["0" * 9000] * 50 + ["1" * 9000] * 50


def test_a_line_that_its_owner_could_not_hand_over_whole_is_not_written(tmp_path: Path) -> None:
    def handed(line: bytes, size: int) -> bytes:
        return size.to_bytes(8, "big") + line

    file = tmp_path / "runs.jsonl"
    whole, cut = handed(b'{"n": 1}', 8), handed(b'{"n": 2', 8)
    command = [sys.executable, "-I", "-S", appending.__file__, str(file)]
    ran = subprocess.run(command, input=whole + cut, capture_output=True, check=True)

    assert ran.stdout == b"\n"
    assert file.read_text() == '{"n": 1}\n'
