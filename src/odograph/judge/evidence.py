"""The tasks of an answer and its evidence, each asked in one call."""

from pydantic import BaseModel, Field

from odograph.judge.claims import Claims
from odograph.judge.judge import JudgeError, check_verdicts
from odograph.judge.task import JudgeTask
from odograph.judge.verdicts import Verdicts, Whole, YesNo, one_for_each

__all__ = (
    "CLAIMS_AND_SUPPORT",
    "CONTEXT_USEFULNESS",
    "PASSAGE_RELEVANCE",
    "SUPPORTING_CONTEXTS",
    "ClaimSources",
    "Evidence",
    "JudgedClaim",
    "JudgedClaims",
    "Passages",
    "Sources",
)


class Evidence(BaseModel):
    """A question, an answer to it, and the contexts that were retrieved for it."""

    question: str
    answer: str
    contexts: list[str]


class JudgedClaim(BaseModel):
    """A claim of the answer, and whether the contexts support it."""

    claim: str
    reason: str = Field(description="At most 15 words.")
    verdict: YesNo


class JudgedClaims(BaseModel):
    """All claims of the answer; none for an answer that claims nothing."""

    claims: list[JudgedClaim]


CLAIMS_AND_SUPPORT: JudgeTask[Evidence, JudgedClaims] = JudgeTask(
    instruction=(
        "List the claims that the answer makes, one fact each, understandable alone. Decide for"
        " each whether it can be inferred from the contexts alone: yes, no, or undetermined. What"
        " the contexts do not say is a no, even if it is true. What claims nothing (greetings,"
        " questions, 'I do not know') is left out."
    ),
    input=Evidence,
    output=JudgedClaims,
    name="claims_and_support",
)

CONTEXT_USEFULNESS: JudgeTask[Evidence, Verdicts] = JudgeTask(
    instruction=(
        "Decide for each context whether it was useful in arriving at the answer to the question:"
        " yes, no, or undetermined. A context about the same matter that says nothing of what the"
        " answer says is a no. Give exactly one verdict for each context, by its number."
    ),
    input=Evidence,
    output=Verdicts,
    name="context_usefulness",
    check=one_for_each(lambda given: given.contexts),
)


class Passages(BaseModel):
    """Passages that were retrieved for a question."""

    question: str
    passages: list[str]


PASSAGE_RELEVANCE: JudgeTask[Passages, Verdicts] = JudgeTask(
    instruction=(
        "Decide for each passage whether it holds something that helps to answer the question: yes,"
        " no, or undetermined. Give exactly one verdict for each passage, by its number."
    ),
    input=Passages,
    output=Verdicts,
    name="passage_relevance",
    check=one_for_each(lambda given: given.passages),
)


class ClaimSources(BaseModel):
    """The contexts from which a claim can be inferred."""

    index: Whole = Field(description="Number of the claim, from 0.")
    contexts: list[Whole] = Field(description="Numbers of the contexts, from 0; none is allowed.")


class Sources(BaseModel):
    """The supporting contexts of each claim."""

    claims: list[ClaimSources]


def _sources_of_each(given: Claims, answer: Sources) -> Sources:
    checked = check_verdicts(answer.claims, len(given.claims))
    for one in checked:
        wrong = [index for index in one.contexts if not 0 <= index < len(given.contexts)]
        if wrong:
            told = ", ".join(map(str, wrong))
            raise JudgeError(f"there are {len(given.contexts)} contexts, none has number {told}")
    return Sources(claims=list(checked))


SUPPORTING_CONTEXTS: JudgeTask[Claims, Sources] = JudgeTask(
    instruction=(
        "Find for each claim the contexts from which it can be inferred, each context taken alone."
        " What a context does not say does not follow from it, even if it is true. Give exactly one"
        " entry for each claim, by its number."
    ),
    input=Claims,
    output=Sources,
    name="supporting_contexts",
    check=_sources_of_each,
)
