"""Pauses for a person, and what resumes them: one turn."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt

from conformance.capture.scene import (
    RUNS,
    Run,
    Words,
    always,
    config,
    drawn,
    graph,
    invoke,
    say,
    texts,
    word,
)
from odograph.trace import sample_from_dict, sample_to_dict
from odograph_langchain import Recorder

HI: Any = {"messages": [("user", "hi")]}
NO_WORDS: Any = {"words": []}

run_modes = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)


def ask(state: Any) -> Any:
    return say(interrupt("send it?"))(state)


def ask_word(state: Any) -> Any:
    return {"words": [interrupt("which?")]}


@run_modes
def test_a_pause_with_a_sibling_and_its_resumption_are_one_turn(run: Run) -> None:
    nodes = {"pre": say("pre"), "ask": ask, "par": say("par"), "post": say("post")}
    edges = [(START, "pre"), ("pre", "ask"), ("pre", "par"), (("ask", "par"), "post")]
    made = graph(nodes, *edges, saver=InMemorySaver())
    recorder = Recorder()
    run(made, HI, config(recorder, "t"))
    paused = recorder.sample()
    run(made, Command(resume="yes"), config(recorder, "t"))
    (sample,) = recorder.samples

    assert paused.status == "interrupted"
    assert drawn(paused.path) == ["pre", ("ask !interrupted", "par")]
    assert [one.value for one in paused.interrupts] == ["send it?"]
    assert sample.status == "completed"
    assert drawn(sample.path) == ["pre", ("ask x2", "par"), "post"]
    assert texts(sample) == ["hi", "pre", "yes", "par", "post"]
    assert sample.run_id == paused.run_id
    assert sample_from_dict(sample_to_dict(sample)) == sample


@run_modes
def test_two_pauses_of_one_node(run: Run) -> None:
    def ask_twice(state: Any) -> Any:
        return {"words": [interrupt("first?"), interrupt("second?")]}

    nodes = {"pre": word("pre"), "ask": ask_twice, "post": word("post")}
    made = graph(nodes, state=Words, saver=InMemorySaver())
    recorder = Recorder()
    run(made, NO_WORDS, config(recorder, "t"))
    run(made, Command(resume="1"), config(recorder, "t"))
    run(made, Command(resume="2"), config(recorder, "t"))
    (sample,) = recorder.samples

    assert drawn(sample.path) == ["pre", "ask x3", "post"]
    assert [(one.value, one.answer) for one in sample.interrupts] == [
        ("first?", "1"),
        ("second?", "2"),
    ]
    assert [one.node for one in sample.interrupts] == ["ask", "ask"]


@run_modes
def test_a_pause_inside_a_subgraph(run: Run) -> None:
    inner = graph({"s1": word("1"), "ask": ask_word}, state=Words)
    made = graph({"sub": inner, "post": word("p")}, state=Words, saver=InMemorySaver())
    recorder = Recorder()
    run(made, NO_WORDS, config(recorder, "t"))
    assert recorder.sample().status == "interrupted"
    run(made, Command(resume="x"), config(recorder, "t"))
    (sample,) = recorder.samples

    assert drawn(sample.path) == [{"sub x2": ["s1", "ask x2"]}, "post"]
    assert [(one.node, one.value) for one in sample.interrupts] == [("sub/ask", "which?")]


def test_parallel_subgraphs_resumed_by_id() -> None:
    def team(name: str) -> Any:
        return graph({f"{name}1": ask_word}, state=Words)

    made = graph(
        {"A": team("a"), "B": team("b")},
        (START, "A"),
        (START, "B"),
        state=Words,
        saver=InMemorySaver(),
    )
    recorder = Recorder()
    invoke(made, NO_WORDS, config(recorder, "t"))
    ids = [one.id for one in made.get_state(config(recorder, "t")).interrupts]
    out = made.invoke(Command(resume=dict.fromkeys(ids, "yes")), config(recorder, "t"))
    (sample,) = recorder.samples

    assert out["words"] == ["yes", "yes"]
    assert drawn(sample.path) == [({"A x2": ["a1 x2"]}, {"B x2": ["b1 x2"]})]
    assert [one.answer for one in sample.interrupts] == ["yes", "yes"]
    assert sample.status == "completed"


@pytest.mark.parametrize("where", ["interrupt_before", "interrupt_after"])
def test_a_pause_at_the_border_of_a_node(where: str) -> None:
    stops = {where: ["b"] if where == "interrupt_before" else ["a"]}
    made = graph({"a": say("A"), "b": say("B")}, saver=InMemorySaver(), **stops)
    recorder = Recorder()
    invoke(made, HI, config(recorder, "t"))
    paused = recorder.sample()
    invoke(made, None, config(recorder, "t"))
    (sample,) = recorder.samples

    assert (paused.status, drawn(paused.path)) == ("interrupted", ["a"])
    assert (sample.status, drawn(sample.path)) == ("completed", ["a", "b"])
    assert texts(sample) == ["hi", "A", "B"]


def test_the_same_question_asked_until_the_answer_will_do() -> None:
    def ask_age(state: Any) -> Any:
        while not (age := interrupt("age?")).isdigit():
            pass
        return {"words": [age]}

    made = graph({"ask": ask_age}, state=Words, saver=InMemorySaver())
    recorder = Recorder()
    invoke(made, NO_WORDS, config(recorder, "t"))
    for answer in ("old", "42"):
        invoke(made, Command(resume=answer), config(recorder, "t"))

    assert [(one.value, one.answer) for one in recorder.sample().interrupts] == [
        ("age?", "old"),
        ("age?", "42"),
    ]


def test_a_question_left_open_while_another_is_answered_counts_once() -> None:
    nodes = {"a": ask_word, "b": ask_word}
    made = graph(nodes, (START, "a"), (START, "b"), state=Words, saver=InMemorySaver())
    recorder = Recorder()
    invoke(made, NO_WORDS, config(recorder, "t"))
    first, second = (one.id for one in made.get_state(config(recorder, "t")).interrupts)
    invoke(made, Command(resume={first: "1"}), config(recorder, "t"))
    assert sorted(str(one.answer) for one in recorder.sample().interrupts) == ["1", "None"]
    invoke(made, Command(resume={second: "2"}), config(recorder, "t"))
    sample = recorder.sample()

    assert sorted(one.answer for one in sample.interrupts) == ["1", "2"]
    assert sample.status == "completed"


def test_a_pause_that_is_never_resumed_stays_a_turn_of_its_own() -> None:
    made = graph({"ask": ask}, saver=InMemorySaver())
    recorder = Recorder()
    invoke(made, HI, config(recorder, "t"))
    invoke(made, {"messages": [("user", "forget it")]}, config(recorder, "t"))
    first, second = recorder.samples

    assert (first.status, texts(first)) == ("interrupted", ["hi"])
    assert (second.status, texts(second)) == ("interrupted", ["forget it"])


def test_pauses_of_two_threads_are_kept_apart() -> None:
    made = graph({"ask": ask}, saver=InMemorySaver())
    recorder = Recorder()
    for thread in ("t1", "t2"):
        invoke(made, HI, config(recorder, thread))
    for thread in ("t2", "t1"):
        invoke(made, Command(resume=f"yes {thread}"), config(recorder, thread))

    assert [texts(one) for one in recorder.samples] == [["hi", "yes t1"], ["hi", "yes t2"]]
    assert [one.thread_id for one in recorder.samples] == ["t1", "t2"]


def test_a_turn_that_began_unwatched_says_so() -> None:
    made = graph({"pre": say("pre"), "ask": ask}, saver=InMemorySaver())
    invoke(made, HI, {"configurable": {"thread_id": "t"}})
    recorder = Recorder()
    invoke(made, Command(resume="yes"), config(recorder, "t"))
    sample = recorder.sample()

    assert texts(sample) == ["hi", "pre", "yes"]
    assert list(sample.gaps) == ["the run goes on with one that is not part of the sample"]


def test_another_checkpoint_starts_a_turn_of_its_own() -> None:
    made = graph({"a": say("A"), "b": say("B")}, saver=InMemorySaver())
    recorder = Recorder()
    invoke(made, HI, config(recorder, "t"))
    past = next(one for one in made.get_state_history(config(recorder, "t")) if one.next == ("b",))
    made.invoke(None, {**past.config, "callbacks": [recorder]})

    assert [drawn(one.path) for one in recorder.samples] == [["a", "b"], ["b"]]


def test_a_pause_on_a_graph_without_messages_and_a_branch() -> None:
    builder: Any = StateGraph(MessagesState)
    builder.add_node("ask", ask)
    builder.add_conditional_edges(START, always("ask"), ["ask"])
    made = builder.compile(checkpointer=InMemorySaver())
    recorder = Recorder()
    invoke(made, HI, config(recorder, "t"))
    invoke(made, Command(resume="yes"), config(recorder, "t"))

    assert drawn(recorder.sample().path) == ["ask x2"]


def test_a_stop_before_the_first_node_keeps_what_was_asked() -> None:
    made = graph({"a": say("A")}, saver=InMemorySaver(), interrupt_before=["a"])
    recorder = Recorder()
    invoke(made, HI, config(recorder, "t"))
    paused = recorder.sample()

    assert (paused.status, texts(paused), drawn(paused.path)) == ("interrupted", ["hi"], [])

    invoke(made, None, config(recorder, "t"))
    assert texts(recorder.sample()) == ["hi", "A"]
    assert drawn(recorder.sample().path) == ["a"]
