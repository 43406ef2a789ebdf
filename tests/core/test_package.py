"""What `import odograph` costs and promises, and what the distribution packs."""

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import odograph
from odograph._extras import require
from odograph.errors import MissingExtraError

ROOT = Path(__file__).parents[2]
HEAVY = {"langchain", "langchain_core", "langgraph", "langsmith", "numpy", "pandas", "pydantic"}


def modules_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has after running `code`."""
    listing = "; import sys; print(' '.join(sorted({m.split('.')[0] for m in sys.modules})))"
    ran = subprocess.run(
        [sys.executable, "-c", code + listing], capture_output=True, text=True, check=True
    )
    return set(ran.stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "import odograph",
        "from odograph import MultiTurnSample, ToolCallF1, TrajectoryMatch, approx",
        "from odograph.evaluation import evaluate",
    ],
)
def test_importing_the_core_brings_in_nothing_heavy(code: str) -> None:
    assert modules_after(code).isdisjoint(HEAVY)


def test_every_public_name_is_there() -> None:
    for name in odograph.__all__:
        assert getattr(odograph, name) is not None
    assert set(odograph.__all__) <= set(dir(odograph))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'ToolCallF2'"):
        _ = odograph.ToolCallF2  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    "room",
    [
        "trace",
        "match",
        "metrics",
        "retrieval",
        "judge",
        "stats",
        "cost",
        "evaluation",
        "report",
    ],
)
def test_each_room_exports_names_that_exist(room: str) -> None:
    module: Any = import_module(f"odograph.{room}")
    names: tuple[str, ...] = module.__all__
    assert type(names) is tuple
    for name in names:
        assert hasattr(module, name)


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert odograph.__version__ == project["version"]


def test_every_adapter_is_packed_and_typed() -> None:
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    packed = set(targets["targets"]["wheel"]["packages"])
    adapters = [folder for folder in (ROOT / "integrations").iterdir() if folder.is_dir()]

    assert packed == {"src/odograph", *(f"integrations/{folder.name}" for folder in adapters)}
    for folder in (ROOT / "src" / "odograph", *adapters):
        assert (folder / "py.typed").is_file()


def test_the_import_contracts_name_every_adapter() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    adapters = {f.name for f in (ROOT / "integrations").iterdir() if f.is_dir()}

    assert set(linter["root_packages"]) == {"odograph", *adapters}


def test_a_missing_extra_says_the_line_to_type() -> None:
    with pytest.raises(MissingExtraError, match=r"pip install 'odograph\[pandas\]'"):
        require("no_such_library", extra="pandas")


def test_no_source_file_is_longer_than_400_lines() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in ("src", "integrations", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert long == {}
