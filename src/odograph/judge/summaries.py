"""The task of a summary: what must it say?"""

from pydantic import BaseModel

from odograph.judge.task import JudgeTask

__all__ = ("KEY_POINTS", "KeyPoints", "Source")


class Source(BaseModel):
    """Texts that were to be summarised."""

    texts: list[str]


class KeyPoints(BaseModel):
    """What a good summary of them says."""

    points: list[str]


KEY_POINTS: JudgeTask[Source, KeyPoints] = JudgeTask(
    instruction=(
        "List the key points of the texts: at most ten, each one sentence that can be understood"
        " alone, so that a summary with all of them would leave out nothing important."
    ),
    input=Source,
    output=KeyPoints,
    name="key_points",
)
