"""Runs on a thread that both a recorder and a checkpointer can see."""

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of LangChain's create_agent and of graph builders are partly unknown)
import operator
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain.agents.structured_output import ToolStrategy
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, RemoveMessage
from langchain_core.tools import tool
from langgraph.func import entrypoint, task
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES, add_messages
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, Overwrite, Send, interrupt
from pydantic import BaseModel

from conformance.capture.scene import Words, always, graph, say, word
from odograph_langchain.testing import ScriptedChatModel, call

Scene = Callable[[Any], tuple[Any, list[Any]]]
"""Builds a graph on a checkpointer, and gives the inputs of its runs, or functions of them."""

HI: Any = {"messages": [("user", "hi")]}
NO_WORDS: Any = {"words": []}


def ask(state: Any) -> Any:
    return say(interrupt("send it?"))(state)


def ask_word(state: Any) -> Any:
    return {"words": [interrupt("which?")]}


def ask_twice(state: Any) -> Any:
    return {"words": [interrupt("first?"), interrupt("second?")]}


def until(count: int) -> Any:
    """A graph that visits one node so many times."""
    builder: Any = StateGraph(MessagesState)
    builder.add_node("a", say("again"))
    builder.add_edge(START, "a")

    def route(state: Any) -> str:
        return "a" if len(state["messages"]) <= count else END

    builder.add_conditional_edges("a", route, ["a", END])
    return builder


def linear(saver: Any) -> Any:
    return graph({"a": say("A"), "b": say("B")}, saver=saver), [HI]


def loop(saver: Any) -> Any:
    return until(3).compile(checkpointer=saver), [HI]


def fan_out(saver: Any) -> Any:
    nodes = {"z": say("z"), "a": say("a"), "join": say("joined")}
    edges: Any = [(START, "z"), (START, "a"), (("z", "a"), "join")]
    return graph(nodes, *edges, saver=saver), [HI]


def subgraph(saver: Any) -> Any:
    inner = graph({"s1": say("one"), "s2": say("two")}, name="sub")
    return graph({"sub": inner, "post": say("end")}, saver=saver), [HI]


def three_levels(saver: Any) -> Any:
    lowest = graph({"s1": say("1"), "s2": say("2")}, name="l3")
    return graph({"l2": graph({"l3": lowest}, name="l2")}, saver=saver), [HI]


def parallel_subgraphs(saver: Any) -> Any:
    def team(name: str) -> Any:
        return graph({f"{name}1": word(name)}, state=Words)

    edges: Any = [(START, "A"), (START, "B")]
    return graph({"A": team("a"), "B": team("b")}, *edges, state=Words, saver=saver), [NO_WORDS]


def sends(saver: Any) -> Any:
    builder: Any = StateGraph(MessagesState)
    for name in ("gen", "p", "w", "red"):
        builder.add_node(name, say(name))
    builder.add_node("sub", graph({"s": say("s")}))
    builder.add_edge(START, "gen")
    builder.add_edge("gen", "p")
    sent = [Send("w", {"messages": []}), Send("sub", {"messages": []}), Send("w", {"messages": []})]
    builder.add_conditional_edges("gen", always(sent), ["w", "sub"])
    builder.add_edge(["p", "w", "sub"], "red")
    return builder.compile(checkpointer=saver), [HI]


def command(saver: Any) -> Any:
    def c(state: Any) -> Command[str]:
        return Command(goto="fin", update=say("c")(state))

    return graph({"c": c, "fin": say("f")}, (START, "c"), saver=saver), [HI]


def hand_over(saver: Any) -> Any:
    def up(state: Any) -> Command[str]:
        return Command(goto="other", graph=Command.PARENT, update=say("up")(state))

    child = graph({"pre": say("pre"), "up": up})
    return graph({"child": child, "other": say("o")}, (START, "child"), saver=saver), [HI]


def two_pauses(saver: Any) -> Any:
    nodes = {"pre": word("pre"), "ask": ask_twice, "post": word("post")}
    made = graph(nodes, state=Words, saver=saver)
    return made, [NO_WORDS, Command(resume="1"), Command(resume="2")]


def pause_with_a_sibling(saver: Any) -> Any:
    nodes = {"pre": say("pre"), "ask": ask, "par": say("par"), "post": say("post")}
    edges: Any = [(START, "pre"), ("pre", "ask"), ("pre", "par"), (("ask", "par"), "post")]
    return graph(nodes, *edges, saver=saver), [HI, Command(resume="yes")]


def open_pause_with_a_sibling(saver: Any) -> Any:
    made, inputs = pause_with_a_sibling(saver)
    return made, inputs[:1]


def pause_in_a_subgraph(saver: Any) -> Any:
    inner = graph({"s1": word("1"), "ask": ask_word}, state=Words)
    made = graph({"sub": inner, "post": word("p")}, state=Words, saver=saver)
    return made, [NO_WORDS, Command(resume="x")]


def open_pause_in_a_subgraph(saver: Any) -> Any:
    made, inputs = pause_in_a_subgraph(saver)
    return made, inputs[:1]


def pause_before(saver: Any) -> Any:
    return graph({"a": say("A"), "b": say("B")}, saver=saver, interrupt_before=["b"]), [HI]


def pause_before_resumed(saver: Any) -> Any:
    made, inputs = pause_before(saver)
    return made, [*inputs, None]


def pause_that_nobody_answers(saver: Any) -> Any:
    return graph({"ask": ask}, saver=saver), [HI, {"messages": [("user", "forget it")]}]


