import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ("pytester",)

SCORES = """
    from odograph.metrics import Score

    def test_verdict():
        assert Score(False, "wrong tool:\\n  expected add\\n  got subtract")

    def test_threshold():
        score = Score(0.5, "1 of 2 calls match")
        assert score.value >= 0.8

    def test_unscored():
        assert Score.unscored("data", "the sample has no reference")
"""

AGENT = """
    import pytest
    from langchain.agents import create_agent
    from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.tools import tool

    refunded = []

    @tool
    def refund(order: str) -> str:
        "Refund an order."
        refunded.append(order)
        return f"{order} is refunded"

    class Model(FakeMessagesListChatModel):
        def bind_tools(self, tools, **options):
            return self

    def agent():
        call = {"name": "refund", "args": {"order": "A1"}, "id": "c1"}
        answers = [AIMessage("", tool_calls=[call]), AIMessage("Done.")]
        return create_agent(Model(responses=answers), [refund])
"""

RECORDED = (
    AGENT
    + """
    def run(recorder):
        agent().invoke({"messages": "refund A1, please"}, {"callbacks": [recorder]})
        return recorder.sample()

    def test_wrong(recorder):
        assert run(recorder).response == "No."

    def test_right(recorder):
        assert run(recorder).response == "Done."

"""
)

HOW = [(), ("-n", "2")]


@pytest.fixture(autouse=True)
def settings(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function")


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    """Run in this process where that tells the same, as it is faster."""
    return pytester.runpytest_subprocess(*options) if options else pytester.runpytest()


@pytest.mark.parametrize("how", HOW, ids=["plain", "xdist"])
def test_a_failed_assert_shows_the_reason_of_its_score(
    pytester: pytest.Pytester, how: tuple[str, ...]
) -> None:
    pytester.makepyfile(SCORES)
    result = run(pytester, *how)
    result.assert_outcomes(failed=3)
    text = "\n".join(line.rstrip() for line in result.outlines)
    assert "- odograph: scores -" in text
    assert "\nFalse\n  wrong tool:\n    expected add\n    got subtract\n" in text
    assert "\nscore = 0.5\n  1 of 2 calls match\n" in text
    assert "\nunscored (data)\n  the sample has no reference\n" in text


def test_reading_an_unscored_score_fails_at_the_line_that_reads_it(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(SCORES)
    result = pytester.runpytest("-k", "unscored")
    result.stdout.fnmatch_lines(
        [
            ">       assert Score.unscored(*",
            "E       odograph.errors.UnscoredError: unscored (data): the sample has no reference",
            "*.py:*: UnscoredError",
        ],
        consecutive=False,
    )
    assert "def _refuse" not in result.stdout.str()


@pytest.mark.parametrize("how", HOW, ids=["plain", "xdist"])
def test_a_failed_test_shows_what_its_recorder_saw(
    pytester: pytest.Pytester, how: tuple[str, ...]
) -> None:
    pytester.makepyfile(RECORDED)
    result = run(pytester, *how)
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        [
            "*- odograph: what the agent did -*",
            "user       refund A1, please",
            "assistant  -> refund",
            "tool       A1 is refunded",
            "assistant  Done.",
            "calls",
            "  refund(order='A1') executed: A1 is refunded",
            "path       ['model', 'tools', 'model']",
            "status     completed",
        ],
        consecutive=True,
    )
    assert result.stdout.str().count("odograph: what the agent did") == 1


def test_a_recorder_that_saw_nothing_says_so(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_unused(recorder): assert recorder.samples == ['something']")
    result = pytester.runpytest()
    result.stdout.fnmatch_lines(["nothing: the recorder saw no finished run*"])


def test_first_step_decides_without_acting(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        AGENT
        + """
    def test_first_step(first_step):
        step = first_step(agent(), "refund A1, please")
        assert [(call.name, call.args) for call in step.tool_calls] == [("refund", {"order": "A1"})]
        assert refunded == []
"""
    )
    pytester.runpytest().assert_outcomes(passed=1)


def test_an_async_test_without_a_plugin_does_not_pass(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("async def test_agent(): assert False")
    result = pytester.runpytest("-p", "no:asyncio", "-p", "no:anyio")
    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*async def functions are not natively supported*"])


def test_the_plugin_can_be_switched_off(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(SCORES + "\n    def test_fixture(recorder): pass\n")
    result = pytester.runpytest_subprocess("-p", "no:odograph")
    result.assert_outcomes(failed=3, errors=1)
    assert "odograph: " not in result.stdout.str()
    result.stdout.fnmatch_lines(["*fixture 'recorder' not found"])


def test_a_run_that_uses_no_fixture_imports_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "test_trivial.py").write_text("def test_trivial(): pass\n")
    script = (
        "import sys, pytest\n"
        "code = pytest.main(['-q', '-p', 'odograph_pytest.plugin', '-p', 'no:cacheprovider'])\n"
        "heavy = ['langchain_core', 'langgraph', 'langsmith', 'numpy', 'pydantic', 'odograph',\n"
        "         'odograph_langchain', 'odograph_langgraph', 'odograph_pytest.rendering']\n"
        "print('loaded:', [name for name in heavy if name in sys.modules], int(code))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "loaded: [] 0" in done.stdout
