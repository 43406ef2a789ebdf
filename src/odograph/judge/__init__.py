"""Who answers the questions that need judgement, and how the questions are put."""

from odograph.judge.adapt import as_embedder, as_judge
from odograph.judge.agents import (
    CALL_QUALITY,
    GOAL_AGAINST_REFERENCE,
    GOAL_OF_THE_USER,
    RATE_COMPLETION,
    RATE_TRAJECTORY,
    REQUEST_TOPICS,
    REQUESTS,
)
from odograph.judge.answers import (
    ENTITIES,
    QUESTIONS_ANSWERED,
    RATE_ACCURACY,
    RATE_GROUNDEDNESS,
    RATE_RELEVANCY,
)
from odograph.judge.claims import CLAIM_SUPPORT, CROSS_SUPPORT, SPLIT_CLAIMS, Claims
from odograph.judge.embedded import EmbeddedJudge
from odograph.judge.embedding import Embedder, HashedWords
from odograph.judge.evidence import (
    CLAIMS_AND_SUPPORT,
    CONTEXT_USEFULNESS,
    PASSAGE_RELEVANCE,
    SUPPORTING_CONTEXTS,
)
from odograph.judge.judge import Judge, JudgeError, check_verdicts
from odograph.judge.lexical import LexicalJudge
from odograph.judge.spend import Spend, metering, note_call, note_kept
from odograph.judge.summaries import KEY_POINTS
from odograph.judge.task import JudgeTask
from odograph.judge.verdicts import Verdict, Verdicts

__all__ = (
    "CALL_QUALITY",
    "CLAIMS_AND_SUPPORT",
    "CLAIM_SUPPORT",
    "CONTEXT_USEFULNESS",
    "CROSS_SUPPORT",
    "ENTITIES",
    "GOAL_AGAINST_REFERENCE",
    "GOAL_OF_THE_USER",
    "KEY_POINTS",
    "PASSAGE_RELEVANCE",
    "QUESTIONS_ANSWERED",
    "RATE_ACCURACY",
    "RATE_COMPLETION",
    "RATE_GROUNDEDNESS",
    "RATE_RELEVANCY",
    "RATE_TRAJECTORY",
    "REQUESTS",
    "REQUEST_TOPICS",
    "SPLIT_CLAIMS",
    "SUPPORTING_CONTEXTS",
    "Claims",
    "EmbeddedJudge",
    "Embedder",
    "HashedWords",
    "Judge",
    "JudgeError",
    "JudgeTask",
    "LexicalJudge",
    "Spend",
    "Verdict",
    "Verdicts",
    "as_embedder",
    "as_judge",
    "check_verdicts",
    "metering",
    "note_call",
    "note_kept",
)
