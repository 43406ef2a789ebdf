import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from odograph.errors import InputError
from odograph.judge import (
    CLAIM_SUPPORT,
    RATE_COMPLETION,
    SPLIT_CLAIMS,
    Claims,
    JudgeError,
    LexicalJudge,
    note_call,
    note_kept,
)
from odograph.judge.asking import AskedJudge, together
from odograph.metrics import Faithfulness, JudgedMetric, Score, parse_metric
from odograph.trace import Sample, SingleTurnSample, Usage
from scripted_judge import ScriptedJudge, claims, verdicts

SAMPLE = SingleTurnSample(response="It is steel. It is red.", retrieved_contexts=["A steel one."])


def answering(letters: str = "yn") -> ScriptedJudge:
    return ScriptedJudge(claims("It is steel.; It is red."), verdicts(letters))


async def test_the_value_is_a_formula_over_the_judges_answers() -> None:
    score = await Faithfulness(judge=answering()).ascore(SAMPLE)
    assert score.value == 0.5
    assert score.reason == "1 of 2 claims supported\nno: It is red. (because 1)"


def test_without_a_judge_words_are_compared_and_the_score_says_so() -> None:
    score = Faithfulness().score(SAMPLE)
    assert score.value == 0.5
    assert "(lexical: words were compared, no model was asked)" in score.reason.splitlines()[0]
    assert score.details["judge"] == {
        "calls": 2,
        "input_tokens": 0,
        "output_tokens": 0,
        "cost": 0.0,
        "lexical": True,
    }


def test_a_model_is_not_called_lexical() -> None:
    score = Faithfulness(judge=answering()).score(SAMPLE)
    assert "lexical" not in score.reason
    assert "lexical" not in score.details["judge"]


# how it is called


async def test_sync_and_async_and_keywords_give_one_score() -> None:
    fields = {"response": SAMPLE.response, "retrieved_contexts": SAMPLE.retrieved_contexts}
    expected = await Faithfulness().ascore(SAMPLE)
    assert Faithfulness().score(SAMPLE) == expected  # inside the running loop
    assert Faithfulness().score(**fields) == expected
    assert await Faithfulness().ascore(user_input="q", **fields) == expected


async def test_a_sync_call_in_a_loop_runs_in_a_loop_of_its_own() -> None:
    loops: list[Any] = []

    async def judge(task: Any, given: Any) -> Any:
        loops.append(asyncio.get_running_loop())
        return await LexicalJudge()(task, given)

    assert Faithfulness(judge=judge).score(SAMPLE).value == 0.5
    assert asyncio.get_running_loop() not in loops


async def test_llm_is_another_spelling_of_judge_also_for_one_score() -> None:
    assert (await Faithfulness(llm=answering()).ascore(SAMPLE)).value == 0.5
    assert (await Faithfulness().ascore(SAMPLE, llm=answering("yy"))).value == 1.0
    assert (await Faithfulness().ascore(SAMPLE, judge=answering("nn"))).value == 0.0
    with pytest.raises(InputError, match="two spellings of one thing"):
        Faithfulness(judge=LexicalJudge(), llm=LexicalJudge())


def test_the_judge_is_no_part_of_the_measure() -> None:
    judged = Faithfulness(judge=LexicalJudge(), one_call=True)
    assert repr(judged) == "Faithfulness(one_call=True)"
    assert parse_metric(repr(judged)) == judged == Faithfulness(one_call=True)
    assert judged.with_judge(LexicalJudge(0.5)).judge == LexicalJudge(0.5)
    assert judged.judge == LexicalJudge()


@pytest.mark.parametrize("judge", [3, object(), len])
def test_what_is_no_judge_is_refused_at_once(judge: Any) -> None:
    with pytest.raises(InputError, match="must be a judge or a chat model"):
        Faithfulness(judge=judge)


def test_a_sample_without_what_is_needed_is_unscored() -> None:
    score = Faithfulness().score(response="x")
    assert score.fault == "data"
    assert "needs retrieved_contexts" in score.reason


