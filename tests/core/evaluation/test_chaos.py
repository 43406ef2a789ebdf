"""A judge that does all that judges do wrong, over 2,000 rows."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from core.evaluation.judged import Supported, yes
from odograph import SingleTurnSample
from odograph.evaluation import EvaluationResult, evaluate
from odograph.judge import Claims
from odograph.judge.reading import read_answer
from odograph.metrics.function import metric

ROWS = 2_000
KINDS = {
    "answers": None,
    "refuses the connection": "ConnectionError",
    "stalls": "no score within 0.3 s",
    "forgets a verdict": "one verdict for each of 2 items (missing: 1)",
    "adds a verdict": "of no item: 2",
    "counts twice": "doubled: 0",
    "is cut off": "",
    "says NaN": "",
    "sends a page": "",
    "answers something else": "must answer with a Verdicts, got a dict",
}
"""What the judge does, and what the reason must then tell."""


@dataclass
class Chaos:
    """Chooses by the question and a seed what to do, and keeps which questions it answered."""

    seed: int
    identity: str = "chaos"
    asked: list[str] = field(default_factory=list[str])
    answered: set[str] = field(default_factory=set[str])

    def kind(self, question: str) -> str:
        chosen = random.Random(f"{self.seed} {question}")
        return "answers" if chosen.random() < 0.6 else chosen.choice(list(KINDS)[1:])

    async def __call__(self, task: Any, given: Any, /) -> Any:
        question = given.claims[0]
        kind = self.kind(question)
        self.asked.append(question)
        right = verdicts(given).model_dump_json()
        if kind == "answers":
            self.answered.add(question)
            await asyncio.sleep(0)
        if kind == "stalls":
            await asyncio.sleep(3600)
        if kind == "refuses the connection":
            raise ConnectionError("reset by peer")
        if kind == "answers something else":
            return {"verdicts": []}
        return read_answer(
            {
                "answers": f"Here you are:\n```json\n{right}\n```",
                "forgets a verdict": yes(Claims(claims=["one"], contexts=[])).model_dump_json(),
                "adds a verdict": yes(Claims(claims=["x"] * 3, contexts=[])).model_dump_json(),
                "counts twice": right.replace('"index":1', '"index":0'),
                "is cut off": right[: len(right) // 2],
                "says NaN": right.replace('"index":1', '"index":NaN'),
                "sends a page": "<html><body>{502} Bad Gateway</body></html>",
            }[kind],
            task.output,
        )


def verdicts(given: Claims) -> Any:
    """The truth: the first line is supported, the second in every other row."""
    answer = yes(given)
    if not supported(given.claims[0]):
        answer.verdicts[1].verdict = "no"
    return answer


def supported(question: str) -> bool:
    return int(question.rsplit(maxsplit=1)[-1]) % 2 == 0


def dataset() -> list[SingleTurnSample]:
    """Rows of two lines; one in fifty lacks its response."""
    return [
        SingleTurnSample(
            user_input=str(i), response=None if i % 50 == 7 else f"first {i}\nsecond {i}"
        )
        for i in range(ROWS)
    ]


@metric
def brittle(user_input: str) -> bool:
    if int(user_input) % 100 == 3:
        raise ZeroDivisionError("no denominator")
    return True


def run(judge: Chaos, folder: Path) -> EvaluationResult:
    return evaluate(
        dataset(),
        [Supported(), brittle],
        judge=judge,
        concurrency=64,
        timeout=0.3,
        cache=folder / "answers.db",
    )


def check(result: EvaluationResult, judge: Chaos, kept: set[str]) -> None:
    for index, (row, sample) in enumerate(zip(result.rows, dataset(), strict=True)):
        score = row.scores["Supported()"]
        if sample.response is None:
            assert (score.value, score.fault) == (None, "data")
            continue
        question = f"first {index}"
        kind = "answers" if question in kept else judge.kind(question)
        told = KINDS[kind]
        if told is None:
            assert score.value == (1.0 if supported(question) else 0.5)
        else:
            assert (score.value, score.fault) == (None, "judge"), kind
            assert told in score.reason
            assert score.reason


def test_no_row_is_lost_every_fault_is_named_and_means_say_what_they_cover(tmp_path: Path) -> None:
    judge = Chaos(seed=1)
    result = run(judge, tmp_path)
    assert len(result) == ROWS
    check(result, judge, set())

    found, harness = result.summary()
    values = [score.number for score in result.scores("Supported()") if score.number is not None]
    assert 0.5 * ROWS < len(values) < 0.7 * ROWS
    assert (found.scored, found.total) == (len(values), ROWS)
    assert found.mean == sum(map(Fraction, values)) / len(values)
    assert found.faults["data"] == ROWS // 50
    assert found.scored + sum(found.faults.values()) == ROWS
    assert harness.mean == 1
    assert harness.faults == {"harness": ROWS // 100}


def test_a_second_run_repeats_no_call_that_succeeded(tmp_path: Path) -> None:
    first, second = Chaos(seed=1), Chaos(seed=2)
    run(first, tmp_path)
    result = run(second, tmp_path)

    assert first.answered
    assert first.answered.isdisjoint(second.asked)
    assert set(first.asked) - first.answered == set(second.asked)
    check(result, second, first.answered)
    assert max(Counter(second.asked).values()) == 1
