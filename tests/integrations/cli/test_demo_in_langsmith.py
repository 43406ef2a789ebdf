"""The demo's agent under LangSmith's own runner, and its first step: no network, no tool."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# (the types of langsmith.evaluate and of create_agent are partly unknown)

import socket
import uuid
from collections.abc import Callable, Iterable
from typing import Any

import langsmith
import pytest
from langsmith import Client
from langsmith.schemas import Example

from odograph import PathMatch, ToolCallF1, TrajectoryMatch
from odograph_cli.demo import CASES, Case, DocsTools, build_agent
from odograph_langgraph import FirstStep, afirst_step, first_step
from odograph_langsmith import as_evaluator

METRICS = (TrajectoryMatch(mode="in_order"), ToolCallF1(), PathMatch())
EXPECTED = {
    "TrajectoryMatch(mode='in_order')": [True, True, False, False, True, True, True, True],
    "ToolCallF1()": [1.0, 1.0, 0.75, 0.0, 0.8, 0.8, 1.0, 1.0],
    "PathMatch()": [True, True, True, False, False, False, True, True],
}


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(self: socket.socket, address: Any) -> None:
        raise AssertionError(f"nothing may leave the machine, but {address} was asked for")

    monkeypatch.setattr(socket.socket, "connect", connect)


def example(case: Case) -> Example:
    calls = [{"name": one.name, "args": dict(one.args)} for one in case.reference_tool_calls]
    reference = {"reference_tool_calls": calls, "reference_path": list(case.reference_path)}
    return Example(id=uuid.uuid4(), inputs={"question": case.question}, outputs=reference)


def settings() -> dict[str, Any]:
    return {
        "data": [example(case) for case in CASES],
        "evaluators": [as_evaluator(metric) for metric in METRICS],
        "client": Client(api_key="none", auto_batch_tracing=False, tracing_sampling_rate=0.0),
        "upload_results": False,
    }


def scores_by_metric(rows: Iterable[Any]) -> dict[str, list[Any]]:
    by_question = {
        row["example"].inputs["question"]: row["evaluation_results"]["results"] for row in rows
    }
    found: dict[str, list[Any]] = {repr(metric): [] for metric in METRICS}
    for case in CASES:
        for feedback in by_question[case.question]:
            assert feedback.comment
            found[feedback.key].append(feedback.score)
    return found


@pytest.mark.filterwarnings("ignore:'upload_runs' parameter is in beta")
def test_three_metrics_score_the_demo_agent_in_langsmith() -> None:
    agent = build_agent()

    def target(inputs: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = agent.invoke({"messages": inputs["question"]})
        return answer

    assert scores_by_metric(langsmith.evaluate(target, **settings())) == EXPECTED


@pytest.mark.filterwarnings("ignore:'upload_runs' parameter is in beta")
async def test_and_the_same_asynchronously() -> None:
    agent = build_agent()

    async def target(inputs: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = await agent.ainvoke({"messages": inputs["question"]})
        return answer

    results = await langsmith.aevaluate(target, **settings())
    assert scores_by_metric([row async for row in results]) == EXPECTED


async def run_sync(*args: Any) -> FirstStep:
    return first_step(*args)


@pytest.mark.parametrize("run", [run_sync, afirst_step], ids=["sync", "async"])
async def test_the_first_step_of_the_demo_agent_runs_no_tool(run: Callable[..., Any]) -> None:
    tools = DocsTools()

    step = await run(build_agent(tools), "Please open an issue: it should show queue times")

    assert [call.name for call in step.tool_calls] == ["github_open_issue"]
    assert tools.issues == []  # the tool would have kept the issue here
    assert step.sample.call_records[0].outcome == "unanswered"
