"""The tasks of claims: what does a text say, and how do two texts' claims stand to each other?"""

from pydantic import BaseModel, Field

from odograph.judge.judge import check_verdicts
from odograph.judge.task import JudgeTask
from odograph.judge.verdicts import Verdict, Verdicts, Whole, one_for_each

__all__ = (
    "CLAIM_SUPPORT",
    "CROSS_SUPPORT",
    "SPLIT_CLAIMS",
    "ClaimLists",
    "ClaimSets",
    "Claims",
    "CrossVerdicts",
    "TextClaims",
    "Texts",
)


class Texts(BaseModel):
    """Texts that answer one question."""

    question: str
    texts: list[str]


class TextClaims(BaseModel):
    """The claims of one text."""

    index: Whole = Field(description="Number of the text, from 0.")
    claims: list[str]


class ClaimLists(BaseModel):
    """The claims of each text."""

    texts: list[TextClaims]


def _claims_of_each(given: Texts, answer: ClaimLists) -> ClaimLists:
    return ClaimLists(texts=list(check_verdicts(answer.texts, len(given.texts))))


SPLIT_CLAIMS: JudgeTask[Texts, ClaimLists] = JudgeTask(
    instruction=(
        "List for each text the claims that it makes, each a short sentence that can be understood"
        " and checked alone: put names in place of pronouns, one fact a claim, nothing added. What"
        " claims nothing (greetings, questions, 'I do not know') gives none. One entry for each"
        " text, by its number."
    ),
    input=Texts,
    output=ClaimLists,
    name="split_claims",
    check=_claims_of_each,
)


class Claims(BaseModel):
    """Claims, and the texts that may support them."""

    claims: list[str] = Field(description="Statements, numbered from 0.")
    contexts: list[str] = Field(description="The only evidence.")


CLAIM_SUPPORT: JudgeTask[Claims, Verdicts] = JudgeTask(
    instruction=(
        "Decide for each claim whether it can be inferred from the contexts alone: yes, no, or"
        " undetermined. What the contexts do not say is a no, even if it is true. Give exactly one"
        " verdict for each claim, by its number."
    ),
    input=Claims,
    output=Verdicts,
    examples=(
        (
            Claims(
                claims=["The bridge opened in 1932.", "The bridge is stone."],
                contexts=["The steel bridge was opened in March 1932."],
            ),
            Verdicts(
                verdicts=[
                    Verdict(index=0, reason="The year is given.", verdict="yes"),
                    Verdict(index=1, reason="It is steel.", verdict="no"),
                ]
            ),
        ),
    ),
    name="claim_support",
    check=one_for_each(lambda given: given.claims),
)


class ClaimSets(BaseModel):
    """Two texts, as their claims."""

    answer: list[str]
    reference: list[str]


class CrossVerdicts(BaseModel):
    """Verdicts on the claims of both texts."""

    answer: list[Verdict] = Field(description="Is this claim supported by the reference's claims?")
    reference: list[Verdict] = Field(description="Is this claim supported by the answer's claims?")


def _both_ways(given: ClaimSets, answer: CrossVerdicts) -> CrossVerdicts:
    return CrossVerdicts(
        answer=list(check_verdicts(answer.answer, len(given.answer))),
        reference=list(check_verdicts(answer.reference, len(given.reference))),
    )


CROSS_SUPPORT: JudgeTask[ClaimSets, CrossVerdicts] = JudgeTask(
    instruction=(
        "Two lists of claims are given. Decide for each claim of `answer` whether it can be"
        " inferred from the claims of `reference` alone, and for each claim of `reference` whether"
        " it can be inferred from the claims of `answer` alone: yes, no, or undetermined. Give"
        " exactly one verdict for each claim of each list, by its number there."
    ),
    input=ClaimSets,
    output=CrossVerdicts,
    name="cross_support",
    check=_both_ways,
)
