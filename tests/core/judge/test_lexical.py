from typing import Any

import pytest
from pydantic import BaseModel

from odograph.errors import InputError
from odograph.judge import (
    CLAIM_SUPPORT,
    Claims,
    ClaimVerdict,
    JudgeTask,
    LexicalJudge,
    check_verdicts,
)

BRIDGE = "The steel bridge was opened to traffic in March 1932. It does not carry trains."


async def verdict_on(claim: str, *contexts: str, threshold: float = 0.75) -> ClaimVerdict:
    judge = LexicalJudge(threshold)
    answer = await judge(CLAIM_SUPPORT, Claims(claims=[claim], contexts=list(contexts)))
    [verdict] = answer.verdicts
    return verdict


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("The bridge opened in 1932.", True),
        ("The bridge opened in 1933.", False),
        ("The bridge is made of stone.", False),
        ("The bridge carries trains.", False),
        ("The bridge doesn't carry trains.", True),
        ("It was not opened in 1932.", False),
        ("", False),
    ],
)
async def test_words_numbers_and_negation_decide(claim: str, supported: bool) -> None:
    assert (await verdict_on(claim, BRIDGE)).supported is supported


async def test_the_reason_says_that_it_is_lexical_and_what_is_missing() -> None:
    stone = await verdict_on("The bridge is stone.", BRIDGE)
    year = await verdict_on("The bridge opened in 1933.", BRIDGE)
    trains = await verdict_on("The bridge carries trains.", BRIDGE)
    assert stone.reason == "lexical: 1 of 2 content words are in a context, not: ston"
    assert year.reason == "lexical: 2 of 2 content words are in a context; no such number: 1933"
    assert trains.reason.endswith("; the nearest sentence is negated otherwise")


async def test_the_threshold_is_the_share_of_content_words() -> None:
    claim = "The steel bridge was painted."
    assert not (await verdict_on(claim, BRIDGE, threshold=0.7)).supported
    assert (await verdict_on(claim, BRIDGE, threshold=2 / 3)).supported


async def test_one_context_must_support_the_whole_claim() -> None:
    assert (await verdict_on("The bridge opened in 1932.", "Cats sleep.", BRIDGE)).supported
    assert not (await verdict_on("Anna paints, 1932.", "Anna paints.", "In 1932.")).supported


@pytest.mark.parametrize("contexts", [[], [""], ["  \n"]])
async def test_no_context_supports_nothing(contexts: list[str]) -> None:
    verdict = await verdict_on("x is 3", *contexts)
    assert (verdict.supported, verdict.reason) == (False, "lexical: there is no context")


async def test_there_is_one_verdict_for_each_claim() -> None:
    claims = Claims(
        claims=["The bridge opened.", "Cats sleep.", "The bridge opened."], contexts=[BRIDGE]
    )
    answer = await LexicalJudge()(CLAIM_SUPPORT, claims)
    assert [one.supported for one in check_verdicts(answer.verdicts, 3)] == [True, False, True]


async def test_a_task_with_another_instruction_is_answered_too() -> None:
    task = CLAIM_SUPPORT.with_instruction("Is it so?").with_examples([])
    assert (await LexicalJudge()(task, Claims(claims=[], contexts=[]))).verdicts == []


async def test_other_tasks_are_refused() -> None:
    class Answer(BaseModel):
        text: str

    task = JudgeTask("Is it polite?", Answer, Answer)
    with pytest.raises(InputError, match=r"answers only claim support.*'Answer -> Answer'"):
        await LexicalJudge()(task, Answer(text="a"))


@pytest.mark.parametrize("threshold", [0, -1, 1.01, float("nan")])
def test_the_threshold_has_a_range(threshold: Any) -> None:
    with pytest.raises(InputError, match="threshold must be above 0 and at most 1"):
        LexicalJudge(threshold)
