from typing import Any

import pytest
from pydantic import BaseModel

from odograph.errors import InputError
from odograph.judge import (
    CLAIM_SUPPORT,
    CLAIMS_AND_SUPPORT,
    CONTEXT_USEFULNESS,
    CROSS_SUPPORT,
    ENTITIES,
    KEY_POINTS,
    PASSAGE_RELEVANCE,
    QUESTIONS_ANSWERED,
    RATE_ACCURACY,
    RATE_COMPLETION,
    RATE_GROUNDEDNESS,
    RATE_RELEVANCY,
    SPLIT_CLAIMS,
    SUPPORTING_CONTEXTS,
    Claims,
    JudgeTask,
    LexicalJudge,
    Verdict,
    metering,
)
from odograph.judge.agents import Run
from odograph.judge.answers import AnswerPair, EntityTexts, QuestionsWanted
from odograph.judge.claims import ClaimSets, Texts
from odograph.judge.evidence import Evidence, Passages
from odograph.judge.summaries import Source

BRIDGE = "The steel bridge was opened to traffic in March 1932. It does not carry trains."
JUDGE = LexicalJudge()


async def verdict_on(claim: str, *contexts: str, threshold: float = 0.75) -> Verdict:
    judge = LexicalJudge(threshold)
    answer = await judge(CLAIM_SUPPORT, Claims(claims=[claim], contexts=list(contexts)))
    [verdict] = answer.verdicts
    return verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The bridge opened in 1932.", "yes"),
        ("The bridge opened in 1933.", "no"),
        ("The bridge is made of stone.", "no"),
        ("The bridge carries trains.", "no"),
        ("The bridge doesn't carry trains.", "yes"),
        ("It was not opened in 1932.", "no"),
        ("", "no"),
    ],
)
async def test_words_numbers_and_negation_decide(claim: str, verdict: str) -> None:
    assert (await verdict_on(claim, BRIDGE)).verdict == verdict


async def test_the_reason_says_that_it_is_lexical_and_what_is_missing() -> None:
    stone = await verdict_on("The bridge is stone.", BRIDGE)
    year = await verdict_on("The bridge opened in 1933.", BRIDGE)
    trains = await verdict_on("The bridge carries trains.", BRIDGE)
    assert stone.reason == "lexical: 1 of 2 content words are in a context, not: stone"
    assert year.reason == "lexical: 2 of 2 content words are in a context; no such number: 1933"
    assert trains.reason.endswith("; the nearest sentence is negated otherwise")


async def test_the_threshold_is_the_share_of_content_words() -> None:
    claim = "The steel bridge was painted."
    assert (await verdict_on(claim, BRIDGE, threshold=0.7)).verdict == "no"
    assert (await verdict_on(claim, BRIDGE, threshold=2 / 3)).verdict == "yes"


async def test_one_context_must_support_the_whole_claim() -> None:
    two = await verdict_on("The bridge opened in 1932.", "Cats sleep.", BRIDGE)
    halves = await verdict_on("Anna paints, 1932.", "Anna paints.", "In 1932.")
    assert (two.verdict, halves.verdict) == ("yes", "no")


@pytest.mark.parametrize("contexts", [[], [""], ["  \n"]])
async def test_no_context_supports_nothing(contexts: list[str]) -> None:
    verdict = await verdict_on("x is 3", *contexts)
    assert (verdict.verdict, verdict.reason) == ("no", "lexical: there is no context")


async def test_claims_are_sentences_without_questions_evasions_and_courtesies() -> None:
    text = "Hello! The bridge is steel. It opened in 1932. Anything else? I don't know more."
    answer = await JUDGE(SPLIT_CLAIMS, Texts(question="", texts=[text, ""]))
    assert [one.claims for one in answer.texts] == [
        ["The bridge is steel.", "It opened in 1932."],
        [],
    ]


async def test_claims_and_their_support_come_together() -> None:
    given = Evidence(question="", answer="It is steel. It is red.", contexts=["", BRIDGE])
    answer = await JUDGE(CLAIMS_AND_SUPPORT, given)
    assert [(one.claim, one.verdict) for one in answer.claims] == [
        ("It is steel.", "yes"),
        ("It is red.", "no"),
    ]


async def test_claims_are_held_against_each_other_both_ways() -> None:
    sets = ClaimSets(answer=["Steel bridge."], reference=["A steel bridge.", "Opened in 1932."])
    answer = await JUDGE(CROSS_SUPPORT, sets)
    assert [one.verdict for one in answer.answer] == ["yes"]
    assert [one.verdict for one in answer.reference] == ["yes", "no"]


async def test_the_sources_of_a_claim_are_the_contexts_that_support_it_alone() -> None:
    given = Claims(claims=["Steel bridge.", "Cats."], contexts=["No.", BRIDGE, "A steel bridge."])
    answer = await JUDGE(SUPPORTING_CONTEXTS, given)
    assert [one.contexts for one in answer.claims] == [[1, 2], []]


