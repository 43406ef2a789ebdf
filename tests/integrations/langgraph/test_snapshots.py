"""Paths of snapshots."""

import random
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from conformance.capture.scene import drawn, say
from integrations.langgraph import scenes
from integrations.langgraph.threads import THREAD, only, ran
from odograph.errors import InputError
from odograph.trace import NodePath
from odograph_langgraph import from_thread, path_from_snapshots


def test_snapshots_are_read_from_the_oldest_however_they_are_listed() -> None:
    newest_first: list[Any] = [
        {"step": 2, "next": []},
        {"step": 1, "next": ["write"]},
        {"step": 0, "next": ["plan"]},
        {"step": -1, "next": ["__start__"]},
    ]

    assert path_from_snapshots(newest_first) == NodePath.of(["plan", "write"])
    assert path_from_snapshots(newest_first[::-1]) == NodePath.of(["plan", "write"])


class Shuffled(InMemorySaver):
    """Lists checkpoints in no order."""

    def list(self, *args: Any, **kwargs: Any) -> Any:
        listed = [*super().list(*args, **kwargs)]
        random.Random(1).shuffle(listed)
        return iter(listed)


def test_a_thread_is_read_from_the_oldest_however_it_is_listed() -> None:
    made, inputs = scenes.pause_in_a_subgraph(Shuffled())
    for value in inputs:
        made.invoke(value, THREAD)

    assert from_thread(made, THREAD)[0].path == only(ran(scenes.pause_in_a_subgraph)).path


@pytest.mark.parametrize(
    "scene", [scenes.linear, scenes.loop, scenes.fan_out, scenes.command, scenes.deferred]
)
def test_snapshots_of_a_graph_without_inner_ones_tell_the_same_as_its_thread(
    scene: scenes.Scene,
) -> None:
    made = ran(scene)
    told = only(made).path

    assert told is not None
    assert path_from_snapshots(made.get_state_history(THREAD)).nodes == told.nodes


def test_what_is_to_run_has_not_run() -> None:
    made = ran(scenes.pause_before)

    assert drawn(path_from_snapshots(made.get_state_history(THREAD))) == ["a"]


def test_a_pause_is_a_visit() -> None:
    made = ran(scenes.open_pause_with_a_sibling)
    path = path_from_snapshots(made.get_state_history(THREAD))

    assert drawn(path) == ["pre", ("ask !interrupted", "par")]


def test_one_branch_is_followed() -> None:
    made = ran(scenes.linear)
    past = next(one for one in made.get_state_history(THREAD) if one.next == ("b",))
    made.update_state(past.config, say("instead")(None))
    made.invoke(None, THREAD)

    assert drawn(path_from_snapshots(made.get_state_history(THREAD))) == ["a", "b"]


def test_a_snapshot_without_a_step_is_refused() -> None:
    with pytest.raises(InputError, match=r"^\[1\]: a snapshot must have a step"):
        path_from_snapshots([{"step": 0, "next": ["a"]}, {"next": []}])
