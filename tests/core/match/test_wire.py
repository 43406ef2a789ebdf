"""A match proved on the wire form is the match that the whole comparison finds."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odograph import InputError, TrajectoryMatch, casefold, from_openai
from odograph.match.order import MatchMode
from odograph.match.wire import matches_word_for_word

MODES: tuple[MatchMode, ...] = get_args(MatchMode)


def wired(*calls: tuple[str, Any], content: Any = None) -> dict[str, Any]:
    listed = [{"id": "c", "function": {"name": n, "arguments": text}} for n, text in calls]
    return {"role": "assistant", "content": content, "tool_calls": listed}


texts = st.sampled_from(["", "{}", '{"a": 1}', '{"a": 1.0}', '{"a":1}', '{"a": 2}', "{", "[1]"])
call = st.tuples(st.sampled_from(["f", "g"]), texts)
assistant = st.lists(call, max_size=2).map(lambda calls: wired(*calls))
other = st.sampled_from(
    [
        {"role": "user", "content": "q"},
        {"role": "system", "content": "s"},
        {"role": "developer", "content": "s"},
        {"role": "tool", "tool_call_id": "c", "content": "r"},
        {"role": "assistant", "content": "done"},
        {"role": "assistant", "content": [{"type": "text", "text": "done"}]},
    ]
)
conversation = st.lists(st.one_of(assistant, other), max_size=5)
modes = st.sampled_from(MODES)


@settings(max_examples=1500)
@given(conversation, conversation, modes, st.sampled_from(["exact", "ignore", "superset"]))
def test_it_scores_as_the_whole_comparison_does(
    run: list[Any], reference: list[Any], mode: MatchMode, args: Any
) -> None:
    metric = TrajectoryMatch(mode, args)
    for wanted in (reference, run, run[::-1]):
        whole = metric.score(from_openai(run), reference_trajectory=from_openai(wanted).user_input)
        assert metric.score_openai(run, wanted) == whole


@pytest.mark.parametrize("mode", MODES)
def test_the_same_words_are_proved_in_every_mode(mode: MatchMode) -> None:
    run = [{"role": "user", "content": "q"}, wired(("f", '{"a": 1}'), ("g", ""))]

    assert matches_word_for_word(mode, run, run) == (2, 2)


def test_calls_of_one_message_have_no_order() -> None:
    run, reference = [wired(("f", "{}"), ("g", "{}"))], [wired(("g", "{}"), ("f", "{}"))]

    assert matches_word_for_word("strict", run, reference) == (2, 2)


@pytest.mark.parametrize("text", ["{", "[1]", "null"])
def test_a_text_that_is_no_object_equals_nothing(text: str) -> None:
    run = [wired(("f", text))]

    assert matches_word_for_word("strict", run, run) is None
    assert not TrajectoryMatch().score_openai(run, run)


def test_other_words_for_the_same_arguments_are_left_to_the_whole_comparison() -> None:
    run, reference = [wired(("f", '{"a": 1}'))], [wired(("f", '{"a":1.0}'))]

    assert matches_word_for_word("strict", run, reference) is None
    assert TrajectoryMatch().score_openai(run, reference)


def test_overrides_decide_also_where_the_words_agree() -> None:
    run = [wired(("f", '{"a": "x"}'))]
    refuses = TrajectoryMatch(overrides={"f": lambda actual, expected: False})

    assert not refuses.score_openai(run, run)
    assert TrajectoryMatch(overrides={"f": {"a": casefold}}).score_openai(run, run)


def test_bad_input_is_told_as_ever() -> None:
    with pytest.raises(InputError, match="role must be one of"):
        TrajectoryMatch().score_openai([{"role": "moderator"}], [{"role": "user"}])
