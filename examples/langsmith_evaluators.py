"""Use metrics as LangSmith evaluators. Run it: `python langsmith_evaluators.py`.

It works without an account: the client here uploads nothing. With your own client, and the name of
a dataset for `data`, the same evaluators write their feedback to LangSmith.
"""
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# (the types of create_agent and of langsmith.evaluate are partly unknown)

import uuid
import warnings
from typing import Any

import langsmith
from langchain.agents import create_agent
from langchain_core.messages import BaseMessage
from langsmith import Client
from langsmith.schemas import Example

from odograph import ToolCallF1, TrajectoryMatch
from odograph_langchain.testing import ScriptedChatModel, call
from odograph_langsmith import as_evaluator


def search(query: str) -> str:
    """Search the manual."""
    return f"the manual on {query}"


def decide(messages: list[BaseMessage]) -> Any:
    """Stand in for a model: it searches once, for the last word of the question."""
    last = messages[-1]
    return last.text if last.type == "tool" else call("search", query=last.text.split()[-1])


agent: Any = create_agent(ScriptedChatModel(decide), tools=[search])


def target(inputs: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = agent.invoke({"messages": inputs["question"]})
    return answer


def example(question: str, query: str) -> Example:
    wanted = [{"name": "search", "args": {"query": query}}]
    return Example(
        id=uuid.uuid4(), inputs={"question": question}, outputs={"reference_tool_calls": wanted}
    )


def main() -> None:
    # LangSmith says once that a run without an upload is a beta feature
    warnings.filterwarnings("ignore", message="'upload_runs' parameter is in beta")
    results = langsmith.evaluate(
        target,
        data=[example("tell me of valves", "valves"), example("tell me of pumps", "pump")],
        evaluators=[as_evaluator(ToolCallF1()), as_evaluator(TrajectoryMatch(args="ignore"))],
        client=Client(api_key="none", auto_batch_tracing=False, tracing_sampling_rate=0.0),
        upload_results=False,
    )
    for row in results:
        print(row["example"].inputs)
        for feedback in row["evaluation_results"].get("results", []):
            print(f"  {feedback.key}: {feedback.score}")


if __name__ == "__main__":
    main()
