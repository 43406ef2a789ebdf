"""Attach a recorder to an agent, and read what happened. Run it: `python attach_recorder.py`."""
# pyright: reportUnknownVariableType=false
# (the type of LangChain's create_agent is partly unknown)

from typing import Any

from langchain.agents import create_agent

from odograph import ToolCall, ToolCallF1, TrajectoryMatch
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel, call


def order_status(order_id: str) -> str:
    """Tell where an order is."""
    return f"order {order_id} left the warehouse"


def refund(order_id: str) -> str:
    """Pay an order back."""
    return f"order {order_id} was paid back"


def main() -> None:
    # a script in place of a model: it asks for one call too many
    model = ScriptedChatModel(
        [
            [call("order_status", order_id="A7"), call("refund", order_id="A7")],
            "It is on its way.",
        ]
    )
    agent: Any = create_agent(model, tools=[order_status, refund])

    recorder = Recorder()
    agent.invoke({"messages": "Where is order A7?"}, {"callbacks": [recorder]})

    sample = recorder.sample()
    print(f"path: {sample.path}")
    for record in sample.call_records:
        print(f"{record.outcome}: {record.name} -> {record.result}")

    wanted = [ToolCall("order_status", {"order_id": "A7"})]
    for metric in (ToolCallF1(), TrajectoryMatch(), TrajectoryMatch(mode="superset")):
        score = metric.score(sample, reference_tool_calls=wanted)
        print(f"{metric}: {score.value}\n  {score.reason}")


if __name__ == "__main__":
    main()
