"""The tasks of an agent's run: its goal, its topics, its course, its calls."""

from pydantic import BaseModel, Field

from odograph.judge.task import JudgeTask
from odograph.judge.verdicts import Verdicts, Whole, YesNo, one_for_each

__all__ = (
    "CALL_QUALITY",
    "GOAL_AGAINST_REFERENCE",
    "GOAL_OF_THE_USER",
    "RATE_COMPLETION",
    "RATE_TRAJECTORY",
    "REQUESTS",
    "REQUEST_TOPICS",
    "GoalVerdict",
    "Request",
    "Requests",
    "Run",
    "RunCalls",
    "RunGrade",
    "TopicRequests",
)


class Run(BaseModel):
    """A run, and what it was to come to; empty where that is not told."""

    run: str = Field(description="The messages, or the nodes of a graph, in order.")
    reference: str = ""
    rubric: str = ""


class GoalVerdict(BaseModel):
    """Whether a goal was reached."""

    goal: str = Field(description="The goal, in one sentence.")
    outcome: str = Field(description="What the run came to, in one sentence.")
    verdict: YesNo = Field(description="Whether the outcome reaches the goal.")


GOAL_AGAINST_REFERENCE: JudgeTask[Run, GoalVerdict] = JudgeTask(
    instruction=(
        "The run is a conversation of a user with an agent. The reference says what it ought to"
        " come to. Say what it did come to, by what the tools answered rather than by what the"
        " agent promised, and whether that is what the reference says: yes, no, or undetermined."
    ),
    input=Run,
    output=GoalVerdict,
    name="goal_against_reference",
)

GOAL_OF_THE_USER: JudgeTask[Run, GoalVerdict] = JudgeTask(
    instruction=(
        "The run is a conversation of a user with an agent. Say what the user wanted, what the run"
        " came to, by what the tools answered rather than by what the agent promised, and whether"
        " the user got all that they wanted: yes, no, or undetermined."
    ),
    input=Run,
    output=GoalVerdict,
    name="goal_of_the_user",
)


class Request(BaseModel):
    """One thing that the user asked for."""

    request: str = Field(description="What was asked, with its topic, in one sentence.")
    answered: bool = Field(description="False where the agent declined or steered away.")


class Requests(BaseModel):
    """All that the user asked for, in order."""

    requests: list[Request]


REQUESTS: JudgeTask[Run, Requests] = JudgeTask(
    instruction=(
        "The run is a conversation of a user with an agent. List what the user asked for, one"
        " entry a request, and whether the agent took it up, or declined it or steered away."
    ),
    input=Run,
    output=Requests,
    name="requests",
)


class TopicRequests(BaseModel):
    """Requests, and the topics that are allowed."""

    requests: list[str]
    topics: list[str]


REQUEST_TOPICS: JudgeTask[TopicRequests, Verdicts] = JudgeTask(
    instruction=(
        "Decide for each request whether it belongs to one of the topics: yes, no, or"
        " undetermined. Give exactly one verdict for each request, by its number."
    ),
    input=TopicRequests,
    output=Verdicts,
    name="request_topics",
    check=one_for_each(lambda given: given.requests),
)


class RunGrade(BaseModel):
    """A grade for a run."""

    reason: str = Field(description="At most 40 words; name the steps that cost the grade.")
    grade: Whole = Field(ge=0, le=4)


RATE_TRAJECTORY: JudgeTask[Run, RunGrade] = JudgeTask(
    instruction=(
        "Grade the course of the run by the rubric. Where a reference is given, it is one right"
        " course: another that gets to the same end as well is as good."
    ),
    input=Run,
    output=RunGrade,
    name="rate_trajectory",
)

RATE_COMPLETION: JudgeTask[Run, RunGrade] = JudgeTask(
    instruction=(
        "Grade how far the run did what it was asked to do (the task in `reference`, or, where that"
        " is empty, what the user asks), by what the tools answered rather than by what the agent"
        " promised: 4 all of it, 3 all but a detail, 2 about half, 1 a little, 0 nothing."
    ),
    input=Run,
    output=RunGrade,
    name="rate_completion",
)


class RunCalls(BaseModel):
    """A run and the tool calls that were made in it."""

    run: str
    calls: list[str]


CALL_QUALITY: JudgeTask[RunCalls, Verdicts] = JudgeTask(
    instruction=(
        "Decide for each tool call whether it was a good one where it was made: the right tool,"
        " with right and complete arguments that come from the conversation, and needed for what"
        " the user wants: yes, no, or undetermined. Give exactly one verdict for each call, by its"
        " number."
    ),
    input=RunCalls,
    output=Verdicts,
    name="call_quality",
    check=one_for_each(lambda given: given.calls),
)
