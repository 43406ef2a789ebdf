"""The tools of the demo's agent."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from langchain_core.tools import BaseTool, StructuredTool, ToolException

from odograph_cli.demo.search import DocsRetriever, read_pages

__all__ = ("DocsTools", "Issue")


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue that the agent opened."""

    title: str
    body: str


class DocsTools:
    """Search, read, and report.

    Attributes:
        issues: what was reported; it goes nowhere else.
    """

    def __init__(self) -> None:
        self.issues: list[Issue] = []
        self._retriever = DocsRetriever()
        self._pages = read_pages()

    def docs_search(self, query: str) -> str:
        """Find sections of the documentation; returns their addresses, best first, as JSON."""
        found = self._retriever.invoke(query)
        shown = ("url", "title", "section")
        return json.dumps([{name: one.metadata[name] for name in shown} for one in found])

    def fetch_page(self, url: str) -> str:
        """Read a page of the documentation, as Markdown."""
        if url not in self._pages:
            raise ToolException(f"there is no page {url}")
        return self._pages[url]

    def github_open_issue(self, title: str, body: str) -> str:
        """Report a fault of the product to its developers."""
        self.issues.append(Issue(title, body))
        return f"opened issue #{len(self.issues)}"

    def all(self) -> list[BaseTool]:
        """List the tools. An error of a tool is told to the model, which may then do better."""
        functions: list[Callable[..., Any]]
        functions = [self.docs_search, self.fetch_page, self.github_open_issue]
        return [StructuredTool.from_function(one, handle_tool_error=True) for one in functions]
