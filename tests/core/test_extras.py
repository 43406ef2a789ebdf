from pathlib import Path

import pytest

from odograph._extras import require
from odograph.errors import MissingExtraError


@pytest.mark.parametrize("module", ["no_such_library", "no_such_library.metrics.bleu"])
def test_a_missing_library_says_the_pip_line_whichever_module_of_it_is_asked_for(
    module: str,
) -> None:
    with pytest.raises(MissingExtraError) as caught:
        require(module, extra="text")

    assert str(caught.value) == "no_such_library is not installed: pip install 'odograph[text]'"


def test_a_library_that_lacks_another_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "present_but_broken.py").write_text("import absent_dependency\n")
    monkeypatch.setattr("sys.path", [str(tmp_path)])

    with pytest.raises(ModuleNotFoundError, match="absent_dependency") as caught:
        require("present_but_broken", extra="text")

    assert not isinstance(caught.value, MissingExtraError)