# what the judge does wrong


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ((JudgeError("no answer", reply="blah"),), "no answer"),
        ((ValueError("boom"),), "the judge failed: ValueError: boom"),
        ((TimeoutError(),), "the judge failed: TimeoutError: "),
        ((InputError("cannot do that"),), "cannot do that"),
        ((claims("a; b"), verdicts("y")), "one verdict for each of 2 items (missing: 1)"),
        ((claims("a; b"), verdicts("yyy")), "one verdict for each of 2 items (of no item: 2)"),
        ((claims("a", "b"),), "one verdict for each of 1 items (of no item: 1)"),
    ],
)
def test_a_wrong_answer_leaves_it_unscored(answers: Any, told: str) -> None:
    score = Faithfulness(judge=ScriptedJudge(*answers)).score(SAMPLE)
    assert (score.value, score.fault) == (None, "judge")
    assert told in score.reason
    assert score.details["judge"]["calls"] == len(answers)


def test_the_reply_that_did_not_fit_is_kept() -> None:
    judge = ScriptedJudge(JudgeError("no", reply="I think so"))
    assert Faithfulness(judge=judge).score(SAMPLE).details["reply"] == "I think so"


# edited tasks


async def test_an_edited_task_is_put_in_place_of_the_metrics_own() -> None:
    seen: list[str] = []

    async def judge(task: Any, given: Any) -> Any:
        seen.append(task.instruction)
        return await LexicalJudge()(task, given)

    edited = CLAIM_SUPPORT.with_instruction("Is it so?")
    score = await Faithfulness(judge=judge, tasks=[edited]).ascore(SAMPLE)
    assert seen == [SPLIT_CLAIMS.instruction, "Is it so?"]
    assert score.details["judge"]["edited_tasks"] == {"claim_support": edited.digest[:12]}


def test_a_task_that_the_metric_does_not_put_is_refused() -> None:
    with pytest.raises(InputError, match=r"^tasks\[0\]: Faithfulness puts the tasks split_claims"):
        Faithfulness(tasks=[RATE_COMPLETION])


# a metric of one's own


@dataclass(frozen=True, repr=False)
class Twice(JudgedMetric):
    """Asks two questions at once."""

    needs: ClassVar = ("response",)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        asked = Claims(claims=[sample.response or ""], contexts=["c"])
        one, two = await together(judge(CLAIM_SUPPORT, asked), judge(CLAIM_SUPPORT, asked))
        return Score(one.verdicts[0].verdict == two.verdicts[0].verdict)


def test_spend_is_added_up_over_calls_at_once_also_of_those_that_fail() -> None:
    started: list[int] = []

    async def judge(task: Any, given: Any) -> Any:
        number = len(started)
        started.append(number)
        note_call(Usage(input_tokens=10, output_tokens=number, cost=0.5))
        await asyncio.sleep(0.01)
        if number:
            raise JudgeError("no")
        return verdicts("y")

    score = Twice(judge=judge).score(response="x")
    assert (score.fault, score.reason) == ("judge", "no")
    assert score.details["judge"] == {
        "calls": 2,
        "input_tokens": 20,
        "output_tokens": 1,
        "cost": 1.0,
    }


def test_a_judge_that_tells_nothing_is_counted_and_its_cost_is_unknown() -> None:
    score = Twice(judge=ScriptedJudge(verdicts("y"), verdicts("y"))).score(response="x")
    assert score.details["judge"] == {
        "calls": 2,
        "input_tokens": 0,
        "output_tokens": 0,
        "cost": None,
        "calls_without_usage": 2,
    }


def test_an_answer_from_a_cache_takes_nothing() -> None:
    async def judge(task: Any, given: Any) -> Any:
        note_kept()
        return verdicts("y")

    told = Twice(judge=judge).score(response="x").details["judge"]
    assert (told["calls"], told["cost"], told["kept_answers"]) == (0, 0.0, 2)


async def test_scores_side_by_side_do_not_mix_their_spend() -> None:
    async def judge(task: Any, given: Any) -> Any:
        note_call(Usage(input_tokens=len(given.claims[0]), cost=0.0))
        await asyncio.sleep(0.001)
        return verdicts("y")

    metric = Twice(judge=judge)
    scores = await asyncio.gather(*(metric.ascore(response="x" * n) for n in range(1, 6)))
    assert [one.details["judge"]["input_tokens"] for one in scores] == [2, 4, 6, 8, 10]


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc")
def test_many_sync_scores_leave_no_descriptor_open() -> None:
    def opened() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    Faithfulness().score(SAMPLE)
    before = opened()
    for _ in range(30):
        Faithfulness().score(SAMPLE)
    assert opened() == before
