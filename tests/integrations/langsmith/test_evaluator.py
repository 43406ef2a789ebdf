import inspect
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

import langsmith
import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langsmith import Client
from langsmith.evaluation import EvaluationResult, RunEvaluator
from langsmith.run_trees import RunTree
from langsmith.schemas import Example

from odograph.errors import InputError
from odograph.metrics import Fault, Metric, PathMatch, Score, ToolCallF1, TrajectoryMatch
from odograph.trace import MultiTurnSample, NodePath, Sample
from odograph_langsmith import as_evaluator

LANGSMITH: Any = langsmith  # Any: its functions have types that pyright finds incomplete

pytestmark = pytest.mark.filterwarnings("ignore:'upload_runs' parameter is in beta")


@dataclass(frozen=True, repr=False)
class Length(Metric):
    """The number of messages, up to a limit."""

    limit: int = 10

    def _measure(self, sample: Sample) -> Score:
        return Score(
            min(len(sample.user_input or ()), self.limit), "counted", {"limit": self.limit}
        )


@dataclass(frozen=True, repr=False)
class Same(Metric):
    needs = ("reference",)

    def _measure(self, sample: Sample) -> Score:
        return Score(sample.response == sample.reference, f"answered {sample.response!r}")


@dataclass(frozen=True, repr=False)
class Visited(Metric):
    node: str = ""
    needs = ("path",)

    def _measure(self, sample: Sample) -> Score:
        path = sample.path or NodePath()
        return Score(any(visit.name == self.node for visit in path.visits()))


@dataclass(frozen=True, repr=False)
class Unscorable(Metric):
    fault: Fault = "data"

    def _measure(self, sample: Sample) -> Score:
        return Score.unscored(self.fault, "no way to tell")


@dataclass(frozen=True, repr=False)
class Broken(Metric):
    def _measure(self, sample: Sample) -> Score:
        raise KeyError("answer")


@dataclass(frozen=True, repr=False)
class Awaited(Metric):
    def _measure(self, sample: Sample) -> Score:
        return Score(0.25, "by score")

    async def ascore(self, sample: Sample | None = None, /, **given: Any) -> Score:
        return Score(0.75, "by ascore")


def run_of(outputs: Any, error: str | None = None) -> RunTree:
    return RunTree(name="target", run_type="chain", inputs={}, outputs=outputs, error=error)


def example_of(question: str = "2 + 2?", answer: str = "4") -> Example:
    return Example(id=uuid4(), inputs={"question": question}, outputs={"answer": answer})


def answering(text: str) -> Any:
    def target(inputs: dict[str, Any]) -> dict[str, Any]:
        return {"messages": [HumanMessage(inputs["question"]), AIMessage(text)]}

    return target


def marked_as_error(result: Any) -> bool:
    return bool(result.extra == {"error": True})


def results_of(rows: Any) -> list[dict[str, EvaluationResult]]:
    return [{one.key: one for one in row["evaluation_results"]["results"]} for row in rows]


def test_evaluate_scores_every_row_under_the_spelling_of_each_metric(client: Client) -> None:
    rows = LANGSMITH.evaluate(
        answering("4"),
        data=[example_of(), example_of(answer="5")],
        evaluators=[as_evaluator(Same()), as_evaluator(Length(limit=1)), as_evaluator(Length())],
        client=client,
        upload_results=False,
    )
    by_answer = {row["example"].outputs["answer"]: row for row in rows}
    right, wrong = results_of([by_answer["4"], by_answer["5"]])
    assert {key: one.score for key, one in right.items()} == {
        "Same()": True,
        "Length(limit=1)": 1.0,
        "Length()": 2.0,
    }
    assert wrong["Same()"].score is False
    assert wrong["Same()"].comment == "answered '4'"


async def test_aevaluate_awaits_the_metric(client: Client) -> None:
    async def target(inputs: dict[str, Any]) -> Any:
        return "4"

    rows = await LANGSMITH.aevaluate(
        target,
        data=[example_of()],
        evaluators=[as_evaluator(Awaited()), as_evaluator(Same())],
        client=client,
        upload_results=False,
    )
    [row] = results_of([row async for row in rows])
    assert row["Awaited()"].score == 0.75
    assert row["Same()"].score is True


