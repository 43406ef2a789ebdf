"""The pytest plugin.

It is loaded in every run of pytest where Odograph is installed, so it imports nothing but pytest
until a fixture is used or a test fails.

Fixtures: `recorder`, `first_step`. When a test fails, its report gets the sections

* `odograph: scores`: the scores of the failing statement, each with its reason;
* `odograph: what the agent did`: the runs that the `recorder` saw.
"""

import sys
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from odograph_langchain import Recorder
    from odograph_langgraph import FirstStep

__all__ = ("first_step", "pytest_runtest_makereport", "recorder")

_RECORDER = pytest.StashKey[Any]()
_SCORE = "odograph.metrics.score"


@pytest.fixture
def recorder(request: pytest.FixtureRequest) -> "Recorder":
    """A fresh recorder: `agent.invoke(..., {"callbacks": [recorder]})`, then `recorder.sample()`.

    If the test fails, its report shows what the recorder saw.
    """
    from odograph_langchain import Recorder  # noqa: PLC0415 - heavy

    fresh = Recorder()
    request.node.stash[_RECORDER] = fresh
    return fresh


@pytest.fixture
def first_step() -> "Callable[..., FirstStep]":
    """`odograph_langgraph.first_step`: what an agent's model decides first, running no tool."""
    from odograph_langgraph import first_step  # noqa: PLC0415 - heavy

    return first_step


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the product's sections to the report of a failed test."""
    scores: list[tuple[str, Any]] = []
    if call.excinfo is not None and _SCORE in sys.modules:
        scores = _scores(call.excinfo)
    report = yield
    if not report.failed or call.when == "teardown":
        return report
    if scores:
        report.sections.append(("odograph: scores", _text("render_scores", scores)))
    seen = item.stash.get(_RECORDER, None)
    if seen is not None:
        shown = _text("render_samples", seen)
        report.sections.append(("odograph: what the agent did", shown))
    return report


def _scores(raised: pytest.ExceptionInfo[BaseException]) -> list[tuple[str, Any]]:
    """Find the scores that the frames of a failure hold, by name.

    pytest keeps the parts of a failing `assert` in the frame, under names that begin with `@`.
    """
    kind = sys.modules[_SCORE].Score
    found: dict[int, tuple[str, Any]] = {}
    for entry in raised.traceback:
        for name, value in entry.frame.f_locals.items():
            if isinstance(value, kind):
                found.setdefault(id(value), ("" if name.startswith("@") else name, value))
    return list(found.values())


def _text(function: str, value: Any) -> str:
    """Render late and never fail: a report must not be lost over its decoration."""
    from odograph_pytest import rendering  # noqa: PLC0415 - only failures need it

    try:
        return str(getattr(rendering, function)(value))
    except Exception as error:
        return f"could not be shown: {type(error).__name__}: {error}"
