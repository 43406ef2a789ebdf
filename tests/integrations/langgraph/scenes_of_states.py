"""Runs that change the messages of a state in every way, over states of every shape."""

import functools
import operator
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, RemoveMessage
from langgraph.channels import DeltaChannel
from langgraph.graph import START, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES, add_messages
from langgraph.types import Overwrite
from pydantic import BaseModel

from conformance.capture.scene import always, graph, say

HI: Any = {"messages": [("user", "hi")]}


class Chat(TypedDict):
    chat: Annotated[list[AnyMessage], add_messages]


class Plain(TypedDict):
    messages: Annotated[list[AnyMessage], operator.add]


class Model(BaseModel):
    messages: Annotated[list[AnyMessage], add_messages] = []


def another_key(saver: Any) -> Any:
    nodes = {"a": always({"chat": [AIMessage("A")]}), "b": always({"chat": [AIMessage("B")]})}
    return graph(nodes, state=Chat, saver=saver), [{"chat": [HumanMessage("hi")]}]


def equal_texts_without_ids(saver: Any) -> Any:
    nodes = {"a": say("same"), "b": say("same"), "c": say("end")}
    return graph(nodes, state=Plain, saver=saver), [{"messages": [HumanMessage("hi")]}]


def pydantic_state(saver: Any) -> Any:
    return graph({"a": say("A"), "b": say("B")}, state=Model, saver=saver), [HI]


def list_state(saver: Any) -> Any:
    builder: Any = StateGraph(Annotated[list[AnyMessage], add_messages])  # type: ignore[arg-type]
    builder.add_node("a", always(AIMessage("A")))
    builder.add_node("b", always([AIMessage("B")]))
    builder.add_edge(START, "a")
    builder.add_edge("a", "b")
    return builder.compile(checkpointer=saver), [[HumanMessage("hi")]]


def overwriting(saver: Any) -> Any:
    over = always({"messages": Overwrite([AIMessage("new")])})
    return graph({"a": say("A"), "over": over, "b": say("B")}, saver=saver), [HI]


def editing(saver: Any) -> Any:
    def edit(state: Any) -> Any:
        return {"messages": [AIMessage("edited", id=state["messages"][-1].id)]}

    return graph({"a": say("draft"), "edit": edit}, saver=saver), [HI]


def forgetting(saver: Any) -> Any:
    def forget(state: Any) -> Any:
        return {"messages": [RemoveMessage(state["messages"][0].id)]}

    return graph({"a": say("A"), "forget": forget, "b": say("B")}, saver=saver), [HI]


def summing_up(saver: Any) -> Any:
    def sum_up(state: Any) -> Any:
        return {
            "messages": [RemoveMessage(REMOVE_ALL_MESSAGES), *say("summary")(state)["messages"]]
        }

    return graph({"a": say("A"), "sum_up": sum_up, "b": say("B")}, saver=saver), [HI]


def three_turns(saver: Any) -> Any:
    answers = iter(["A1", "A2", "A3"])

    def a(state: Any) -> Any:
        return say(next(answers))(state)

    made = graph({"a": a}, saver=saver)
    return made, [{"messages": [("user", text)]} for text in ("q1", "q2", "q3")]


def _add_all(state: Any, writes: Any) -> Any:
    return functools.reduce(add_messages, writes, state)


class Changes(TypedDict):
    """A checkpoint keeps what changed in it, not the whole."""

    messages: Annotated[list[AnyMessage], DeltaChannel(_add_all)]


def changes_alone(saver: Any) -> Any:
    again = {"messages": [("user", "again")]}
    return graph({"a": say("A"), "b": say("B")}, state=Changes, saver=saver), [HI, again]


STATES = (
    another_key,
    changes_alone,
    editing,
    equal_texts_without_ids,
    forgetting,
    list_state,
    overwriting,
    pydantic_state,
    summing_up,
    three_turns,
)
