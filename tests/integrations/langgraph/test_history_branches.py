"""Branches, updates, and threads that kept only some of their checkpoints."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, Send

from conformance.capture.scene import drawn, graph, say, texts
from integrations.langgraph import scenes
from integrations.langgraph.scenes import HI
from integrations.langgraph.scenes_of_agents import agent
from integrations.langgraph.scenes_of_states import three_turns
from integrations.langgraph.threads import THREAD, only, own_gaps, ran
from odograph_langgraph import from_thread


def past(made: Any, due: str) -> Any:
    """The config of the first checkpoint after which a node was to run."""
    history = list(made.get_state_history(THREAD))
    return next(one for one in reversed(history) if one.next == (due,)).config


def test_only_the_branch_that_leads_to_the_latest_checkpoint_is_followed() -> None:
    made = ran(scenes.linear)
    made.invoke(None, past(made, "b"))
    sample = only(made)

    assert drawn(sample.path) == ["a", "b"]
    assert texts(sample) == ["hi", "A", "B"]


def test_another_branch_is_named_by_its_checkpoint() -> None:
    made = ran(scenes.linear)
    ended = made.get_state(THREAD).config
    made.update_state(past(made, "b"), say("instead")(None))
    made.invoke(None, THREAD)

    assert texts(only(made)) == ["hi", "A", "instead", "B"]
    assert texts(only(made, ended)) == ["hi", "A", "B"]


def test_a_checkpoint_in_the_middle_gives_the_run_so_far() -> None:
    made = ran(scenes.linear)
    sample = only(made, past(made, "b"))

    assert drawn(sample.path) == ["a"]
    assert sample.status is None
    assert own_gaps(sample) == ["the run went on beyond the checkpoint that was given"]


def test_an_update_of_the_state_is_no_visit() -> None:
    made = ran(scenes.linear)
    made.update_state(THREAD, say("outside")(None), as_node="a")
    sample = only(made)

    assert drawn(sample.path) == ["a", "b"]
    assert texts(sample) == ["hi", "A", "B", "outside"]
    assert sample.status == "completed"
    assert own_gaps(sample) == [
        "message 3: written by no node (an update of the state)",
        "b was to run after an update of the state and has not",
    ]


def test_a_thread_that_was_only_updated_ran_nothing() -> None:
    made, _ = scenes.linear(InMemorySaver())
    made.update_state(THREAD, say("outside")(None))
    sample = only(made)

    assert (drawn(sample.path), sample.status, texts(sample)) == ([], None, ["outside"])


COMMANDS: dict[str, Any] = {
    "goto": (Command(goto="b", update={"messages": [("user", "jump")]}), ["jump", "B"]),
    "send": (Command(goto=Send("b", {"messages": []})), ["B"]),
}


@pytest.mark.parametrize(("given", "said"), COMMANDS.values(), ids=COMMANDS)
def test_a_command_as_an_input_begins_a_turn(given: Any, said: list[str]) -> None:
    made = ran(scenes.linear)
    made.invoke(given, THREAD)
    first, second = from_thread(made, THREAD)

    assert drawn(first.path) == ["a", "b"]
    assert drawn(second.path) == ["b"]
    assert texts(second) == said


def test_a_thread_that_keeps_only_the_end_of_each_run() -> None:
    made = ran(agent, durability="exit")
    sample = only(made)

    assert drawn(sample.path) == []
    assert sample.path is not None
    assert list(sample.path.gaps) == [1, 2, 3]
    assert texts(sample)[0] == "hi"
    assert [(one.name, one.outcome) for one in sample.call_records] == [
        ("add", "executed"),
        ("add", "executed"),
    ]
    assert own_gaps(sample) == [
        "supersteps 1 to 3 left no checkpoint; ran there, in unknown order and number: model, tools"
    ]


def test_turns_are_known_even_where_only_ends_are_kept() -> None:
    made = ran(three_turns, durability="exit")

    assert [texts(one) for one in from_thread(made, THREAD)] == [
        ["q1", "A1"],
        ["q2", "A2"],
        ["q3", "A3"],
    ]


def test_a_pause_is_kept_even_where_only_ends_are() -> None:
    sample = only(ran(scenes.two_pauses, durability="exit"))

    assert drawn(sample.path) == ["ask x3"]
    assert sample.path is not None
    assert list(sample.path.gaps) == [1, 3]
    assert [(one.value, one.answer) for one in sample.interrupts] == [
        (None, "1"),
        ("second?", None),
    ]


def test_a_history_of_another_graph_is_told() -> None:
    saver = InMemorySaver()
    made, _ = scenes.linear(saver)
    made.invoke(HI, THREAD)
    sample = only(graph({"other": say("O")}, saver=saver))

    assert drawn(sample.path) == ["a", "b"]
    assert texts(sample) == ["hi", "A", "B"]
    assert own_gaps(sample) == [
        "the graph lacks nodes that the history has: it is another one, or has changed"
    ]


def test_older_checkpoints_that_were_deleted_are_told() -> None:
    saver = InMemorySaver()
    made, inputs = three_turns(saver)
    for value in inputs:
        made.invoke(value, THREAD)
    kept = saver.storage["t"][""]
    for identity in sorted(kept)[:4]:
        del kept[identity]
    samples = from_thread(made, THREAD)

    assert [texts(one) for one in samples] == [["A2"], ["q3", "A3"]]
    assert own_gaps(samples[0])[0].startswith("the history begins with superstep")
