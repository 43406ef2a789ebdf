import sys
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from odograph import BleuScore, ChrfScore, LevenshteinSimilarity, Metric, RougeScore
from odograph._extras import require
from odograph.errors import MissingExtraError


@pytest.mark.parametrize(
    ("metric", "library"),
    [
        (BleuScore(), "sacrebleu"),
        (ChrfScore(), "sacrebleu"),
        (RougeScore(), "rouge_score"),
        (LevenshteinSimilarity(), "rapidfuzz"),
    ],
)
def test_a_metric_without_its_library_says_the_pip_line(
    metric: Metric, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [PathFinder])  # an editable install adds its own
    monkeypatch.setattr(sys, "path", [])

    with pytest.raises(MissingExtraError) as caught:
        metric.score(response="four", reference="four")

    assert str(caught.value) == f"{library} is not installed: pip install 'odograph[text]'"


def test_a_library_that_lacks_another_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "present_but_broken.py").write_text("import absent_dependency\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])

    with pytest.raises(ModuleNotFoundError, match="absent_dependency") as caught:
        require("present_but_broken", extra="text")

    assert not isinstance(caught.value, MissingExtraError)
