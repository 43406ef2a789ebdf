"""The public tests of agentevals, run against our matcher through a shim of its names.

They are not part of this project: the environment variable names the `tests` folder of the
source distribution of agentevals 0.0.9.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = os.environ.get("ODOGRAPH_AGENTEVALS_TESTS", "")
SHIM = Path(__file__).parent / "shim"


@pytest.mark.skipif(not SUITE, reason="ODOGRAPH_AGENTEVALS_TESTS names no folder")
def test_the_public_suite_passes(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\nasyncio_mode = auto\nmarkers = langsmith: theirs\n"
    )
    files = [str(Path(SUITE).resolve() / f"test_trajectory{kind}.py") for kind in ("", "_async")]
    options = ["-q", "-c", str(tmp_path / "pytest.ini"), "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-p", "no:langsmith_plugin", *files],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(SHIM)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "112 passed" in ran.stdout
