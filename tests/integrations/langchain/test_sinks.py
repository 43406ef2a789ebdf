import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.trace import HumanMessage, MultiTurnSample, read_samples
from odograph_langchain.sinks import append_line, as_sink


def sample(text: str) -> MultiTurnSample:
    return MultiTurnSample(user_input=[HumanMessage(text)])


def test_a_path_gets_whole_lines_that_read_back(tmp_path: Path) -> None:
    sink = as_sink(tmp_path / "runs.jsonl")
    sink(sample("one"))
    sink(sample("two\nlines"))

    assert list(read_samples(tmp_path / "runs.jsonl")) == [sample("one"), sample("two\nlines")]


def test_a_line_that_a_killed_writer_left_is_ended_first(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_text('{"whole": 1}\n{"cut')
    append_line(file, '{"next": 2}')

    assert file.read_text() == '{"whole": 1}\n{"cut\n{"next": 2}\n'


def test_the_cut_beginning_of_a_sample_is_taken_away(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    sink = as_sink(file)
    sink(sample("one"))
    whole = file.read_bytes()
    for cut in (2, 30, len(whole) - 1):
        file.write_bytes(whole + whole[:-cut])
        sink(sample("two"))
        assert list(read_samples(file)) == [sample("one"), sample("two")]


def test_a_last_line_that_is_whole_but_for_its_end_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    sink = as_sink(file)
    sink(sample("one"))
    file.write_bytes(file.read_bytes()[:-1])
    sink(sample("two"))

    assert list(read_samples(file)) == [sample("one"), sample("two")]


def test_a_function_is_its_own_sink() -> None:
    found: list[MultiTurnSample] = []
    as_sink(found.append)(sample("one"))

    assert found == [sample("one")]


async def send(one: MultiTurnSample) -> None:
    """Send it somewhere."""


@pytest.mark.parametrize(
    ("target", "text"),
    [(send, "must not be an async function"), (7, "must be a function or a path, got 7")],
)
def test_what_is_no_sink_is_refused(target: Any, text: str) -> None:
    with pytest.raises(InputError, match=text):
        as_sink(target)


KILLER = """
import os, random, signal, sys, time
from pathlib import Path
from odograph.trace import HumanMessage, MultiTurnSample
from odograph_langchain.sinks import as_sink

folder = Path(sys.argv[1])
sample = MultiTurnSample(user_input=[HumanMessage("y" * 20000)])
for trial in range(50):
    file = folder / f"{trial}.jsonl"
    child = os.fork()
    if child == 0:
        sink = as_sink(file)
        while True:
            sink(sample)
    while not file.exists() or file.stat().st_size < 100_000:
        time.sleep(0.0005)
    time.sleep(random.random() / 200)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
"""


def test_a_killed_process_leaves_whole_lines_and_the_next_writer_mends_the_last(
    tmp_path: Path,
) -> None:
    subprocess.run([sys.executable, "-c", KILLER, str(tmp_path)], check=True, timeout=60)
    files = sorted(tmp_path.iterdir())

    assert len(files) == 50
    for file in files:
        lines = file.read_bytes().splitlines(keepends=True)
        whole = [json.loads(line) for line in lines if line.endswith(b"\n")]
        assert len(whole) >= len(lines) - 1 >= 4
        as_sink(file)(sample("next"))
        read = list(read_samples(file))
        assert len(read) == len(whole) + 1
        assert read[-1] == sample("next")
