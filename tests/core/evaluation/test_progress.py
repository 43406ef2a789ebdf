import sys

import pytest

from core.evaluation.judged import answers
from odograph import StringPresence
from odograph.evaluation import evaluate


def test_a_function_is_told_after_each_row() -> None:
    seen: list[int] = []
    evaluate(answers(3), StringPresence(), progress=seen.append)
    assert seen == [1, 2, 3]


def test_true_shows_a_count_on_a_terminal_and_nothing_in_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate(answers(2), StringPresence(), progress=True)
    assert capsys.readouterr().err == ""

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    evaluate(answers(2), StringPresence(), progress=True)
    assert capsys.readouterr().err.endswith("\r2 rows scored\n")
