"""The demo: a DocsAssistant that answers from Odograph's own documentation, offline.

It needs LangChain when it is imported; import it where it is used.
"""

from odograph_cli.demo.agent import build_agent, run_case
from odograph_cli.demo.cases import CASES, Case
from odograph_cli.demo.tools import DocsTools, Issue

__all__ = ("CASES", "Case", "DocsTools", "Issue", "build_agent", "run_case")
