"""Samples from the checkpoints of a thread: what only a history can say, or cannot."""

from typing import Any

import pytest
from langgraph import func
from langgraph.cache.memory import InMemoryCache
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import task
from langgraph.graph import START, StateGraph
from langgraph.types import CachePolicy, Command, RetryPolicy, Send, interrupt

from conformance.capture.scene import Words, always, drawn, graph, say, texts, word
from integrations.langgraph import scenes
from integrations.langgraph.scenes_of_agents import agent, agent_stopped_before_its_tools
from integrations.langgraph.scenes_of_states import three_turns
from odograph import PathMatch, TrajectoryMatch
from odograph.errors import InputError
from odograph.trace import MultiTurnSample, sample_from_dict, sample_to_dict
from odograph_langgraph import afrom_thread, from_thread

THREAD: Any = {"configurable": {"thread_id": "t"}}
HI = scenes.HI
NO_WORDS = scenes.NO_WORDS


def ran(scene: scenes.Scene, **options: Any) -> Any:
    """Run all inputs of a scene and return the graph."""
    made, inputs = scene(InMemorySaver())
    for value in inputs:
        made.invoke(value, THREAD, **options)
    return made


def only(made: Any, config: Any = THREAD) -> MultiTurnSample:
    (sample,) = from_thread(made, config)
    return sample


def past(made: Any, due: str) -> Any:
    """The config of the first checkpoint after which a node was to run."""
    history = list(made.get_state_history(THREAD))
    return next(one for one in reversed(history) if one.next == (due,)).config


def own_gaps(sample: MultiTurnSample) -> list[str]:
    """The gaps beyond what no history knows."""
    assert sample.gaps[0].startswith("rebuilt from a checkpointer: retries, times, model calls")
    return list(sample.gaps[1:])


def test_a_run_that_was_not_recorded_is_scored_from_its_thread() -> None:
    sample = only(ran(agent))

    assert PathMatch().score(sample, reference_path=["model", ("tools", "tools"), "model"])
    assert TrajectoryMatch().score(sample, reference_trajectory=sample.user_input)
    assert sample.thread_id == "t"
    assert sample_from_dict(sample_to_dict(sample)) == sample


def test_what_a_history_cannot_know_is_absent() -> None:
    sample = only(ran(agent))

    assert list(sample.model_calls) == []
    assert sample.run_id is None
    assert {one.started_at for one in sample.call_records} == {None}
    assert {one.latency for one in sample.call_records} == {None}
    assert own_gaps(sample) == []


def test_a_retry_leaves_no_trace() -> None:
    broken = iter([True, False])

    def flaky(state: Any) -> Any:
        if next(broken):
            raise ConnectionError("down")
        return word("ok")(state)

    builder: Any = StateGraph(Words)
    builder.add_node("flaky", flaky, retry_policy=RetryPolicy(initial_interval=0.001))
    builder.add_edge(START, "flaky")
    made = builder.compile(checkpointer=InMemorySaver())
    made.invoke(NO_WORDS, THREAD)

    assert drawn(only(made).path) == ["flaky"]


def test_a_retried_graph_inside_a_node_is_told_by_its_failed_attempt() -> None:
    broken = iter([True, False])

    def flaky(state: Any) -> Any:
        if next(broken):
            raise ConnectionError("down")
        return word("ok")(state)

    builder: Any = StateGraph(Words)
    inner = graph({"s1": word("1"), "flaky": flaky}, state=Words)
    builder.add_node("sub", inner, retry_policy=RetryPolicy(initial_interval=0.001))
    builder.add_edge(START, "sub")
    made = builder.compile(checkpointer=InMemorySaver())
    made.invoke(NO_WORDS, THREAD)

    assert drawn(only(made).path) == [{"sub x2": ["s1", "flaky"]}]


