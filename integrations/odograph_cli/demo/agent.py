"""The demo's agent: it answers questions about Odograph from Odograph's documentation."""
# pyright: reportUnknownVariableType=false
# (the type of LangChain's create_agent is partly unknown)

from collections.abc import Sequence
from typing import Any

from langchain.agents import create_agent

from odograph_cli.demo.cases import Case
from odograph_cli.demo.rules import decide
from odograph_cli.demo.tools import DocsTools
from odograph_langchain.testing import ScriptedChatModel

__all__ = ("build_agent", "run_case")

_PROMPT = "You answer questions about Odograph from its documentation. Look up before you answer."


def build_agent(tools: DocsTools | None = None) -> Any:
    """Build a DocsAssistant: `create_agent` of LangChain, offline, the same in every run.

    Args:
        tools: the tools to work with, to look at afterwards; else new ones.

    Returns:
        A compiled graph with the nodes `model` and `tools`.
    """
    agent: Any = create_agent(
        ScriptedChatModel(decide, model_name="docs-rules"),
        tools=(tools or DocsTools()).all(),
        system_prompt=_PROMPT,
        name="docs_assistant",
    )
    return agent


def run_case(case: Case, *, callbacks: Sequence[Any] = (), agent: Any = None) -> Any:
    """Run one case and return the final state; `case_id` is in the metadata of the run."""
    return (agent or build_agent()).invoke(
        {"messages": [("user", case.question)]},
        {"callbacks": list(callbacks), "metadata": {"case_id": case.case_id}},
    )
