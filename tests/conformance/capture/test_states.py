"""Messages of a state: whatever its shape, whatever a node does to it."""

import operator
from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

import pytest
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    AnyMessage,
    HumanMessage,
    RemoveMessage,
)
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES, add_messages
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, Overwrite
from pydantic import BaseModel

from conformance.capture.scene import (
    RUNS,
    SAVERS,
    Run,
    always,
    calls,
    captured,
    config,
    drawn,
    graph,
    roles,
    same_ids,
    say,
    say_each,
    texts,
)
from odograph_langchain import Recorder

HI: Any = {"messages": [("user", "hi")]}
run_modes = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
savers = pytest.mark.parametrize("saver", SAVERS.values(), ids=SAVERS)


def removed(sample: Any) -> list[str]:
    return [one.content for one in sample.user_input if one.removed]


@run_modes
@savers
def test_a_message_that_is_removed_is_kept_and_marked(run: Run, saver: Any) -> None:
    def forget(state: Any) -> Any:
        return {"messages": [RemoveMessage(state["messages"][0].id)]}

    made = graph({"a": say("A"), "forget": forget, "b": say("B")}, saver=saver())
    sample = captured(made, HI, run=run)

    assert texts(sample) == ["hi", "A", "B"]
    assert removed(sample) == ["hi"]


@run_modes
@savers
def test_the_last_version_of_an_edited_message_counts(run: Run, saver: Any) -> None:
    def edit(state: Any) -> Any:
        return {"messages": [AIMessage("edited", id=state["messages"][-1].id)]}

    made = graph({"a": say("draft"), "edit": edit}, saver=saver())

    assert texts(captured(made, HI, run=run)) == ["hi", "edited"]


def test_a_message_that_is_changed_in_place() -> None:
    def edit(state: Any) -> Any:
        state["messages"][-1].content = "changed"
        return {}

    made = graph({"a": say("draft"), "edit": edit, "b": say("B")})

    assert texts(captured(made, HI)) == ["hi", "changed", "B"]


def test_a_state_that_is_changed_in_place() -> None:
    def append(state: Any) -> Any:
        state["messages"].append(AIMessage("slipped in"))
        return state

    made = graph({"a": append, "b": say("B")})
    recorder = Recorder()
    out = made.invoke(HI, config(recorder))

    assert texts(recorder.sample()) == ["hi", "slipped in", "B"]
    assert same_ids(recorder.sample(), out["messages"])


@run_modes
def test_a_summary_that_replaces_everything_does_not_hide_a_call(run: Run) -> None:
    @tool
    def look(x: str) -> str:
        """Look."""
        return "seen"

    def shorten(state: Any) -> Any:
        return {"messages": [RemoveMessage(REMOVE_ALL_MESSAGES), HumanMessage("summary")]}

    asked = AIMessage("", tool_calls=[{"name": "look", "args": {"x": "1"}, "id": "c"}])
    made = graph({"tools": ToolNode([look]), "shorten": shorten})
    sample = captured(made, {"messages": [HumanMessage("q"), asked]}, run=run)

    assert [one.content for one in sample.user_input if not one.removed] == ["summary"]
    assert calls(sample) == [("look", "executed", 1)]
    assert texts(sample) == ["q", "", "seen", "summary"]


@savers
def test_an_overwrite(saver: Any) -> None:
    fresh = {"messages": Overwrite([HumanMessage("fresh", id="1")])}
    sample = captured(graph({"a": always(fresh), "b": say("B")}, saver=saver()), HI)

    assert texts(sample) == ["hi", "fresh", "B"]
    assert removed(sample) == ["hi"]


WRITES: dict[str, Any] = {
    "a text": "hello",
    "a dict": {"role": "assistant", "content": "hello"},
    "a pair": ("ai", "hello"),
    "a chunk": AIMessageChunk(content="hello", id="c"),
    "a message alone": AIMessage("hello"),
    "several": [("ai", "hello"), {"role": "user", "content": "more"}],
}


@savers
@pytest.mark.parametrize("write", WRITES)
def test_forms_of_a_written_message(write: str, saver: Any) -> None:
    made = graph({"a": always({"messages": WRITES[write]}), "b": say("B")}, saver=saver())
    recorder = Recorder()
    out = made.invoke(HI, config(recorder, "t"))

    assert texts(recorder.sample()) == [one.text for one in out["messages"]]
    assert same_ids(recorder.sample(), out["messages"])


class Chat(TypedDict):
    chat: Annotated[list[AnyMessage], add_messages]


class Model(BaseModel):
    messages: Annotated[list[AnyMessage], add_messages] = []


@dataclass
class Data:
    messages: Annotated[list[AnyMessage], add_messages] = field(default_factory=list[AnyMessage])


@pytest.mark.parametrize(
    ("state", "key"), [(Chat, "chat"), (Model, "messages"), (Data, "messages")]
)
@savers
def test_shapes_of_a_state(state: Any, key: str, saver: Any) -> None:
    nodes = {"a": always({key: [AIMessage("A")]}), "b": always({key: [AIMessage("B")]})}
    made = graph(nodes, state=state, saver=saver())

    assert texts(captured(made, {key: [HumanMessage("hi")]})) == ["hi", "A", "B"]


def test_an_update_that_is_the_state_itself() -> None:
    def a(state: Model) -> Model:
        return Model(messages=[AIMessage("A")])

    assert texts(captured(graph({"a": a}, state=Model), HI)) == ["hi", "A"]


