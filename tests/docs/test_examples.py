"""Every example runs, offline."""

import runpy
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SAYS = {
    "attach_recorder.py": [
        "path: NodePath.of(['model', ('tools', 'tools'), 'model'])",
        "executed: refund -> order A7 was paid back",
        "TrajectoryMatch(): False",
        "TrajectoryMatch(mode='superset'): True",
    ],
    "custom_graph.py": [
        "path: NodePath.of(['plan', {'search_manual', 'search_tickets'}, 'answer'])",
        "strict against ['plan', 'search_manual', 'answer']: False",
    ],
    "langsmith_evaluators.py": ["ToolCallF1(): 0.0", "TrajectoryMatch(args='ignore'): True"],
}


@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs_offline_and_says_what_it_shows(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def connect(self: socket.socket, address: Any) -> None:
        asked.append(address)
        raise OSError("no network in an example")

    monkeypatch.setattr(socket.socket, "connect", connect)

    runpy.run_path(str(EXAMPLES / name), run_name="__main__")

    said = capsys.readouterr().out
    assert [line for line in SAYS[name] if line not in said] == []
    assert asked == []


def test_the_example_of_a_test_passes_as_a_test() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "first_step_test.py"]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, check=False)

    assert "3 passed" in done.stdout, done.stdout + done.stderr


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*SAYS, "first_step_test.py"}
