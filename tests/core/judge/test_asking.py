import asyncio
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge import CLAIM_SUPPORT, Claims, JudgeError, note_call
from odograph.judge.asking import AskedJudge, together
from odograph.trace import Usage
from scripted_judge import ScriptedJudge, verdicts

ASKED = Claims(claims=["a", "b"], contexts=["c"])


async def test_answers_are_checked_and_put_in_order() -> None:
    told = verdicts("yn")
    told.verdicts.reverse()
    answer = await AskedJudge(ScriptedJudge(told))(CLAIM_SUPPORT, ASKED)
    assert [one.verdict for one in answer.verdicts] == ["yes", "no"]


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (JudgeError("no"), "no"),
        (InputError("cannot"), "cannot"),
        (RuntimeError("boom"), "the judge failed: RuntimeError: boom"),
    ],
)
async def test_every_failure_is_a_judge_error_and_is_counted(raised: Any, told: str) -> None:
    asked = AskedJudge(ScriptedJudge(raised))
    with pytest.raises(JudgeError) as error:
        await asked(CLAIM_SUPPORT, ASKED)
    assert str(error.value) == told
    assert asked.spend.calls == 1


@pytest.mark.parametrize("answer", [None, True, {"verdicts": []}, ASKED])
async def test_an_answer_of_another_form_is_none(answer: Any) -> None:
    async def judge(task: Any, given: Any) -> Any:
        return answer

    with pytest.raises(JudgeError, match="a judge must answer with a Verdicts, got a"):
        await AskedJudge(judge)(CLAIM_SUPPORT, ASKED)


async def test_a_cancelled_call_is_cancelled_and_counted() -> None:
    async def hanging(task: Any, given: Any) -> Any:
        note_call(Usage(cost=0.5))
        await asyncio.sleep(60)

    asked = AskedJudge(hanging)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await asked(CLAIM_SUPPORT, ASKED)
    assert (asked.spend.calls, asked.spend.cost) == (1, 0.5)


async def test_an_edited_task_takes_the_place_of_its_name() -> None:
    judge = ScriptedJudge(verdicts("yn"))
    edited = CLAIM_SUPPORT.with_instruction("other")
    seen: list[str] = []

    async def watching(task: Any, given: Any) -> Any:
        seen.append(task.instruction)
        return await judge(task, given)

    await AskedJudge(watching, {"claim_support": edited})(CLAIM_SUPPORT, ASKED)
    assert seen == ["other"]


async def test_calls_together_all_end_before_an_error_is_raised() -> None:
    ended: list[str] = []

    async def work(name: str, seconds: float) -> str:
        await asyncio.sleep(seconds)
        ended.append(name)
        if name == "bad":
            raise JudgeError(name)
        return name

    assert await together(work("a", 0.01), work("b", 0)) == ("a", "b")
    with pytest.raises(JudgeError, match="bad"):
        await together(work("bad", 0), work("slow", 0.02))
    assert ended == ["b", "a", "bad", "slow"]
