"""How long imports take beyond the bare interpreter. Run it: `python benchmarks/imports.py`."""

import statistics
import subprocess
import sys
import time

STATEMENTS = (
    "pass",
    "import odograph",
    "from odograph import TrajectoryMatch, MultiTurnSample",
    "from odograph.evaluation import evaluate",
    "import odograph_pytest.plugin",
    "import odograph_langchain",
    "from odograph_langchain import Recorder",
    "import langchain_core.messages",
)
REPEATS = 15


def seconds(statement: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return time.perf_counter() - start


def main() -> None:
    taken: dict[str, list[float]] = {statement: [] for statement in STATEMENTS}
    for _ in range(REPEATS):  # in turn, so that a busy moment falls on all alike
        for statement in STATEMENTS:
            taken[statement].append(seconds(statement))
    bare = statistics.median(taken["pass"])
    print(f"Python {sys.version.split()[0]}, bare interpreter {bare * 1000:.0f} ms; beyond that:")
    print("| statement | median | least |")
    print("|---|---|---|")
    for statement in STATEMENTS[1:]:
        median = (statistics.median(taken[statement]) - bare) * 1000
        least = (min(taken[statement]) - min(taken["pass"])) * 1000
        print(f"| `{statement}` | {median:.0f} ms | {least:.0f} ms |")


if __name__ == "__main__":
    main()