def test_a_cached_node_is_visible() -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("a", word("a"))
    builder.add_node("cached", word("c"), cache_policy=CachePolicy(key_func=always(b"key")))
    builder.add_node("beside", word("b"))
    builder.add_edge(START, "a")
    builder.add_edge("a", "cached")
    builder.add_edge("a", "beside")
    made = builder.compile(checkpointer=InMemorySaver(), cache=InMemoryCache())
    made.invoke(NO_WORDS, {"configurable": {"thread_id": "before"}})
    made.invoke(NO_WORDS, THREAD)

    assert drawn(only(made).path) == ["a", ("beside", "cached")]


def test_turns_are_samples_and_a_thread_is_one() -> None:
    made = ran(three_turns)

    assert [texts(one) for one in from_thread(made, THREAD)] == [
        ["q1", "A1"],
        ["q2", "A2"],
        ["q3", "A3"],
    ]
    (whole,) = from_thread(made, THREAD, by="thread")
    assert texts(whole) == ["q1", "A1", "q2", "A2", "q3", "A3"]
    assert drawn(whole.path) == ["a", "a", "a"]


def test_the_case_is_read_off_the_metadata_of_the_run() -> None:
    made, _ = scenes.linear(InMemorySaver())
    made.invoke(HI, {**THREAD, "metadata": {"case_id": "refund", "attempt": 2, "team": "blue"}})
    sample = only(made)

    assert (sample.case_id, sample.attempt) == ("refund", 2)
    assert sample.metadata == {"team": "blue"}


def test_a_thread_without_checkpoints_has_no_samples() -> None:
    made, _ = scenes.linear(InMemorySaver())

    assert from_thread(made, THREAD) == []


def test_an_empty_list_of_messages_is_no_fault() -> None:
    made = graph({"a": say("A")}, saver=InMemorySaver())
    made.invoke({"messages": []}, THREAD)

    assert texts(only(made)) == ["A"]


def test_both_questions_of_a_node_count_and_only_the_last_is_known() -> None:
    sample = only(ran(scenes.two_pauses))

    assert drawn(sample.path) == ["pre", "ask x3", "post"]
    assert [(one.value, one.answer, one.node) for one in sample.interrupts] == [
        (None, "1", "ask"),
        ("second?", "2", "ask"),
    ]
    assert own_gaps(sample) == ["ask asked 2 times; only its last question was kept"]


def test_the_answer_to_a_pause_is_kept() -> None:
    (one,) = only(ran(scenes.pause_in_a_subgraph)).interrupts

    assert (one.value, one.node, one.answer) == ("which?", "sub/ask", "x")


def test_an_open_pause_has_no_answer() -> None:
    sample = only(ran(scenes.open_pause_in_a_subgraph))

    assert sample.status == "interrupted"
    assert [one.answer for one in sample.interrupts] == [None]


def test_a_graph_that_is_compiled_to_stop_paused_there() -> None:
    sample = only(ran(agent_stopped_before_its_tools))

    assert sample.status == "interrupted"
    assert drawn(sample.path) == ["model"]
    assert [(one.value, one.node) for one in sample.interrupts] == [(None, "tools")]
    assert [one.outcome for one in sample.call_records] == ["unanswered"]
    assert own_gaps(sample) == []


def test_why_a_node_did_not_run_may_be_unknown() -> None:
    made, inputs = agent(InMemorySaver())
    made.invoke(inputs[0], THREAD, interrupt_before=["tools"])
    sample = only(made)

    assert sample.status == "interrupted"
    assert drawn(sample.path) == ["model"]
    assert list(sample.interrupts) == []
    assert own_gaps(sample) == [
        "tools, tools was to run and has not: whether for a pause, a limit or a stop is not known"
    ]


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


def test_a_graph_inside_a_node_that_kept_nothing_is_told() -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("s", word("s"))
    builder.add_edge(START, "s")
    made = graph({"sub": builder.compile(checkpointer=False)}, state=Words, saver=InMemorySaver())
    made.invoke(NO_WORDS, THREAD)
    sample = only(made)

    assert drawn(sample.path) == ["sub"]
    assert own_gaps(sample) == ["what ran inside sub was not kept"]