def bad(state: Any) -> Any:
    raise ValueError("no")


def failure(saver: Any) -> Any:
    return graph({"a": say("A"), "bad": bad}, saver=saver), [HI]


def failure_in_a_subgraph(saver: Any) -> Any:
    inner = graph({"s1": say("1"), "bad": bad})
    return graph({"a": say("A"), "sub": inner}, saver=saver), [HI]


def failure_then_another_turn(saver: Any) -> Any:
    broken = iter([True, False])

    def b(state: Any) -> Any:
        return bad(state) if next(broken) else say("B")(state)

    again = {"messages": [("user", "again")]}
    return graph({"a": say("A"), "b": b}, saver=saver), [HI, again]


def failure_then_going_on(saver: Any) -> Any:
    made, _ = failure_then_another_turn(saver)
    return made, [HI, None]


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


def three_turns(saver: Any) -> Any:
    answers = iter(["A1", "A2", "A3"])

    def a(state: Any) -> Any:
        return say(next(answers))(state)

    made = graph({"a": a}, saver=saver)
    return made, [{"messages": [("user", text)]} for text in ("q1", "q2", "q3")]


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


def graph_called_twice(saver: Any) -> Any:
    inner = graph({"s1": word("1"), "s2": word("2")}, state=Words)

    def c(state: Words) -> Any:
        for _ in range(2):
            inner.invoke(NO_WORDS)
        return {"words": ["c"]}

    return graph({"c": c, "post": word("p")}, state=Words, saver=saver), [NO_WORDS]


def deferred(saver: Any) -> Any:
    builder: Any = StateGraph(Words)
    for name in ("a", "b", "b2"):
        builder.add_node(name, word(name))
    builder.add_node("last", word("l"), defer=True)
    edges = [(START, "a"), (START, "b"), ("b", "b2"), ("a", "last"), ("b2", "last")]
    for start, end in edges:
        builder.add_edge(start, end)
    return builder.compile(checkpointer=saver), [NO_WORDS]


def error_handler(saver: Any) -> Any:
    builder: Any = StateGraph(Words)
    builder.add_node("eb", bad, error_handler=always(Command(update={"words": ["h"]}, goto="d")))
    builder.add_node("d", word("d"))
    builder.add_edge(START, "eb")
    return builder.compile(checkpointer=saver), [NO_WORDS]


def pause_before_a_node_of_a_subgraph(saver: Any) -> Any:
    inner = graph({"s1": word("1"), "s2": word("2")}, state=Words, interrupt_before=["s2"])
    made = graph({"sub": inner, "post": word("p")}, state=Words, saver=saver)
    return made, [NO_WORDS, None]


def parallel_pauses_answered_one_by_one(saver: Any) -> Any:
    def team(name: str) -> Any:
        return graph({f"{name}1": ask_word}, state=Words)

    edges: Any = [(START, "A"), (START, "B")]
    made = graph({"A": team("a"), "B": team("b")}, *edges, state=Words, saver=saver)
    return made, [NO_WORDS, _first_question, _first_question]


def _first_question(made: Any, config: Any) -> Any:
    """An input that answers only the first open question."""
    return Command(resume={made.get_state(config).interrupts[0].id: "yes"})


def functional(saver: Any) -> Any:
    inner = graph({"s1": word("1"), "s2": word("2")}, state=Words)

    @task
    def draft(text: str) -> str:
        return f"{text}, "

    @task
    def check(text: str) -> str:
        inner.invoke(NO_WORDS)
        return text

    @entrypoint(checkpointer=saver)
    def write(text: str) -> str:
        drafted = draft(text).result()
        return str(check(drafted).result()) + str(interrupt("sign?"))

    return write, ["dear", Command(resume="me")]


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
    @tool
    def send(text: str) -> str:
        """Send."""
        return str(interrupt("send it?"))

    model = ScriptedChatModel([[call("add", a=1, b=2), call("send", text="x")], "sent"])
    return create_agent(model, tools=[add, send], checkpointer=saver), [HI, Command(resume="ok")]


def _add(identity: str) -> Any:
    return {"name": "add", "args": {"a": 1, "b": 2}, "id": identity}


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


@tool
def add(a: int, b: int) -> int:
    """Add."""
    return a + b


@tool
def divide(a: int, b: int) -> float:
    """Divide."""
    return a / b


divide.handle_tool_error = True

SCENES: dict[str, Scene] = {
    made.__name__: made
    for made in (
        linear,
        loop,
        fan_out,
        subgraph,
        three_levels,
        parallel_subgraphs,
        sends,
        command,
        hand_over,
        two_pauses,
        pause_with_a_sibling,
        open_pause_with_a_sibling,
        pause_in_a_subgraph,
        open_pause_in_a_subgraph,
        pause_before,
        pause_before_resumed,
        pause_that_nobody_answers,
        failure,
        failure_in_a_subgraph,
        failure_then_another_turn,
        failure_then_going_on,
        agent,
        agent_with_errors,
        agent_stopped_before_its_tools,
        agent_that_is_refused,
        agent_as_a_tool,
        three_turns,
        forgetting,
        summing_up,
        graph_called_twice,
        deferred,
        error_handler,
        pause_before_a_node_of_a_subgraph,
        parallel_pauses_answered_one_by_one,
        functional,
        structured_answer,
        tool_node,
        tool_node_that_fails,
        tool_that_asks,
        another_key,
        equal_texts_without_ids,
        pydantic_state,
        list_state,
        overwriting,
        editing,
    )
}
