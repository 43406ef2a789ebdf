"""A dataset judged by a chat model of LangChain."""

from pathlib import Path
from typing import Any

from langchain_core.messages import BaseMessage

from odograph import EvaluationResult, SingleTurnSample, evaluate
from odograph.metrics import Faithfulness
from odograph_langchain import ChatModelJudge
from odograph_langchain.testing import ScriptedChatModel

SAMPLES = [
    SingleTurnSample(
        user_input="When did it open?",
        response=f"It opened in {year}.",
        retrieved_contexts=["The bridge opened in 1932."],
    )
    for year in (1931, 1932, 1933)
]


def answer(messages: list[BaseMessage]) -> dict[str, Any]:
    """Answer both questions of faithfulness by the last thing that is asked."""
    asked = str(messages[0].content).rsplit("Judge this:", maxsplit=1)[-1]
    if '"texts"' in asked:
        claim = asked.split('"0": "')[1].split('"')[0]
        return {"texts": [{"index": 0, "claims": [claim]}]}
    verdict = "yes" if "It opened in 1932" in asked else "no"
    return {"verdicts": [{"index": 0, "reason": "the year", "verdict": verdict}]}


def test_a_chat_model_judges_every_row_and_what_it_took_is_told(tmp_path: Path) -> None:
    model = ScriptedChatModel(answer)
    result = evaluate(SAMPLES, Faithfulness(), judge=ChatModelJudge(model))

    assert [score.value for score in result.scores("Faithfulness()")] == [0.0, 1.0, 0.0]
    (summary,) = result.summary()
    assert summary.judge.calls == len(model.calls) == 6
    assert summary.judge.input_tokens > 0


def test_a_second_run_asks_the_model_nothing(tmp_path: Path) -> None:
    model = ScriptedChatModel(answer)

    def run() -> EvaluationResult:
        judge = ChatModelJudge(model)
        return evaluate(SAMPLES, Faithfulness(), judge=judge, cache=tmp_path / "answers.db")

    first, second = run(), run()
    for result in (first, second):
        assert [score.value for score in result.scores("Faithfulness()")] == [0.0, 1.0, 0.0]
    assert len(model.calls) == 6
    assert [one.summary()[0].judge.calls for one in (first, second)] == [6, 0]
