"""The Python blocks of a page run from top to bottom and print the `text` block below them."""

import contextlib
import io
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$\n\n^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)


# the page, and the libraries of extras that it uses
PAGES: dict[str, list[str]] = {
    "capture.md": [],
    "comparison.md": [],
    "cost.md": [],
    "coverage.md": [],
    "datasets.md": ["pandas"],
    "evaluate.md": ["pandas"],
    "first-step.md": [],
    "history.md": [],
    "judges.md": [],
    "matching.md": [],
    "metrics-agent.md": [],
    "metrics-rag.md": [],
    "metrics-text.md": ["rapidfuzz", "rouge_score", "sacrebleu"],
    "moving-from-ragas.md": ["pandas"],
    "patterns.md": [],
    "policies.md": [],
    "reliability.md": [],
    "retrieval.md": [],
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_prints_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in PAGES[page]:
        pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    namespace: dict[str, object] = {"__name__": "page"}
    for code, shown in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page, "exec"), namespace)
        assert printed.getvalue() == shown
    assert len(blocks) == text.count("```python") > 0, "every block shows what it prints"
