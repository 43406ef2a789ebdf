import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.trace import HumanMessage, MultiTurnSample, read_samples
from odograph_langchain.sinks import as_sink


def sample(text: str) -> MultiTurnSample:
    return MultiTurnSample(user_input=[HumanMessage(text)])


def test_a_path_gets_whole_lines_that_read_back(tmp_path: Path) -> None:
    sink = as_sink(tmp_path / "runs.jsonl")
    sink(sample("one"))
    sink(sample("two\nlines"))

    assert list(read_samples(tmp_path / "runs.jsonl")) == [sample("one"), sample("two\nlines")]


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


def test_a_path_that_no_file_can_have_is_refused_before_runs_are_lost(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a sink must be a file in a folder that exists, got"):
        as_sink(tmp_path / "no such folder" / "runs.jsonl")
    with pytest.raises(InputError, match="a sink must be a file in a folder that exists, got"):
        as_sink(tmp_path)


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


def test_a_killed_process_leaves_a_file_whose_every_line_loads(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLER, str(tmp_path)], check=True, timeout=120)
    files = sorted(tmp_path.iterdir())

    assert len(files) == 50
    for file in files:
        written = file.read_bytes()
        assert written.endswith(b"\n")
        assert len([json.loads(line) for line in written.splitlines()]) >= 4
        as_sink(file)(sample("next"))
        assert list(read_samples(file))[-1] == sample("next")


async def test_the_lines_of_threads_and_of_a_fork_do_not_mix(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    sink = as_sink(file)
    sink(sample("begins the writer"))

    await asyncio.gather(*(asyncio.to_thread(sink, sample(f"{n}" * 5000)) for n in range(20)))
    subprocess.run([sys.executable, "-c", FORK, str(file)], check=True, timeout=60)

    assert len(list(read_samples(file))) == 1 + 20 + 41


FORK = """
import os, sys
from odograph.trace import HumanMessage, MultiTurnSample
from odograph_langchain.sinks import as_sink

sink = as_sink(sys.argv[1])
sample = MultiTurnSample(user_input=[HumanMessage("y" * 9000)])
sink(sample)
child = os.fork()
for _ in range(19 + (child == 0)):
    sink(sample)
if child:
    os.waitpid(child, 0)
    sink(sample)
else:
    os._exit(0)
"""


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    sink = as_sink(folder / "runs.jsonl")
    folder.rmdir()

    with pytest.raises(OSError, match="No such file or directory"):
        sink(sample("one"))