def test_a_state_that_is_a_list() -> None:
    builder: Any = StateGraph(Annotated[list[AnyMessage], add_messages])  # type: ignore[arg-type]
    builder.add_node("a", always(AIMessage("A")))
    builder.add_node("b", always([AIMessage("B")]))
    builder.add_edge(START, "a")
    builder.add_edge("a", "b")

    assert texts(captured(builder.compile(), [HumanMessage("hi")])) == ["hi", "A", "B"]


class Out(TypedDict):
    answer: str


class Inner(MessagesState):
    answer: str


def test_an_output_schema_that_hides_the_messages() -> None:
    builder: Any = StateGraph(Inner, output_schema=Out)
    builder.add_node("a", say("A"))
    builder.add_node("b", always({"answer": "x", "messages": [AIMessage("B")]}))
    builder.add_edge(START, "a")
    builder.add_edge("a", "b")
    sample = captured(builder.compile(), HI)

    assert texts(sample) == ["hi", "A", "B"]


class Plain(TypedDict):
    messages: Annotated[list[AnyMessage], operator.add]


@savers
def test_equal_texts_without_ids_are_two_messages(saver: Any) -> None:
    nodes = {"a": say("same"), "b": say("same"), "c": say("end")}
    made = graph(nodes, state=Plain, saver=saver())
    sample = captured(made, {"messages": [HumanMessage("hi")]})

    assert texts(sample) == ["hi", "same", "same", "end"]


def test_a_subgraph_that_gives_back_the_whole_state_doubles_nothing() -> None:
    team = graph({"x": say("m2"), "y": say("m3")}, state=Plain)
    nodes = {"pre": say("m1"), "team": team, "post": say("m4")}
    sample = captured(graph(nodes), {"messages": []})

    assert texts(sample) == ["m1", "m2", "m3", "m4"]


class Last(TypedDict):
    messages: list[AnyMessage]


def test_a_state_without_a_reducer() -> None:
    def add(text: str) -> Any:
        def node(state: Last) -> Any:
            return {"messages": [*state["messages"], AIMessage(text)]}

        return node

    sample = captured(graph({"a": add("A"), "b": add("B")}, state=Last), {"messages": []})

    assert texts(sample) == ["A", "B"]
    assert removed(sample) == []


def test_commands_and_lists_of_updates() -> None:
    def several(state: Any) -> Any:
        return [Command(update=say("one")(state)), say("two")(state)]

    assert texts(captured(graph({"a": several}), HI)) == ["hi", "one", "two"]


def test_an_update_from_outside_is_told_as_unseen() -> None:
    made = graph({"a": say("A"), "b": say("B")}, saver=InMemorySaver(), interrupt_before=["b"])
    recorder = Recorder()
    made.invoke(HI, config(recorder, "t"))
    made.update_state(config(recorder, "t"), say("outside")(None), as_node="a")
    made.invoke(None, config(recorder, "t"))
    (sample,) = recorder.samples

    assert texts(sample) == ["hi", "A", "outside", "B"]
    assert any(
        gap.startswith("message 2: written where callbacks do not see") for gap in sample.gaps
    )


def test_what_is_no_message_is_told() -> None:
    def odd(state: Any) -> Any:
        return {"messages": [{"role": "moderator", "content": "x"}]}

    with pytest.raises(ValueError, match="moderator"):
        graph({"odd": odd}).invoke(HI)
    sample = captured(graph({"odd": odd}), HI, fails=ValueError)

    assert sample.status == "error"
    assert "'moderator'" in sample.gaps[0]


@run_modes
def test_three_turns_of_a_thread(run: Run) -> None:
    made = graph({"a": say_each("A1", "A2", "A3")}, saver=InMemorySaver())
    recorder = Recorder()
    for text in ("q1", "q2", "q3"):
        run(made, {"messages": [("user", text)]}, config(recorder, "t"))

    assert [texts(one) for one in recorder.samples] == [["q1", "A1"], ["q2", "A2"], ["q3", "A3"]]
    (whole,) = recorder.collect(by="thread")
    assert texts(whole) == ["q1", "A1", "q2", "A2", "q3", "A3"]
    assert drawn(whole.path) == ["a", "a", "a"]
    assert whole.path is not None
    assert list(whole.path.gaps) == []
    assert [texts(one) for one in recorder.collect(by="run")] == [
        texts(one) for one in recorder.samples
    ]


def test_a_thread_that_began_unwatched_is_whole_by_thread_and_new_by_turn() -> None:
    made = graph({"a": say_each("A1", "A2")}, saver=InMemorySaver())
    made.invoke({"messages": [("user", "q1")]}, {"configurable": {"thread_id": "t"}})
    recorder = Recorder()
    made.invoke({"messages": [("user", "q2")]}, config(recorder, "t"))

    assert texts(recorder.sample()) == ["q2", "A2"]
    assert [texts(one) for one in recorder.collect(by="thread")] == [["q1", "A1", "q2", "A2"]]


def test_a_history_that_is_sent_again_without_ids_is_one_history() -> None:
    made = graph({"a": say_each("A1", "A2", "A3")})
    recorder = Recorder()
    history: list[Any] = []
    for text in ("q1", "q2", "q3"):
        history.append(("user", text))
        out = made.invoke({"messages": history}, config(recorder, metadata={"thread_id": "t"}))
        history.append(("ai", out["messages"][-1].text))
    (whole,) = recorder.collect(by="thread")

    assert texts(whole) == ["q1", "A1", "q2", "A2", "q3", "A3"]
    assert roles(whole.user_input) == "uauaua"
    assert [len(one.user_input) for one in recorder.samples] == [2, 4, 6]