async def test_a_context_is_useful_if_it_supports_a_claim_of_the_answer() -> None:
    contexts = ["Cats sleep.", BRIDGE]
    given = Evidence(question="", answer="It is blue. It opened in 1932.", contexts=contexts)
    answer = await JUDGE(CONTEXT_USEFULNESS, given)
    assert [one.verdict for one in answer.verdicts] == ["no", "yes"]
    evasion = given.model_copy(update={"answer": "I don't know."})
    assert [one.verdict for one in (await JUDGE(CONTEXT_USEFULNESS, evasion)).verdicts] == [
        "no",
        "no",
    ]


async def test_a_passage_is_relevant_if_it_holds_enough_words_of_the_question() -> None:
    given = Passages(question="When was the bridge opened?", passages=["Cats sleep.", BRIDGE])
    answer = await JUDGE(PASSAGE_RELEVANCE, given)
    assert [one.verdict for one in answer.verdicts] == ["no", "yes"]
    assert answer.verdicts[1].reason == "lexical: 100% like the question"


async def test_the_answer_stands_for_its_questions() -> None:
    answer = await JUDGE(QUESTIONS_ANSWERED, QuestionsWanted(answer="It is steel.", number=2))
    assert (answer.questions, answer.noncommittal) == (["It is steel."] * 2, False)
    evasion = await JUDGE(QUESTIONS_ANSWERED, QuestionsWanted(answer="I'm not sure.", number=1))
    assert evasion.noncommittal


@pytest.mark.parametrize(
    ("answer", "reference", "grade"),
    [
        ("It is steel. It opened in 1932.", "It is steel. It opened in 1932.", 4),
        ("It is steel.", "It is steel. It opened in 1932.", 2),
        ("It is stone.", "It is steel. It opened in 1932.", 0),
    ],
)
async def test_accuracy_is_graded_by_claims(answer: str, reference: str, grade: int) -> None:
    pair = AnswerPair(question="", answer=answer, reference=reference)
    assert (await JUDGE(RATE_ACCURACY, pair)).grade == grade


@pytest.mark.parametrize(
    ("answer", "grade"),
    [("The bridge opened.", 4), ("The bridge.", 2), ("I'm not sure.", 0), ("Cats.", 0)],
)
async def test_relevancy_is_graded_by_the_questions_words(answer: str, grade: int) -> None:
    pair = AnswerPair(question="Which bridge opened?", answer=answer)
    assert (await JUDGE(RATE_RELEVANCY, pair)).grade == grade


@pytest.mark.parametrize(
    ("answer", "grade"),
    [("It is steel.", 2), ("It is steel. It is red.", 1), ("It is red.", 0), ("Hello!", 0)],
)
async def test_groundedness_is_graded_by_claims(answer: str, grade: int) -> None:
    given = Evidence(question="", answer=answer, contexts=[BRIDGE])
    assert (await JUDGE(RATE_GROUNDEDNESS, given)).grade == grade


async def test_entities_and_key_points_are_taken_from_the_text() -> None:
    entities = await JUDGE(ENTITIES, EntityTexts(texts=["In 1932 the Golden Gate opened.", ""]))
    assert [one.entities for one in entities.texts] == [["1932", "Golden Gate"], []]
    points = await JUDGE(KEY_POINTS, Source(texts=["It is steel. Really?", "It is red."]))
    assert points.points == ["It is steel.", "It is red."]


async def test_a_task_with_another_instruction_is_answered_too() -> None:
    task = CLAIM_SUPPORT.with_instruction("Is it so?").with_examples([])
    assert (await JUDGE(task, Claims(claims=[], contexts=[]))).verdicts == []


async def test_each_answer_is_noted_as_lexical_and_free() -> None:
    with metering() as spend:
        await JUDGE(CLAIM_SUPPORT, Claims(claims=[], contexts=[]))
    assert (spend.calls, spend.lexical, spend.cost) == (1, True, 0.0)


async def test_what_words_cannot_tell_is_refused() -> None:
    class Answer(BaseModel):
        text: str

    task = JudgeTask("Is it polite?", Answer, Answer)
    with pytest.raises(InputError, match=r"cannot answer such a task.*'Answer -> Answer'"):
        await JUDGE(task, Answer(text="a"))
    with pytest.raises(InputError, match="'Run -> RunGrade'"):
        await JUDGE(RATE_COMPLETION, Run(run="Human: hi"))


@pytest.mark.parametrize("name", ["threshold", "relevance"])
@pytest.mark.parametrize("value", [0, -1, 1.01, float("nan")])
def test_the_shares_have_a_range(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=f"{name} must be above 0 and at most 1"):
        LexicalJudge(**{name: value})
