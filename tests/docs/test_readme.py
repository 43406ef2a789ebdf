"""Every block of the README and of the docs is executed."""

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import pytest

from odograph.trace import sample_from_dict

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r"(?:<!-- ci: (?P<ci>\w+) -->\n)?```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Block:
    kind: str
    body: str
    ci: str | None
    output: str | None


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page; a `text` block is the output of the one before."""
    found = list(FENCE.finditer((ROOT / page).read_text(encoding="utf-8")))
    outputs = [m["body"] if m["kind"] == "text" else None for m in found[1:]] + [None]
    return [
        Block(m["kind"], m["body"], m["ci"], output)
        for m, output in zip(found, outputs, strict=True)
        if m["kind"] != "text"
    ]


def squeezed(text: str) -> list[str]:
    """The words of each line that has any: tables may be padded otherwise."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip(" ─")]


def assert_prints(printed: str, shown: str) -> None:
    """Compare line by line; `...` at the end of a shown line stands for anything."""
    got, wanted = squeezed(printed), squeezed(shown)
    assert len(got) == len(wanted), printed
    for line, expected in zip(got, wanted, strict=True):
        if expected.endswith("..."):
            assert line.startswith(expected[:-3])
        else:
            assert line == expected


@contextlib.contextmanager
def inside(folder: Path) -> Generator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run_console(body: str) -> str:
    """Run the `$` line of a console block with the `odograph` beside this Python."""
    command = shlex.split(next(line[2:] for line in body.splitlines() if line.startswith("$ ")))
    program = Path(sys.executable).with_name(command[0])
    ran = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)
    return ran.stdout + ran.stderr


def run_pytest(body: str, name: str) -> None:
    Path(name).write_text(body, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    assert re.search(r"\d+ passed", ran.stdout), ran.stdout


def test_the_readme_runs_from_top_to_bottom_and_prints_what_it_says(tmp_path: Path) -> None:
    namespace: dict[str, object] = {"__name__": "readme"}
    with inside(tmp_path):
        for block in blocks("README.md"):
            if block.kind == "python" and (test := re.match(r"# (test_\w+\.py)\n", block.body)):
                run_pytest(block.body, test[1])
            elif block.kind == "python":
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(compile(block.body, "README.md", "exec"), namespace)
                assert_prints(printed.getvalue(), block.output or "")
            elif block.kind == "console":
                expected = block.body.split("\n", 1)[1]
                assert_prints(run_console(block.body), expected)


def test_ci_runs_the_set_up_commands_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    shells = [block for block in blocks("README.md") if block.kind == "sh"]

    assert [block.ci for block in shells] == ["demo", "tests"]
    for block in shells:
        assert f"readme_command {block.ci}" in script
        assert len(block.body.splitlines()) == 1


def test_no_block_of_the_readme_is_left_out() -> None:
    assert {block.kind for block in blocks("README.md")} <= {"python", "console", "sh"}


@pytest.mark.parametrize("page", ["docs/files.md"])
def test_a_json_block_of_the_docs_is_a_sample(page: str) -> None:
    samples = [json.loads(block.body) for block in blocks(page) if block.kind == "json"]

    assert samples
    for sample in samples:
        assert sample_from_dict(sample).case_id == "oslo"
