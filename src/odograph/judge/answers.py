"""The tasks of an answer by itself or beside a reference: its questions, grades, entities."""

from pydantic import BaseModel, Field

from odograph.judge.evidence import Evidence
from odograph.judge.judge import JudgeError, check_verdicts
from odograph.judge.task import JudgeTask
from odograph.judge.verdicts import Whole

__all__ = (
    "ENTITIES",
    "QUESTIONS_ANSWERED",
    "RATE_ACCURACY",
    "RATE_GROUNDEDNESS",
    "RATE_RELEVANCY",
    "AnswerPair",
    "EntityLists",
    "EntityTexts",
    "Grade",
    "Questions",
    "QuestionsWanted",
    "TextEntities",
)


class QuestionsWanted(BaseModel):
    """An answer, and how many questions are wanted that it answers."""

    answer: str
    number: int


class Questions(BaseModel):
    """Questions that the answer answers."""

    questions: list[str]
    noncommittal: bool = Field(description="Whether the answer evades: 'I do not know', say.")


def _as_many_as_wanted(given: QuestionsWanted, answer: Questions) -> Questions:
    if len(answer.questions) != given.number:
        told = f"{given.number} questions were asked for, got {len(answer.questions)}"
        raise JudgeError(told)
    return answer


QUESTIONS_ANSWERED: JudgeTask[QuestionsWanted, Questions] = JudgeTask(
    instruction=(
        "Write as many questions as `number` says, worded differently, to each of which the answer"
        " is a full answer. Say whether the answer is noncommittal: evasive, vague, or a refusal."
    ),
    input=QuestionsWanted,
    output=Questions,
    name="questions_answered",
    check=_as_many_as_wanted,
)


class AnswerPair(BaseModel):
    """Two answers to one question; or, without a second, one answer."""

    question: str
    answer: str
    reference: str = ""


class Grade(BaseModel):
    """A grade on a scale of three or five steps."""

    reason: str = Field(description="At most 25 words.")
    grade: Whole = Field(ge=0, le=4)


def _at_most_two(given: Evidence, answer: Grade) -> Grade:
    del given
    if answer.grade > 2:
        raise JudgeError(f"grade must be 0, 1 or 2, got {answer.grade}")
    return answer


def _even(given: AnswerPair, answer: Grade) -> Grade:
    del given
    if answer.grade % 2:
        raise JudgeError(f"grade must be 0, 2 or 4, got {answer.grade}")
    return answer


RATE_RELEVANCY: JudgeTask[AnswerPair, Grade] = JudgeTask(
    instruction=(
        "Grade how far the answer addresses the question, whether or not it is true: 4 fully and"
        " to the point, 3 with something beside the point, 2 in part, 1 hardly, 0 not at all or by"
        " evading it."
    ),
    input=AnswerPair,
    output=Grade,
    name="rate_relevancy",
)

RATE_ACCURACY: JudgeTask[AnswerPair, Grade] = JudgeTask(
    instruction=(
        "Grade the answer to the question against the reference, which is right: 4 it says all"
        " that the reference says and nothing against it, 2 it says a part of it and nothing"
        " against it, 0 it says something against it or nothing of it. Give 0, 2 or 4."
    ),
    input=AnswerPair,
    output=Grade,
    name="rate_accuracy",
    check=_even,
)

RATE_GROUNDEDNESS: JudgeTask[Evidence, Grade] = JudgeTask(
    instruction=(
        "Grade how far the contexts support the answer: 2 all of it, 1 a part of it, 0 nothing."
        " What the contexts do not say is not supported, even if it is true. Give 0, 1 or 2."
    ),
    input=Evidence,
    output=Grade,
    name="rate_groundedness",
    check=_at_most_two,
)


class EntityTexts(BaseModel):
    """Texts that may name entities."""

    texts: list[str]


class TextEntities(BaseModel):
    """The entities of one text."""

    index: Whole = Field(description="Number of the text, from 0.")
    entities: list[str]


class EntityLists(BaseModel):
    """The entities of each text."""

    texts: list[TextEntities]


def _entities_of_each(given: EntityTexts, answer: EntityLists) -> EntityLists:
    return EntityLists(texts=list(check_verdicts(answer.texts, len(given.texts))))


ENTITIES: JudgeTask[EntityTexts, EntityLists] = JudgeTask(
    instruction=(
        "List for each text the entities that it names: people, places, organisations, works,"
        " dates, amounts. Name an entity once in a text, and by the same words in every text. One"
        " entry for each text, by its number."
    ),
    input=EntityTexts,
    output=EntityLists,
    name="entities",
    check=_entities_of_each,
)
