from typing import Any

import pytest

from odograph_langchain.held import hold, read


@pytest.mark.parametrize("size", [2, 1000])
def test_what_a_state_becomes_later_is_not_seen(size: int) -> None:
    messages = list(range(size))
    state: dict[str, Any] = {"messages": messages, "tags": ("a",)}
    held = hold(state)
    messages.append(-1)
    state["more"] = 1

    assert read(held) == {"messages": list(range(size)), "tags": ("a",)}


@pytest.mark.parametrize("size", [2, 1000])
def test_a_list_is_read_as_it_was(size: int) -> None:
    messages = list(range(size))
    held = hold(messages)
    messages.append(-1)

    assert read(held) == list(range(size))
    assert read(held) is not messages


def test_a_long_list_is_not_copied_until_it_is_read() -> None:
    class Counting(list[int]):
        copies = 0

        def __iter__(self) -> Any:
            Counting.copies += 1
            return super().__iter__()

    hold({"messages": Counting(range(1000))})
    hold(Counting(range(1000)))

    assert Counting.copies == 0


def test_anything_else_is_held_as_it_is() -> None:
    thing = object()

    assert read(hold(thing)) is thing
    assert read(hold("text")) == "text"