def test_metrics_of_the_path_read_the_nodes_of_the_run(client: Client) -> None:
    def plan(state: MessagesState) -> dict[str, Any]:
        return {"messages": [AIMessage("planned")]}

    builder: Any = StateGraph(MessagesState)
    builder.add_node("plan", plan)
    builder.add_edge(START, "plan")
    graph = builder.compile()

    def target(inputs: dict[str, Any]) -> Any:
        return graph.invoke({"messages": [HumanMessage(inputs["question"])]})

    rows = LANGSMITH.evaluate(
        target,
        data=[example_of()],
        evaluators=[as_evaluator(Visited("plan")), as_evaluator(Visited("act"))],
        client=client,
        upload_results=False,
    )
    [row] = results_of(rows)
    assert row["Visited(node='plan')"].score is True
    assert row["Visited(node='act')"].score is False


def test_the_metrics_of_agents_score_an_agent(client: Client) -> None:
    call = {"name": "add", "args": {"a": 2, "b": 2}, "id": "c1"}

    def model(state: MessagesState) -> dict[str, Any]:
        done = state["messages"][-1].type == "tool"
        return {"messages": [AIMessage("4") if done else AIMessage("", tool_calls=[call])]}

    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    builder: Any = StateGraph(MessagesState)
    builder.add_node("model", model)
    builder.add_node("tools", ToolNode([add]))
    builder.add_edge(START, "model")
    builder.add_conditional_edges("model", tools_condition)
    builder.add_edge("tools", "model")
    graph = builder.compile()

    def target(inputs: dict[str, Any]) -> Any:
        return graph.invoke({"messages": [HumanMessage(inputs["question"])]})

    references = {
        "reference_tool_calls": [{"name": "add", "args": {"a": 2, "b": 2}}],
        "reference_path": ["model", "tools", "model"],
    }
    rows = LANGSMITH.evaluate(
        target,
        data=[Example(id=uuid4(), inputs={"question": "2 + 2?"}, outputs=references)],
        evaluators=[as_evaluator(one) for one in (ToolCallF1(), TrajectoryMatch(), PathMatch())],
        client=client,
        upload_results=False,
    )
    [row] = results_of(rows)
    assert {key: one.score for key, one in row.items()} == {
        "ToolCallF1()": 1.0,
        "TrajectoryMatch()": True,
        "PathMatch()": True,
    }


def test_a_failed_target_is_unscored_and_its_error_is_told(client: Client) -> None:
    def target(inputs: dict[str, Any]) -> Any:
        raise ValueError("boom")

    rows = LANGSMITH.evaluate(
        target,
        data=[example_of()],
        evaluators=[as_evaluator(Same())],
        client=client,
        upload_results=False,
    )
    [row] = results_of(rows)
    assert row["Same()"].score is None
    assert row["Same()"].comment == "unscored (agent): the target failed: ValueError('boom')"
    assert not marked_as_error(row["Same()"])


@pytest.mark.parametrize("outputs", [None, {}, {"output": None}])
def test_no_outputs_are_unscored(outputs: Any) -> None:
    result = as_evaluator(Length()).evaluate_run(run_of(outputs), example_of())
    assert (result.score, result.comment) == (None, "unscored (data): the target returned nothing")


def test_the_result_is_plain_and_says_what_made_it() -> None:
    result = as_evaluator(Length()).evaluate_run(run_of({"output": "4"}), example_of())
    assert result.model_dump(exclude_none=True) == {
        "key": "Length()",
        "score": 2.0,
        "comment": "counted",
        "metadata": {"limit": 10},
        "evaluator_info": {"metric": "Length()", "version": "odograph 0.1.0"},
    }
    assert type(result.score) is float


@pytest.mark.parametrize(
    ("fault", "error"), [("data", False), ("agent", False), ("judge", True), ("harness", True)]
)
def test_a_missing_score_is_an_error_where_the_tools_are_at_fault(
    fault: Fault, error: bool
) -> None:
    evaluator = as_evaluator(Unscorable(fault))
    result = evaluator.evaluate_run(run_of({"output": "4"}))
    assert result.score is None
    assert result.comment == f"unscored ({fault}): no way to tell"
    assert marked_as_error(result) is error


async def test_an_exception_of_the_metric_is_an_error_and_never_zero() -> None:
    evaluator = as_evaluator(Broken())
    run = run_of({"output": "4"})
    for result in (evaluator.evaluate_run(run), await evaluator.aevaluate_run(run)):
        assert result.score is None
        assert result.comment == "unscored (harness): KeyError: 'answer'"
        assert marked_as_error(result)


