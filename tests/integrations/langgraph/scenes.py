"""Runs on a thread that both a recorder and a checkpointer can see."""

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of graph builders are partly unknown)
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from langgraph.func import entrypoint, task
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Command, Send, interrupt

from conformance.capture.scene import Words, always, graph, say, word
from integrations.langgraph.scenes_of_agents import AGENTS
from integrations.langgraph.scenes_of_states import STATES

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


def failure_of_a_branch(saver: Any) -> Any:
    builder: Any = StateGraph(MessagesState)
    builder.add_node("a", say("A"))
    builder.add_node("b", say("B"))
    builder.add_edge(START, "a")
    builder.add_conditional_edges("a", bad, ["b"])
    return builder.compile(checkpointer=saver), [HI]


def failure_before_the_first_node(saver: Any) -> Any:
    builder: Any = StateGraph(MessagesState)
    builder.add_node("a", say("A"))
    builder.add_conditional_edges(START, bad, ["a"])
    return builder.compile(checkpointer=saver), [HI]


def failure_then_another_turn(saver: Any) -> Any:
    broken = iter([True, False])

    def b(state: Any) -> Any:
        return bad(state) if next(broken) else say("B")(state)

    again = {"messages": [("user", "again")]}
    return graph({"a": say("A"), "b": b}, saver=saver), [HI, again]


def failure_then_going_on(saver: Any) -> Any:
    made, _ = failure_then_another_turn(saver)
    return made, [HI, None]


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


def failure_that_is_caught(saver: Any) -> Any:
    inner = graph({"bad": bad}, state=Words)

    def c(state: Any) -> Any:
        with suppress(ValueError):
            inner.invoke(NO_WORDS)
        return {"words": ["c"]}

    return graph({"c": c}, state=Words, saver=saver), [NO_WORDS]


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
        failure_of_a_branch,
        failure_before_the_first_node,
        failure_then_another_turn,
        failure_then_going_on,
        graph_called_twice,
        deferred,
        error_handler,
        failure_that_is_caught,
        pause_before_a_node_of_a_subgraph,
        parallel_pauses_answered_one_by_one,
        functional,
        *AGENTS,
        *STATES,
    )
}
