"""The cases of the demo: questions, and what a right run does about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from odograph.trace import ToolCall

__all__ = ("CASES", "Case")

_STRAIGHT = ("model", "tools", "model", "tools", "model")
_PAIRED = ("model", ("tools", "tools"), "model", ("tools", "tools"), "model")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question, and what a right run does about it.

    Attributes:
        shows: what there is to see in the agent's run.
        reference: words that a right answer holds.
    """

    case_id: str
    shows: str
    question: str
    reference: str
    reference_tool_calls: Sequence[ToolCall]
    reference_path: Sequence[Any]

    def references(self) -> dict[str, Any]:
        """The fields of a sample that say what should have happened."""
        names = ("case_id", "reference", "reference_tool_calls", "reference_path")
        return {name: getattr(self, name) for name in names}


def _searched(*queries: str) -> list[ToolCall]:
    return [ToolCall("docs_search", {"query": query}) for query in queries]


def _fetched(*pages: str) -> list[ToolCall]:
    return [ToolCall("fetch_page", {"url": f"docs/{page}"}) for page in pages]


CASES: tuple[Case, ...] = (
    Case(
        case_id="attach-recorder",
        shows="a search, a page, an answer",
        question="How do I attach the recorder to an agent?",
        reference="callbacks",
        reference_tool_calls=[*_searched("attach recorder agent"), *_fetched("recorder")],
        reference_path=_STRAIGHT,
    ),
    Case(
        case_id="compare-supersets",
        shows="two searches in one message, then two pages",
        question="What is the difference between superset matching and superset arguments?",
        reference="at least the expected pairs",
        reference_tool_calls=[
            *_searched("superset matching", "superset arguments"),
            *_fetched("matching-modes", "argument-modes"),
        ],
        reference_path=_PAIRED,
    ),
    Case(
        case_id="compare-metric-judge",
        shows="one of two pages is the wrong one",
        question="What is the difference between a metric and a judge?",
        reference="a frozen dataclass that scores one sample",
        reference_tool_calls=[*_searched("metric", "judge"), *_fetched("metrics", "judges")],
        reference_path=_PAIRED,
    ),
    Case(
        case_id="missing-score",
        shows="the wrong route: an issue is opened where a page has the answer",
        question="Why is a score missing for some of my samples? Is that a bug?",
        reference="unscored",
        reference_tool_calls=[*_searched("score missing samples"), *_fetched("scores")],
        reference_path=_STRAIGHT,
    ),
    Case(
        case_id="node-retries",
        shows="the same search twice",
        question="How are retries of a node counted?",
        reference="attempts of one visit",
        reference_tool_calls=[*_searched("retries node counted"), *_fetched("paths")],
        reference_path=_STRAIGHT,
    ),
    Case(
        case_id="no-such-page",
        shows="a tool fails, and the agent finds another way",
        question="What does the page reliability say about intervals?",
        reference="clustered by case",
        reference_tool_calls=[*_searched("reliability intervals"), *_fetched("pass-k")],
        reference_path=_STRAIGHT,
    ),
    Case(
        case_id="report-issue",
        shows="an issue is opened because one was asked for",
        question="Please open an issue: the recorder should show queue times",
        reference="opened issue #",
        reference_tool_calls=[
            ToolCall(
                "github_open_issue",
                {
                    "title": "the recorder should show queue times",
                    "body": "Please open an issue: the recorder should show queue times",
                },
            )
        ],
        reference_path=("model", "tools", "model"),
    ),
    Case(
        case_id="greeting",
        shows="no tool is needed, and none is called",
        question="Hello, what can you do?",
        reference="Ask me about",
        reference_tool_calls=[],
        reference_path=("model",),
    ),
)
"""Each shows one thing that a run may get right or wrong."""