def test_keys_in_an_exception_are_not_sent() -> None:
    def asks(outputs: dict[str, str]) -> float:
        raise ConnectionError("refused: sk-test-0000")

    feedback = as_evaluator(asks)(outputs={"output": "4"})
    assert feedback["comment"] == "unscored (harness): ConnectionError: refused: ***"


def test_outputs_that_hold_no_messages_are_an_error_that_names_what_they_hold() -> None:
    result = as_evaluator(Length()).evaluate_run(run_of({"a": 1, "b": 2}))
    assert result.score is None
    assert "outputs must hold one of messages, output" in str(result.comment)
    assert "['a', 'b']" in str(result.comment)


def test_the_key_is_known_before_anything_runs() -> None:
    assert as_evaluator(Length(limit=3)).feedback_keys == ["Length(limit=3)"]
    assert as_evaluator(Length(), name="length").feedback_keys == ["length"]
    assert repr(as_evaluator(Length(), name="length")) == "as_evaluator(Length(), name='length')"
    assert isinstance(as_evaluator(Length()), RunEvaluator)


def test_a_call_by_keywords_returns_feedback_as_a_dict() -> None:
    evaluator = as_evaluator(Same())
    assert evaluator(
        inputs={"question": "2 + 2?"},
        outputs={"messages": [AIMessage("4")]},
        reference_outputs={"answer": "5"},
    ) == {"key": "Same()", "score": False, "comment": "answered '4'"}


def test_the_call_takes_only_names_that_langsmith_knows() -> None:
    parameters = inspect.signature(as_evaluator(Same())).parameters
    assert list(parameters) == ["inputs", "outputs", "reference_outputs"]


def test_the_users_own_mapping_makes_the_sample() -> None:
    def mapping(inputs: Any, outputs: Any, reference_outputs: Any) -> Sample:
        return MultiTurnSample(
            user_input=(), reference=f"{inputs['a']}{outputs}{reference_outputs}"
        )

    @dataclass(frozen=True, repr=False)
    class Reference(Metric):
        def _measure(self, sample: Sample) -> Score:
            return Score(value=True, reason=str(sample.reference))

    evaluator = as_evaluator(Reference(), sample=mapping)
    assert evaluator(inputs={"a": 1}, outputs=2)["comment"] == "12{}"


def test_nothing_of_the_row_is_changed() -> None:
    outputs = {"messages": [{"role": "user", "content": "a"}, AIMessage("b")], "more": {"x": [1]}}
    references = {"reference_tool_calls": [{"name": "f", "args": {"a": [1]}}]}
    before = repr((outputs, references))
    as_evaluator(Length())(inputs={}, outputs=outputs, reference_outputs=references)
    assert repr((outputs, references)) == before


def exact(outputs: Any, reference_outputs: Any) -> bool:
    return bool(outputs == reference_outputs)


def with_a_foreign_parameter(outputs: Any, foo: Any) -> float:
    return 1.0


def test_functions_report_under_their_own_or_the_given_name() -> None:
    assert [as_evaluator(exact, name=name).feedback_keys for name in ("a", "b")] == [["a"], ["b"]]
    assert as_evaluator(exact)(outputs=1, reference_outputs={}) == {
        "key": "exact",
        "score": False,
        "comment": None,
    }


async def test_an_async_function_is_awaited_or_refused_never_truthy() -> None:
    async def judge(outputs: Any) -> bool:
        return False

    evaluator = as_evaluator(judge)
    run = run_of({"output": "4"})
    assert (await evaluator.aevaluate_run(run)).score is False
    refused = evaluator.evaluate_run(run)
    assert refused.score is None
    assert "async" in str(refused.comment)


@pytest.mark.parametrize(
    ("metric", "options", "rule"),
    [
        (partial(exact), {}, "needs name="),
        (with_a_foreign_parameter, {}, "got 'foo'"),
        ("ToolCallF1", {}, "made of a metric or a function"),
        (ToolCallF1, {}, r"give a metric, ToolCallF1\(\), not its class"),
        (exact, {"sample": print}, "sample= is for metrics"),
    ],
)
def test_what_cannot_be_an_evaluator_is_refused_at_once(
    metric: Any, options: Any, rule: str
) -> None:
    with pytest.raises(InputError, match=rule):
        as_evaluator(metric, **options)
