"""Samples from the checkpoints of a thread: what only a history can say, or cannot."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langgraph import func
from langgraph.cache.memory import InMemoryCache
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import task
from langgraph.graph import START, StateGraph
from langgraph.types import CachePolicy, RetryPolicy, interrupt

from conformance.capture.scene import Words, always, drawn, graph, say, texts, word
from integrations.langgraph import scenes
from integrations.langgraph.scenes import HI, NO_WORDS
from integrations.langgraph.scenes_of_agents import agent, agent_stopped_before_its_tools
from integrations.langgraph.scenes_of_states import three_turns
from integrations.langgraph.threads import THREAD, only, own_gaps, ran
from odograph import PathMatch, TrajectoryMatch
from odograph.errors import InputError
from odograph.trace import sample_from_dict, sample_to_dict
from odograph_langgraph import afrom_thread, from_thread


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
    sample = only(ran(scenes.pause_in_a_subgraph))
    (one,) = sample.interrupts

    assert sample_from_dict(sample_to_dict(sample)) == sample
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


@task
def negative(x: int) -> int:
    return -x


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


def test_a_name_is_not_guessed_for_tasks_that_were_called_in_an_earlier_turn_too() -> None:
    def work(x: int) -> int:
        return double(x).result() + (negative(x).result() if x > 1 else 0)

    made = entrypoint(work)
    for x in (1, 2, 3):
        made.invoke(x, THREAD)
    first, second, third = from_thread(made, THREAD)

    assert drawn(first.path) == [{"work": ["double"]}]
    assert drawn(second.path) == drawn(third.path) == ["work"]
    assert [len(own_gaps(one)) for one in (first, second, third)] == [0, 1, 1]


def test_which_of_two_nodes_called_a_task_is_not_guessed() -> None:
    def node(state: Any) -> Any:
        return {"words": [str(double(1).result())]}

    made = graph(
        {"a": node, "b": node}, (START, "a"), (START, "b"), state=Words, saver=InMemorySaver()
    )
    made.invoke(NO_WORDS, THREAD)
    sample = only(made)

    assert drawn(sample.path) == [("a", "b")]
    assert own_gaps(sample) == ["the names of 2 of the tasks that code called were not kept"]


def test_equal_messages_are_told_apart_where_one_was_saved_without_its_id() -> None:
    twice = always({"messages": [AIMessage("same", id="first"), AIMessage("same")]})
    made = graph({"a": twice, "b": say("end")}, saver=InMemorySaver())
    made.invoke(HI, THREAD)
    sample = only(made)

    assert texts(sample) == ["hi", "same", "same", "end"]
    assert [one.removed for one in sample.user_input] == [False] * 4
