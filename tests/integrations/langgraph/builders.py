"""Agents and graphs for the tests of first steps."""

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of LangChain's create_agent and of graph builders are partly unknown)
import threading
from collections.abc import Callable
from typing import Any

from langchain.agents import create_agent
from langchain_core.runnables import Runnable
from langgraph.graph import START, MessagesState, StateGraph

from odograph_langchain.testing import ScriptedChatModel, call
from odograph_langgraph import FirstStep, first_step

Node = Callable[[Any], Any] | Runnable[Any, Any]
Run = Callable[..., Any]

ran: list[str] = []
"""What the agents of a test did beside asking their model."""


def search(query: str) -> str:
    """Search the pages."""
    ran.append(f"search {query}")
    return f"found {query}"


def pools() -> set[str]:
    """The threads of pools, but for those that the event loop keeps until it closes."""
    return {one.name for one in threading.enumerate() if one.name.startswith("ThreadPool")}


SEARCH = call("search", query="x")


def scripted(*items: Any) -> ScriptedChatModel:
    return ScriptedChatModel(items or (SEARCH, "done"))


def agent_of(model: Any, **options: Any) -> Any:
    return create_agent(model, tools=[search], **options)


def names(step: FirstStep) -> list[tuple[str, Any]]:
    return [(one.name, one.args) for one in step.tool_calls]


WANTED: list[tuple[str, Any]] = [("search", {"query": "x"})]


def asking(model: Runnable[Any, Any]) -> Node:
    def ask(state: Any) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    return ask


def one_key(state: Any) -> str:
    return "key"


def graph_of(*nodes: Node, parallel: bool = False, **options: Any) -> Any:
    """Compile a graph of nodes in a row, or side by side."""
    graph: Any = StateGraph(MessagesState)
    previous = START
    for number, node in enumerate(nodes):
        name = f"node_{number}"
        graph.add_node(name, node, **options)
        graph.add_edge(START if parallel else previous, name)
        previous = name
    return graph.compile()


async def run_sync(*args: Any, **options: Any) -> FirstStep:
    return first_step(*args, **options)
