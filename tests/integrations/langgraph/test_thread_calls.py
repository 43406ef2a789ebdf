"""Errors as a checkpointer keeps them."""

from typing import Any

import pytest

from odograph_langgraph.thread_calls import error_text


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("ValueError('no')", "ValueError: no"),
        ("KeyError('x')", "KeyError: 'x'"),
        ("TimeoutError()", "TimeoutError"),
        ("OSError(2, 'No such file')", "OSError(2, 'No such file')"),
        ("HTTPError(<Response>)", "HTTPError(<Response>)"),
        ("json.JSONDecodeError('x')", "json.JSONDecodeError('x')"),
        ("something odd", "something odd"),
        (ValueError("no"), "ValueError: no"),
        (None, "None"),
    ],
)
def test_an_exception_reads_as_its_type_and_text(kept: Any, told: str) -> None:
    assert error_text(kept) == told
