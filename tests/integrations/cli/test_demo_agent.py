from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import ToolException

from odograph.trace import NodePath
from odograph_cli.demo import CASES, Case, DocsTools, Issue, build_agent, run_case
from odograph_cli.demo.search import DocsRetriever, Index, Section, read_pages, sections

BY_ID = {case.case_id: case for case in CASES}


class Run:
    """One run of a case."""

    def __init__(self, case_id: str, callbacks: Sequence[Any] = ()) -> None:
        self.case: Case = BY_ID[case_id]
        self.tools = DocsTools()
        state = run_case(self.case, callbacks=callbacks, agent=build_agent(self.tools))
        self.messages: list[Any] = state["messages"]

    @property
    def batches(self) -> list[list[tuple[str, Any]]]:
        """The calls of each message that calls."""
        asked = [one for one in self.messages if isinstance(one, AIMessage) and one.tool_calls]
        return [[(one["name"], one["args"]) for one in message.tool_calls] for message in asked]

    @property
    def calls(self) -> list[tuple[str, Any]]:
        return [one for batch in self.batches for one in batch]

    @property
    def wanted(self) -> list[tuple[str, Any]]:
        return [(one.name, one.args) for one in self.case.reference_tool_calls]

    @property
    def statuses(self) -> list[str]:
        return [one.status for one in self.messages if isinstance(one, ToolMessage)]

    @property
    def answer(self) -> str:
        text: str = self.messages[-1].text
        return text


@pytest.mark.parametrize(
    "case_id", ["attach-recorder", "compare-supersets", "report-issue", "greeting"]
)
def test_the_right_runs_do_what_the_reference_says(case_id: str) -> None:
    run = Run(case_id)

    assert run.calls == run.wanted
    assert run.case.reference in run.answer


def test_two_searches_are_asked_for_in_one_message() -> None:
    batches = Run("compare-supersets").batches

    assert [[name for name, _ in batch] for batch in batches] == [
        ["docs_search", "docs_search"],
        ["fetch_page", "fetch_page"],
    ]


def test_one_of_two_pages_is_the_wrong_one() -> None:
    run = Run("compare-metric-judge")

    assert [one for one in run.wanted if one not in run.calls] == [
        ("fetch_page", {"url": "docs/metrics"})
    ]
    assert run.case.reference not in run.answer


def test_the_wrong_route_opens_an_issue_and_reads_nothing() -> None:
    run = Run("missing-score")

    assert [name for name, _ in run.calls] == ["github_open_issue"]
    assert [one.body for one in run.tools.issues] == [run.case.question]
    assert run.case.reference not in run.answer


def test_the_same_search_is_made_twice_with_ids_of_their_own() -> None:
    run = Run("node-retries")
    first, second = run.calls[:2]
    ids = [one["id"] for m in run.messages if isinstance(m, AIMessage) for one in m.tool_calls]

    assert first == second == ("docs_search", {"query": "retries node counted"})
    assert len(set(ids)) == 3
    assert run.case.reference in run.answer


def test_a_failed_page_is_told_to_the_agent_which_recovers() -> None:
    run = Run("no-such-page")

    assert run.calls == [("fetch_page", {"url": "docs/reliability"}), *run.wanted]
    assert run.statuses == ["error", "success", "success"]
    assert run.case.reference in run.answer


@pytest.mark.parametrize("case", CASES, ids=[case.case_id for case in CASES])
def test_a_case_is_answered_the_same_way_every_time(case: Case) -> None:
    first, second = Run(case.case_id), Run(case.case_id)

    assert (first.calls, first.answer) == (second.calls, second.answer)


@pytest.mark.parametrize("case", CASES, ids=[case.case_id for case in CASES])
def test_each_case_is_whole(case: Case) -> None:
    assert NodePath.of(list(case.reference_path)).steps
    assert case.references()["case_id"] == case.case_id
    assert len(BY_ID) == len(CASES)


async def test_the_agent_runs_async_and_side_by_side() -> None:
    cases = [case for case in CASES if "issue" not in case.shows]  # those share a list
    questions = [{"messages": [("user", case.question)]} for case in cases]

    states = await build_agent().abatch(questions)

    answers = [one["messages"][-1].text for one in states]
    assert answers == [Run(case.case_id).answer for case in cases]
    assert len(answers) >= 5


def test_the_callbacks_of_a_case_see_the_retriever_and_the_case() -> None:
    class Seen(BaseCallbackHandler):
        documents: Sequence[Document] = ()
        case_ids: frozenset[str] = frozenset()

        def on_retriever_start(self, *args: Any, metadata: Any = None, **kwargs: Any) -> None:
            self.case_ids |= {metadata["case_id"]}

        def on_retriever_end(self, documents: Sequence[Document], **kwargs: Any) -> None:
            self.documents = documents

    seen = Seen()
    Run("attach-recorder", callbacks=[seen])

    assert seen.case_ids == {"attach-recorder"}
    assert seen.documents[0].id == "docs/recorder#attach-the-recorder"
    assert seen.documents[0].metadata["section"] == "Attach the recorder"


def test_an_issue_is_recorded_and_numbered() -> None:
    tools = DocsTools()

    assert tools.github_open_issue("slow", "very") == "opened issue #1"
    assert tools.issues == [Issue("slow", "very")]


def test_a_page_that_does_not_exist_is_named() -> None:
    with pytest.raises(ToolException, match="there is no page docs/nowhere"):
        DocsTools().fetch_page("docs/nowhere")


def entries(*texts: str) -> list[Section]:
    return [Section(f"docs/{number}", "", "", text) for number, text in enumerate(texts)]


def urls(index: Index, query: str) -> list[str]:
    return [section.url for _, section in index.search(query, 3)]


def test_search_ranks_by_rare_words_and_short_texts() -> None:
    index = Index(entries("cat dog", "cat cat bird with a long tail", "dog dog dog", "cat fish"))

    assert urls(index, "fish") == ["docs/3"]
    assert urls(index, "cat fish")[0] == "docs/3"
    assert urls(index, "Dogs") == ["docs/2", "docs/0"]
    assert urls(index, "whale") == []


def test_a_score_of_search_is_that_of_the_formula() -> None:
    # two texts of two words, so length damping is 1.2; idf = ln(1 + 1.5 / 1.5) = ln 2
    ((score, _),) = Index(entries("cat dog", "bird fish")).search("cat", 1)

    assert score == pytest.approx(0.6931471805599453 * 2.2 / 2.2)


def test_the_pages_have_a_title_and_sections() -> None:
    for url, page in read_pages().items():
        found = list(sections(url, page))
        assert len(found) >= 3
        assert all(one.title and one.heading and one.text for one in found)


def test_every_section_is_found_by_its_own_title_and_heading() -> None:
    retriever = DocsRetriever()
    parts = [one for item in read_pages().items() for one in sections(*item)]

    missed = [
        part.id
        for part in parts
        if part.id not in [one.id for one in retriever.invoke(f"{part.title} {part.heading}")]
    ]

    assert missed == []
