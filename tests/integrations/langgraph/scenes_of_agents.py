"""Runs of agents and of nodes that run tools."""

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of LangChain's create_agent and of graph builders are partly unknown)
import time
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware, SummarizationMiddleware
from langchain.agents.structured_output import ToolStrategy
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, interrupt
from pydantic import BaseModel

from conformance.capture.scene import always, graph, say
from odograph_langchain.testing import ScriptedChatModel, call

HI: Any = {"messages": [("user", "hi")]}


def agent(saver: Any) -> Any:
    model = ScriptedChatModel([[call("add", a=1, b=2), call("add", a=3, b=4)], "10"])
    return create_agent(model, tools=[add], checkpointer=saver, system_prompt="Add."), [HI]


def agent_with_errors(saver: Any) -> Any:
    calls = [call("add", a=1, b=2), call("subtract", a=1), call("divide", a=1, b=0)]
    model = ScriptedChatModel([calls, "done"])
    return create_agent(model, tools=[add, divide], checkpointer=saver), [HI]


def agent_stopped_before_its_tools(saver: Any) -> Any:
    model = ScriptedChatModel([call("add", a=1, b=2), "done"])
    return create_agent(model, tools=[add], checkpointer=saver, interrupt_before=["tools"]), [HI]


def agent_that_is_refused(saver: Any) -> Any:
    model = ScriptedChatModel([call("add", a=1, b=2), "done"])
    asking = HumanInTheLoopMiddleware(interrupt_on={"add": True})
    made = create_agent(model, tools=[add], checkpointer=saver, middleware=[asking])
    return made, [HI, Command(resume={"decisions": [{"type": "reject", "message": "no"}]})]


def agent_as_a_tool(saver: Any) -> Any:
    inner: Any = create_agent(ScriptedChatModel([call("add", a=1, b=2), "3"]), tools=[add])

    @tool
    def helper(q: str) -> str:
        """Ask another agent."""
        return str(inner.invoke({"messages": q})["messages"][-1].text)

    model = ScriptedChatModel([call("helper", q="1+2?"), "it is 3"])
    return create_agent(model, tools=[helper], checkpointer=saver), [HI]


def structured_answer(saver: Any) -> Any:
    answer = call("Answer", total=3)
    model = ScriptedChatModel([call("add", a=1, b=2), answer])
    form: Any = ToolStrategy(Answer)
    return create_agent(model, tools=[add], response_format=form, checkpointer=saver), [HI]


class Answer(BaseModel):
    """The answer."""

    total: int


def tool_node(saver: Any) -> Any:
    asked = AIMessage("", tool_calls=[_add("c1"), _add("c2")])
    nodes = {"model": always({"messages": [asked]}), "tools": ToolNode([add]), "end": say("3")}
    return graph(nodes, saver=saver), [HI]


def tool_node_that_fails(saver: Any) -> Any:
    asked = AIMessage("", tool_calls=[{**_add("c1"), "name": "divide", "args": {"a": 1, "b": 0}}])
    nodes = {"model": always({"messages": [asked]}), "tools": ToolNode([divide])}
    return graph(nodes, saver=saver), [HI]


def tool_that_asks(saver: Any) -> Any:
    model = ScriptedChatModel([[call("add", a=1, b=2), call("send", text="x")], "sent"])
    return create_agent(model, tools=[add, send], checkpointer=saver), [HI, Command(resume="ok")]


def _add(identity: str) -> Any:
    return {"name": "add", "args": {"a": 1, "b": 2}, "id": identity}


@tool
def add(a: int, b: int) -> int:
    """Add."""
    return a + b


@tool
def divide(a: int, b: int) -> float:
    """Divide."""
    time.sleep(0.05)  # a failure cancels what runs beside it, and that leaves no trace
    return a / b


divide.handle_tool_error = True


def agent_as_a_tool_that_asks(saver: Any) -> Any:
    inner: Any = create_agent(ScriptedChatModel([call("send", text="x"), "sent"]), tools=[send])

    @tool
    def helper(q: str) -> str:
        """Ask another agent."""
        return str(inner.invoke({"messages": q})["messages"][-1].text)

    model = ScriptedChatModel([call("helper", q="send x"), "it is sent"])
    made = create_agent(model, tools=[helper], checkpointer=saver)
    return made, [HI, Command(resume="ok")]


def agent_as_a_tool_that_waits(saver: Any) -> Any:
    made, inputs = agent_as_a_tool_that_asks(saver)
    return made, inputs[:1]


def summarizing_agent(saver: Any) -> Any:
    writer = ScriptedChatModel(["the summary"] * 3)
    shorten = SummarizationMiddleware(model=writer, trigger=("messages", 3), keep=("messages", 1))
    model = ScriptedChatModel(["one", "two", "three"])
    made = create_agent(model, tools=[add], middleware=[shorten], checkpointer=saver)
    return made, [{"messages": [("user", text)]} for text in ("a", "b", "c")]


@tool
def send(text: str) -> str:
    """Send."""
    return str(interrupt("send it?"))


AGENTS = (
    agent,
    agent_with_errors,
    agent_stopped_before_its_tools,
    agent_that_is_refused,
    agent_as_a_tool,
    agent_as_a_tool_that_asks,
    agent_as_a_tool_that_waits,
    structured_answer,
    summarizing_agent,
    tool_node,
    tool_node_that_fails,
    tool_that_asks,
)
