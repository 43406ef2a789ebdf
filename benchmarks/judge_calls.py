"""What a score asks of its judge: calls and characters of prompt, beside ragas on the same inputs.

`python benchmarks/judge_calls.py [python-with-ragas]`. Both sides ask a model that answers at once
from a script, with the same claims, topics and verdicts; what is counted is what they send. Ours is
the longer of our two ways: by text, with the form of the answer in the prompt.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, get_args, get_origin

QUESTION = "What do we know about the harbour bridge?"
CLAIMS = [
    "The harbour bridge was opened in 1932.",
    "It is made of steel.",
    "It carries eight lanes of traffic.",
    "It was painted grey.",
]
REFERENCE = ["The harbour bridge opened in March 1932.", "It is a steel bridge."]
CONTEXTS = [
    "The harbour bridge was opened to traffic in March 1932.",
    "The steel bridge carries eight lanes and two railway tracks.",
    "Painters began at the north end and used grey paint.",
]
TOPICS = ["bridges", "harbours"]
FIELDS: dict[str, Any] = {
    "user_input": QUESTION,
    "response": " ".join(CLAIMS),
    "reference": " ".join(REFERENCE),
    "retrieved_contexts": CONTEXTS,
}
CHAT = [
    ("user", "When was the harbour bridge opened?"),
    ("assistant", "It was opened in March 1932."),
    ("user", "And what is it made of?"),
    ("assistant", "It is made of steel."),
]
MEASURES = (
    "Faithfulness",
    "ContextPrecision",
    "ContextRecall",
    "NoiseSensitivity",
    "AnswerCorrectness",
    "FactualCorrectness",
    "ContextEntityRecall",
    "AgentGoalAccuracyWithReference",
    "TopicAdherence",
)
NEEDS = {
    "Faithfulness": ("user_input", "response", "retrieved_contexts"),
    "ContextPrecision": ("user_input", "reference", "retrieved_contexts"),
    "ContextRecall": ("user_input", "reference", "retrieved_contexts"),
    "NoiseSensitivity": ("user_input", "response", "reference", "retrieved_contexts"),
    "AnswerCorrectness": ("user_input", "response", "reference"),
    "FactualCorrectness": ("response", "reference"),
    "ContextEntityRecall": ("reference", "retrieved_contexts"),
}
Count = tuple[int, int]


def our_counts() -> dict[str, Count]:
    from odograph import metrics, trace  # noqa: PLC0415 - ragas' interpreter lacks it
    from odograph_langchain.judge import ChatModelJudge  # noqa: PLC0415
    from odograph_langchain.testing import ScriptedChatModel  # noqa: PLC0415

    messages = [
        trace.HumanMessage(text) if role == "user" else trace.AIMessage(text) for role, text in CHAT
    ]
    chat = {"user_input": messages, "reference": FIELDS["reference"], "reference_topics": TOPICS}
    counts: dict[str, Count] = {}
    for name in (*MEASURES, "Faithfulness(one_call=True)"):
        model = ScriptedChatModel(_our_answers(name))
        judge = ChatModelJudge(model, structured=False)
        kind: Any = getattr(metrics, name.split("(")[0])
        metric = kind(judge=judge, one_call=True) if "(" in name else kind(judge=judge)
        given = {one: FIELDS[one] for one in NEEDS[name.split("(")[0]]} if _is_rag(name) else chat
        score = metric.score(**given)
        assert score.scored, (name, score)
        counts[name] = len(model.calls), sum(len(str(call[0].content)) for call in model.calls)
    return counts


def _is_rag(name: str) -> bool:
    return name.split("(", maxsplit=1)[0] in NEEDS


def _our_answers(name: str) -> list[dict[str, Any]]:
    """Answers to the questions of a measure, in their order."""
    both = {"texts": [{"index": 0, "claims": CLAIMS}, {"index": 1, "claims": REFERENCE}]}
    crossed = {"answer": _verdicts(4), "reference": _verdicts(2)}
    sources = {"claims": [{"index": index, "contexts": [0]} for index in range(6)]}
    request = {"request": "x", "answered": True}
    goal = {"goal": "x", "outcome": "x", "verdict": "yes"}
    return {
        "Faithfulness": [
            {"texts": [{"index": 0, "claims": CLAIMS}]},
            {"verdicts": _verdicts(4)},
        ],
        "Faithfulness(one_call=True)": [_judged(CLAIMS)],
        "ContextPrecision": [{"verdicts": _verdicts(3)}],
        "ContextRecall": [_judged(REFERENCE)],
        "NoiseSensitivity": [both, {"verdicts": _verdicts(4)}, sources],
        "AnswerCorrectness": [both, crossed],
        "FactualCorrectness": [both, crossed],
        "ContextEntityRecall": [
            {"texts": [{"index": index, "entities": ["1932"]} for index in range(2)]}
        ],
        "AgentGoalAccuracyWithReference": [goal],
        "TopicAdherence": [{"requests": [request] * 2}, {"verdicts": _verdicts(2)}],
    }[name]


def _verdicts(number: int) -> list[dict[str, Any]]:
    return [{"index": index, "reason": "x", "verdict": "yes"} for index in range(number)]


def _judged(claims: list[str]) -> dict[str, Any]:
    return {"claims": [{"claim": claim, "reason": "x", "verdict": "yes"} for claim in claims]}


def ragas_counts() -> dict[str, Count]:
    """Count in an interpreter that has ragas; nothing leaves the machine."""
    # by name: the type checkers' interpreter lacks it
    kinds: Any = import_module("ragas.messages")
    base: Any = import_module("ragas.llms.base").InstructorBaseRagasLLM
    collections: Any = import_module("ragas.metrics.collections")
    sent: list[str] = []

    class Playing(base):  # type: ignore[misc]
        def generate(self, prompt: str, response_model: Any) -> Any:
            sent.append(prompt)
            return _filled(response_model)

        async def agenerate(self, prompt: str, response_model: Any) -> Any:
            return self.generate(prompt, response_model)

    chat: list[Any] = [
        kinds.HumanMessage(content=text) if role == "user" else kinds.AIMessage(content=text)
        for role, text in CHAT
    ]
    counts: dict[str, Count] = {}
    for name in MEASURES:
        sent.clear()
        settings: dict[str, Any] = {"llm": Playing()}
        if name == "AnswerCorrectness":
            settings |= {"weights": [1.0, 0.0]}
        metric: Any = getattr(collections, name)(**settings)
        given: dict[str, Any] = {one: FIELDS[one] for one in NEEDS.get(name, ())}
        if name == "TopicAdherence":
            given = {"user_input": chat, "reference_topics": TOPICS}
        elif not _is_rag(name):
            given = {"user_input": chat, "reference": FIELDS["reference"]}
        asyncio.run(metric.ascore(**given))
        counts[name] = len(sent), sum(map(len, sent))
    return counts


def _filled(model: Any, claim: str = "x") -> Any:
    """Fill in one of ragas' answers: the claims, topics and verdicts that ours get too."""
    fields = model.model_fields.items()
    return model(**{name: _value(name, field.annotation, claim) for name, field in fields})


