import operator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, TypedDict

import langsmith
import pytest
from langgraph.graph import START, StateGraph
from langgraph.types import Command, RetryPolicy, Send, interrupt
from langsmith import Client
from langsmith.run_trees import RunTree

from odograph.trace import NodePath
from odograph_langsmith import path_from_run

LANGSMITH: Any = langsmith  # Any: its functions have types that pyright finds incomplete


class State(TypedDict, total=False):
    seen: Annotated[list[str], operator.add]


class Flaky:
    """A node that fails a given number of times."""

    def __init__(self, failures: int) -> None:
        self.failures = failures

    def __call__(self, state: State) -> State:
        self.failures -= 1
        if self.failures >= 0:
            raise ConnectionError("try again")
        return {"seen": ["flaky"]}


def note(state: State) -> State:
    return {"seen": ["x"]}


def graph_builder() -> Any:
    return StateGraph(State)  # Any: its methods have types that pyright finds incomplete


def chain_of(*names: str, **nodes: Any) -> Any:
    """A graph that runs its nodes one after another; each notes, unless a node is given."""
    builder = graph_builder()
    for name in names:
        builder.add_node(name, nodes.get(name, note))
    for before, after in zip((START, *names), names, strict=False):
        builder.add_edge(before, after)
    return builder.compile()


def traced(client: Client, *graphs: Any) -> RunTree:
    """Run graphs one after another inside a function that LangSmith traces; return its run."""
    kept: list[RunTree] = []

    def target() -> None:
        for graph in graphs:
            graph.invoke({"seen": []})

    traceable = LANGSMITH.traceable(target)
    with LANGSMITH.tracing_context(enabled=True, client=client), suppress(ConnectionError):
        traceable(langsmith_extra={"on_end": kept.append})
    return kept[0]


def path_of(client: Client, *graphs: Any) -> NodePath:
    path = path_from_run(traced(client, *graphs))
    assert path is not None
    return path


def test_nodes_in_sequence_and_in_parallel(client: Client) -> None:
    builder = graph_builder()
    for name in ("plan", "search_b", "search_a", "answer"):
        builder.add_node(name, note)
    builder.add_edge(START, "plan")
    builder.add_edge("plan", "search_a")
    builder.add_edge("plan", "search_b")
    builder.add_edge(["search_a", "search_b"], "answer")
    path = path_of(client, builder.compile())
    assert path.nodes == ["plan", {"search_a", "search_b"}, "answer"]
    assert path.gaps == ()


def test_a_subgraph_nests_as_a_node_and_inside_a_node(client: Client) -> None:
    team = chain_of("draft", "review")

    def calls_team(state: State) -> State:
        return {"seen": team.invoke({"seen": []})["seen"]}

    path = path_of(client, chain_of("team", "caller", team=team, caller=calls_team))
    assert path.nodes == [{"team": ["draft", "review"]}, {"caller": ["draft", "review"]}]


def test_sends_are_visits_of_one_step(client: Client) -> None:
    def fan_out(state: State) -> list[Send]:
        return [Send("work", {"seen": []}) for _ in range(3)]

    builder = graph_builder()
    builder.add_node("plan", note)
    builder.add_node("work", note)
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", fan_out, ["work"])
    assert path_of(client, builder.compile()).nodes == ["plan", ("work", "work", "work")]


def test_branch_functions_and_hidden_runs_are_no_nodes(client: Client) -> None:
    def choose(state: State) -> str:
        return "b"

    builder = graph_builder()
    builder.add_node("a", note)
    builder.add_node("b", note)
    builder.add_conditional_edges(START, choose, ["a", "b"])
    assert path_of(client, builder.compile()).nodes == ["b"]


def test_retries_are_attempts_of_one_visit(client: Client) -> None:
    builder = graph_builder()
    policy = RetryPolicy(initial_interval=0.001, jitter=False)
    builder.add_node("flaky", Flaky(failures=2), retry_policy=policy)
    builder.add_edge(START, "flaky")
    [[visit]] = path_of(client, builder.compile()).steps
    assert (visit.name, visit.attempts, visit.status) == ("flaky", 3, "completed")


def test_a_visit_keeps_how_it_ended(client: Client) -> None:
    def pause(state: State) -> State:
        return {"seen": [interrupt("sure?")]}

    def hand_over(state: State) -> Command[str]:
        return Command(graph=Command.PARENT, goto="after")

    failing = chain_of("fail", fail=Flaky(failures=1))
    assert path_of(client, failing).steps[0][0].status == "error"

    pausing = graph_builder()
    pausing.add_node("pause", pause)
    pausing.add_edge(START, "pause")
    assert path_of(client, pausing.compile()).steps[0][0].status == "interrupted"

    outer = graph_builder()
    outer.add_node("inner", chain_of("hand", hand=hand_over), destinations=("after",))
    outer.add_node("after", note)
    outer.add_edge(START, "inner")
    path = path_of(client, outer.compile())
    assert [visit.status for visit in path.visits()] == ["bubbled", "bubbled", "completed"]


def test_graphs_of_one_target_follow_each_other(client: Client) -> None:
    assert path_of(client, chain_of("a"), chain_of("b", "c")).nodes == ["a", "b", "c"]


def test_steps_that_were_not_seen_are_gaps() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    root: Any = RunTree(name="graph", run_type="chain", inputs={}, start_time=start)
    for step in (1, 4):
        root.create_child(
            f"n{step}", tags=[f"graph:step:{step}"], start_time=start + timedelta(seconds=step)
        ).end(outputs={})
    path = path_from_run(root)
    assert path is not None
    assert (path.nodes, path.gaps) == (["n1", "n4"], (2, 3))


@pytest.mark.parametrize("children", [0, 1])
def test_a_run_without_nodes_has_no_path(children: int) -> None:
    root: Any = RunTree(name="chain", run_type="chain", inputs={})
    for _ in range(children):
        root.create_child("model", run_type="llm")
    assert path_from_run(root) is None