def test_a_graph_with_a_memory_of_its_own_is_cut_by_turns() -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("s", word("s"))
    builder.add_edge(START, "s")
    inner = builder.compile(checkpointer=True)
    made = graph({"sub": inner, "p": word("p")}, state=Words, saver=InMemorySaver())
    for _ in range(2):
        made.invoke(NO_WORDS, THREAD)

    assert [drawn(one.path) for one in from_thread(made, THREAD)] == [[{"sub": ["s"]}, "p"]] * 2


def entrypoint(function: Any) -> Any:
    """Make an entrypoint on a checkpointer of its own; its type is partly unknown."""
    made: Any = func.entrypoint(checkpointer=InMemorySaver())
    return made(function)


@task
def double(x: int) -> int:
    return 2 * x


def test_an_entrypoint_has_the_tasks_that_it_called_and_its_input() -> None:
    def twice(x: int) -> int:
        return double(double(x).result()).result()

    work = entrypoint(twice)
    work.invoke(1, THREAD)
    sample = only(work)

    assert drawn(sample.path) == [{"twice": ["double", "double"]}]
    assert sample.metadata == {"input": 1}


def test_names_of_called_tasks_that_were_not_kept_are_told() -> None:
    def ask(x: int) -> int:
        return int(double(x).result()) + int(interrupt("more?"))

    work = entrypoint(ask)
    work.invoke(1, THREAD)
    sample = only(work)

    assert drawn(sample.path) == ["ask !interrupted"]
    assert own_gaps(sample) == ["the names of 1 of the tasks that code called were not kept"]


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


def test_a_graph_without_a_checkpointer_is_refused() -> None:
    made, _ = scenes.linear(None)
    rule = "a history needs the checkpointer with which the graph ran: compile it with one"
    with pytest.raises(InputError, match=rf"^graph.checkpointer: {rule}, got None$"):
        from_thread(made, THREAD)


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ({}, "config.configurable: must name a thread"),
        ({"configurable": {}}, "config.configurable: must name a thread"),
        (
            {"configurable": {"thread_id": "t", "checkpoint_id": "none"}},
            "checkpoint_id: must be a checkpoint of the thread, got 'none'",
        ),
        (
            {"configurable": {"thread_id": "t", "checkpoint_ns": "sub:1"}},
            "must be the thread of a whole graph",
        ),
    ],
)
def test_a_config_that_names_nothing_is_refused(config: Any, told: str) -> None:
    made = ran(scenes.linear)
    with pytest.raises(InputError, match=told):
        from_thread(made, config)


def test_a_wrong_cut_and_what_is_no_graph_are_refused() -> None:
    wrong: Any = "run"
    with pytest.raises(InputError, match="by must be 'turn' or 'thread', got 'run'"):
        from_thread(ran(scenes.linear), THREAD, by=wrong)
    with pytest.raises(InputError, match="graph: must be a compiled graph"):
        from_thread(wrong, THREAD)


async def test_the_async_form_tells_the_same() -> None:
    made = ran(agent)

    assert await afrom_thread(made, THREAD) == from_thread(made, THREAD)


def test_reading_changes_nothing() -> None:
    made = ran(scenes.pause_with_a_sibling)
    before = [(one.config, one.values) for one in made.get_state_history(THREAD)]
    first = from_thread(made, THREAD)

    assert from_thread(made, THREAD) == first
    assert [(one.config, one.values) for one in made.get_state_history(THREAD)] == before


def test_a_thread_of_two_hundred_steps() -> None:
    made = scenes.until(200).compile(checkpointer=InMemorySaver())
    made.invoke(HI, {**THREAD, "recursion_limit": 500})
    sample = only(made)

    assert drawn(sample.path) == ["a"] * 200
    assert len(sample.user_input) == 201