def _value(name: str, kind: Any, claim: str) -> Any:
    if get_origin(kind) is list:
        inner = get_args(kind)[0]
        if name in ("FP", "FN"):
            return []
        if name in ("topics", "classifications") and inner in (str, bool):
            return TOPICS if inner is str else [True] * len(TOPICS)
        return [text if inner is str else _filled(inner, text) for text in CLAIMS]
    plain: dict[Any, Callable[[], Any]] = {str: lambda: claim, int: lambda: 1, bool: lambda: False}
    return plain[kind]() if kind in plain else get_args(kind)[0]


def main() -> None:
    if sys.argv[1:] == ["--ragas"]:
        print(json.dumps(ragas_counts()))
        return
    ours, theirs = our_counts(), dict[str, Count]()
    if sys.argv[1:]:
        command = [sys.argv[1], __file__, "--ragas"]
        ran = subprocess.run(command, check=True, capture_output=True, text=True)
        theirs = json.loads(ran.stdout.splitlines()[-1])
    print("| measure | calls | ragas | characters | ragas | share |")
    print("|---|---|---|---|---|---|")
    for name, (calls, characters) in ours.items():
        their_calls, their_characters = theirs.get(name.split("(")[0], (0, 0))
        share = f"{characters / their_characters:.0%}" if their_characters else "-"
        print(
            f"| `{name}` | {calls} | {their_calls} | {characters} | {their_characters} | {share} |"
        )


if __name__ == "__main__":
    main()
