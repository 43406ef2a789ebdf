"""Score the path through a graph of your own. Run it: `python custom_graph.py`."""
# pyright: reportUnknownMemberType=false
# (the types of LangGraph's graph builder are partly unknown)

import operator
from typing import Annotated, Any, TypedDict

from langgraph.graph import START, StateGraph

from odograph import PathMatch
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel


class State(TypedDict):
    question: str
    found: Annotated[list[str], operator.add]
    answer: str


model = ScriptedChatModel(lambda messages: f"answered from {messages[-1].text}")


def plan(state: State) -> Any:
    return {"question": state["question"].strip("?")}


def search_manual(state: State) -> Any:
    return {"found": [f"manual: {state['question']}"]}


def search_tickets(state: State) -> Any:
    return {"found": [f"tickets: {state['question']}"]}


def answer(state: State) -> Any:
    return {"answer": model.invoke("; ".join(sorted(state["found"]))).text}


def build() -> Any:
    graph = StateGraph(State)
    for node in (plan, search_manual, search_tickets, answer):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "plan")
    for search in ("search_manual", "search_tickets"):
        graph.add_edge("plan", search)
        graph.add_edge(search, "answer")
    return graph.compile()


def main() -> None:
    recorder = Recorder()
    state = build().invoke({"question": "how to prime a pump?"}, {"callbacks": [recorder]})
    print(state["answer"])

    sample = recorder.sample()
    print(f"path: {sample.path}")
    for wanted in (
        ["plan", {"search_manual", "search_tickets"}, "answer"],
        ["plan", "search_manual", "answer"],
    ):
        for mode in ("strict", "superset"):
            score = PathMatch(mode=mode).score(sample, reference_path=wanted)
            print(f"{mode} against {wanted}: {score.value}\n  {score.reason}")


if __name__ == "__main__":
    main()
