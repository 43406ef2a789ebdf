"""Which nodes, edges and tools of a graph were exercised."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from conformance.capture.scene import Words, always, config, graph, say, word
from integrations.langgraph import scenes
from integrations.langgraph.scenes_of_agents import agent_with_errors
from odograph.errors import InputError
from odograph.trace import (
    CallRecord,
    HumanMessage,
    MultiTurnSample,
    NodePath,
    NodeVisit,
    SingleTurnSample,
    ToolCall,
)
from odograph_langchain import Recorder
from odograph_langgraph import GraphCoverage, coverage, from_thread


def sample(*path: Any, **fields: Any) -> MultiTurnSample:
    return MultiTurnSample(user_input=[], path=NodePath.of(path), **fields)


def gate() -> Any:
    """`plan` goes to `search` or `answer`; `search` goes back to `plan`."""
    builder: Any = StateGraph(Words)
    for name in ("plan", "search", "answer"):
        builder.add_node(name, word(name))
    builder.add_edge(START, "plan")
    ways = {"more": "search", "enough": "answer"}
    builder.add_conditional_edges("plan", always("enough"), ways)
    builder.add_edge("search", "plan")
    builder.add_edge("answer", END)
    return builder.compile()


GATE = gate()


def edges(found: GraphCoverage) -> dict[str, int]:
    return {f"{one.source}>{one.target}": one.visits for one in found.edges}


def unsure(found: GraphCoverage) -> dict[str, int]:
    return {f"{one.source}>{one.target}": one.unsure for one in found.edges if one.unsure}


def nodes(found: GraphCoverage) -> dict[str, int]:
    return {one.name: one.visits for one in found.nodes}


def test_a_worked_example() -> None:
    found = coverage(GATE, [sample("plan", "answer"), sample("plan", "answer")])

    assert nodes(found) == {"plan": 2, "search": 0, "answer": 2}
    assert edges(found) == {
        "__start__>plan": 2,
        "plan>search": 0,
        "plan>answer": 2,
        "search>plan": 0,
        "answer>__end__": 2,
    }
    assert [str(one) for one in found.missing] == [
        "node search",
        "edge plan -> search (more)",
        "edge search -> plan",
    ]
    assert found.ratio == 5 / 8
    assert found.notes == ()


def test_a_loop_counts_each_time() -> None:
    found = coverage(GATE, [sample("plan", "search", "plan", "search", "plan", "answer")])

    assert edges(found)["plan>search"] == edges(found)["search>plan"] == 2
    assert found.ratio == 1


def test_no_sample_covers_nothing() -> None:
    found = coverage(GATE, [])

    assert found.ratio == 0
    assert len(found.missing) == len(found.items) == 8


def test_a_run_that_stopped_did_not_reach_the_end() -> None:
    paused = coverage(GATE, [sample("plan", "answer", status="interrupted")])

    assert edges(paused)["answer>__end__"] == 0
    assert nodes(paused)["answer"] == 1


def test_a_node_that_failed_was_visited_and_led_nowhere() -> None:
    went_on = sample("plan", NodeVisit("search"), "plan")
    failed = sample("plan", NodeVisit("search", "error"), "plan")

    assert edges(coverage(GATE, [went_on]))["search>plan"] == 1
    assert edges(coverage(GATE, [failed]))["search>plan"] == 0
    assert nodes(coverage(GATE, [failed]))["search"] == 1


def two_ways() -> Any:
    """`a` and `b` run side by side; both may go to `c` or end."""
    builder: Any = StateGraph(Words)
    for name in "abc":
        builder.add_node(name, word(name))
        if name != "c":
            builder.add_edge(START, name)
            builder.add_conditional_edges(name, always("c"), ["c", END])
    return builder.compile()


def test_an_edge_that_another_explains_as_well_is_unsure() -> None:
    found = coverage(two_ways(), [sample({"a", "b"}, "c")])

    assert edges(found)["a>c"] == edges(found)["b>c"] == 0
    assert unsure(found) == {"a>c": 1, "b>c": 1, "a>__end__": 1, "b>__end__": 1}
    assert nodes(found) == {"a": 1, "b": 1, "c": 1}


def test_an_edge_that_alone_explains_a_visit_is_sure() -> None:
    assert edges(coverage(two_ways(), [sample("a", "c")]))["a>c"] == 1


def test_branches_that_led_nowhere_led_to_the_end() -> None:
    found = coverage(two_ways(), [sample({"a", "b"})])

    assert edges(found)["a>__end__"] == edges(found)["b>__end__"] == 1


def test_two_labels_for_one_node_are_one_edge_as_the_graph_draws_it() -> None:
    builder: Any = StateGraph(Words)
    builder.add_node("a", word("a"))
    builder.add_node("b", word("b"))
    builder.add_edge(START, "a")
    builder.add_conditional_edges("a", always("x"), {"x": "b", "y": "b"})
    found = coverage(builder.compile(), [sample("a", "b")])

    assert edges(found) == {"__start__>a": 1, "a>b": 1, "b>__end__": 1}


def test_a_move_that_no_edge_explains_is_told() -> None:
    found = coverage(GATE, [sample("plan", "search", "answer")])

    assert edges(found)["search>plan"] == 0
    assert found.notes == ("answer followed search once, which no declared edge explains",)


def test_a_node_that_the_graph_lacks_is_told() -> None:
    found = coverage(GATE, [sample("plan", "answer", "publish")])

    assert "node publish was visited once and is not declared by the graph" in found.notes
    assert nodes(found) == {"plan": 1, "search": 0, "answer": 1}


def test_a_sample_without_a_path_is_told() -> None:
    found = coverage(GATE, [SingleTurnSample(user_input="x"), sample("plan", "answer")])

    assert found.samples == 2
    assert found.notes == ("1 of 2 samples have no path",)


def test_no_edge_is_sure_where_supersteps_were_not_seen() -> None:
    path = NodePath(NodePath.of(["plan", "answer"]).steps, gaps=[2])
    found = coverage(GATE, [MultiTurnSample(user_input=[], path=path)])

    assert set(edges(found).values()) == {0}
    assert unsure(found)["plan>answer"] == 1
    assert found.notes == ("1 paths lack supersteps that ran: none of their edges is sure",)


def test_inside_a_sample_of_several_turns_a_beginning_may_be_anywhere_after_an_end() -> None:
    builder = scenes.until(2)
    asked = [HumanMessage("1"), HumanMessage("2")]
    one = coverage(builder.compile(), [sample("a", "a")])
    several = MultiTurnSample(user_input=asked, path=NodePath.of(["a", "a"]))
    found = coverage(builder.compile(), [several])

    assert edges(one)["a>a"] == 1
    assert edges(found) == {"__start__>a": 1, "a>a": 0, "a>__end__": 1}
    assert unsure(found) == {"__start__>a": 1, "a>a": 1, "a>__end__": 1}


def test_nodes_of_graphs_inside_have_qualified_names() -> None:
    made, _ = scenes.three_levels(None)
    found = coverage(made, [sample({"l2": [{"l3": ["s1"]}]}, status="interrupted")])

    assert nodes(found) == {"l2": 1, "l2/l3": 1, "l2/l3/s1": 1, "l2/l3/s2": 0}
    assert edges(found)["l2/l3/__start__>l2/l3/s1"] == 1
    assert edges(found)["l2/l3/s1>l2/l3/s2"] == 0


def call(name: str, outcome: Any = "executed", node: str | None = "tools") -> CallRecord:
    return CallRecord(ToolCall(name), outcome, node=node)


def tools(calls: Sequence[CallRecord]) -> list[tuple[str, int, int]]:
    made, _ = agent_with_errors(None)
    found = coverage(made, [MultiTurnSample(user_input=[], calls=calls)])
    return [(one.name, one.visits, one.requested) for one in found.tools]


def test_tools_are_counted_by_their_runs() -> None:
    assert tools([call("add"), call("add", "errored")]) == [("add", 2, 2), ("divide", 0, 0)]


def test_a_call_that_did_not_run_was_only_asked_for() -> None:
    assert tools([call("add", "denied", "review"), call("divide", "unanswered", None)]) == [
        ("add", 0, 1),
        ("divide", 0, 1),
    ]


def test_a_call_of_messages_alone_belongs_to_the_only_node_with_the_tool() -> None:
    assert tools([call("add", node=None)]) == [("add", 1, 1), ("divide", 0, 0)]


def test_a_tool_that_the_graph_lacks_is_told() -> None:
    made, _ = agent_with_errors(None)
    found = coverage(made, [MultiTurnSample(user_input=[], calls=[call("subtract", "rejected")])])

    assert "subtract (tools) was called once and is no tool that the graph declares" in found.notes


@pytest.mark.parametrize("scene", scenes.SCENES.values(), ids=scenes.SCENES)
def test_real_runs_are_covered_alike_by_a_recorder_and_a_history(scene: scenes.Scene) -> None:
    made, inputs = scene(InMemorySaver())
    recorder = Recorder()
    for value in inputs:
        given_now = value(made, config(recorder, "t")) if callable(value) else value
        try:
            made.invoke(given_now, config(recorder, "t"))
        except (ValueError, ZeroDivisionError):
            continue
    recorded = coverage(made, recorder.samples)

    assert recorded.samples == len(recorder.samples) > 0
    assert coverage(made, from_thread(made, config(recorder, "t"))) == recorded


@pytest.mark.parametrize("scene", [scenes.fan_out, scenes.subgraph, scenes.sends, scenes.deferred])
def test_a_real_run_through_everything_covers_all(scene: scenes.Scene) -> None:
    made, (value,) = scene(InMemorySaver())
    recorder = Recorder()
    made.invoke(value, config(recorder, "t"))

    assert coverage(made, recorder.samples).ratio == 1


def test_each_message_sent_to_a_node_takes_the_edge() -> None:
    made, _ = scenes.sends(None)
    nested = {"sub": ["s"]}
    found = coverage(made, [sample("gen", ("p", "w", "w", nested), "red")])

    assert edges(found)["gen>w"] == 2
    assert edges(found)["w>red"] == 2
    assert edges(found)["gen>p"] == 1


def test_a_node_that_waits_for_others_follows_all_of_them() -> None:
    made, _ = scenes.deferred(None)
    found = coverage(made, [sample({"a", "b"}, "b2", "last")])

    assert edges(found)["a>last"] == edges(found)["b2>last"] == 1


def test_without_the_waiting_an_edge_is_not_taken_late() -> None:
    made = graph({"a": say("A"), "b": say("B"), "c": say("C")})
    found = coverage(made, [sample("a", "c", "b")])

    assert edges(found)["a>b"] == 0


PATHS = st.lists(st.sampled_from(["search", "answer", "plan"]), max_size=6)
SAMPLES = st.lists(PATHS.map(lambda path: sample(*path)), max_size=4)


@given(SAMPLES, SAMPLES)
def test_more_samples_never_cover_less(some: list[Any], more: list[Any]) -> None:
    whole = coverage(GATE, some + more)

    assert whole.ratio >= max(coverage(GATE, some).ratio, coverage(GATE, more).ratio)
    assert edges(whole) == {
        name: edges(coverage(GATE, some))[name] + times
        for name, times in edges(coverage(GATE, more)).items()
    }


@given(SAMPLES)
def test_the_order_of_samples_does_not_matter(some: list[Any]) -> None:
    assert coverage(GATE, some[::-1]) == coverage(GATE, some)


@given(PATHS)
def test_edges_of_a_path_without_parallel_steps_are_its_pairs(path: list[str]) -> None:
    pairs = Counter(f"{one}>{other}" for one, other in pairwise([START, *path]))
    found = edges(coverage(GATE, [sample(*path)]))

    declared = [name for name in found if not name.endswith(END)]
    assert {name: found[name] for name in declared} == {name: pairs[name] for name in declared}


def test_a_gate_is_exact_and_says_what_is_missing() -> None:
    found = coverage(GATE, [sample("plan", "answer")])

    assert found.check(0.625)
    assert found.check(5 / 8).value is True
    failed = found.check(0.63)
    assert not failed
    assert failed.reason.splitlines() == [
        "5 of 8 exercised by 1 sample: 0.625, wanted 0.630",
        "never: node search",
        "never: edge plan -> search (more)",
        "never: edge search -> plan",
    ]
    assert failed.details["ratio"] == 0.625


@pytest.mark.parametrize("wanted", [-0.1, 1.1, float("nan")])
def test_a_gate_that_is_no_share_is_refused(wanted: float) -> None:
    with pytest.raises(InputError, match="min_coverage must be a number from 0 to 1"):
        coverage(GATE, []).check(wanted)


def test_what_is_no_graph_is_refused() -> None:
    nothing: Any = StateGraph(Words)
    with pytest.raises(InputError, match="graph: must be a compiled graph"):
        coverage(nothing, [])


def test_the_table_marks_what_is_missing() -> None:
    found = coverage(two_ways(), [sample("a", "c"), sample({"a", "b"}, "c")])
    lines = [" ".join(line.split()) for line in found.table().splitlines()]

    assert "node a 2" in lines
    assert "never edge b -> c 0 (1 unsure)" in lines
    assert lines[-1] == found.summary


def test_the_table_keeps_brackets_of_names() -> None:
    made = graph({"a[red]": say("A")})

    assert "node a[red]" in coverage(made, []).table()


def test_the_drawing_has_counts_and_boxes() -> None:
    made, _ = scenes.subgraph(None)
    drawn = coverage(made, [sample({"sub": ["s1"]}, status="interrupted")]).mermaid()

    assert drawn.splitlines()[0] == "flowchart TD"
    assert '    subgraph n0["sub: 1"]' in drawn
    assert 'n1["s1: 1"]' in drawn
    assert 'n2["s2: 0"]' in drawn
    assert "class n5,n2 never" in drawn
    assert drawn.count("-->") == len(coverage(made, []).edges)


def test_the_drawing_quotes_names() -> None:
    drawn = coverage(graph({'a "b" & c': say("A")}), []).mermaid()

    assert "a &quot;b&quot; &amp; c: 0" in drawn
