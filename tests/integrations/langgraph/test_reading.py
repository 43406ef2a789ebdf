"""A checkpointer's copy that builds each message once."""

import time
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from conformance.capture.scene import say
from integrations.langgraph import scenes
from integrations.langgraph.scenes_of_states import equal_texts_without_ids
from odograph_langgraph.reading import read_once

THREAD: Any = {"configurable": {"thread_id": "t"}}


def ran(scene: scenes.Scene, saver: InMemorySaver) -> InMemorySaver:
    made, inputs = scene(saver)
    for value in inputs:
        made.invoke(value, THREAD)
    return saver


def states(saver: Any) -> list[list[Any]]:
    return [one.checkpoint["channel_values"].get("messages", []) for one in saver.list(THREAD)]


def test_the_copy_reads_the_same() -> None:
    saver = ran(scenes.linear, InMemorySaver())

    assert list(read_once(saver).list(THREAD)) == list(saver.list(THREAD))


def test_a_message_with_an_id_is_built_once() -> None:
    last, before, *_ = states(read_once(ran(scenes.linear, InMemorySaver())))

    assert last[0] is before[0]


def test_two_equal_messages_without_ids_stay_two() -> None:
    last, *_ = states(read_once(ran(equal_texts_without_ids, InMemorySaver())))

    assert [one.text for one in last] == ["hi", "same", "same", "end"]
    assert last[1] is not last[2]


def test_the_checkpointer_itself_is_left_as_it_was() -> None:
    saver = ran(scenes.linear, InMemorySaver())
    read_once(saver)
    last, before, *_ = states(saver)

    assert last[0] is not before[0]


def test_another_serializer_is_not_meddled_with() -> None:
    class Own(JsonPlusSerializer):
        pass

    saver = InMemorySaver(serde=Own())

    assert read_once(saver) is saver


def test_a_checkpointer_that_cannot_be_copied_is_read_itself() -> None:
    class Single(InMemorySaver):
        def __copy__(self) -> Any:
            raise TypeError("there is only one")

    saver = Single()

    assert read_once(saver) is saver


def test_a_checkpointer_that_closes_itself_is_not_copied() -> None:
    class Closing(InMemorySaver):
        def __del__(self) -> None:
            self.storage.clear()

    saver = Closing()

    assert read_once(saver) is saver


def test_a_long_conversation_is_read_much_faster() -> None:
    made = scenes.until(150).compile(checkpointer=InMemorySaver())
    made.invoke({"messages": [say("hi")(None)["messages"][0]]}, {**THREAD, "recursion_limit": 500})

    def seconds(saver: Any) -> float:
        start = time.perf_counter()
        states(saver)
        return time.perf_counter() - start

    plain = min(seconds(made.checkpointer) for _ in range(3))
    assert min(seconds(read_once(made.checkpointer)) for _ in range(3)) < plain / 2
