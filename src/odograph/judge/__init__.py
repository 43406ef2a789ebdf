"""Who answers the questions that need judgement, and how the questions are put."""

from odograph.judge.claims import CLAIM_SUPPORT, Claims, ClaimVerdict, ClaimVerdicts
from odograph.judge.judge import Judge, JudgeError, check_verdicts
from odograph.judge.lexical import LexicalJudge
from odograph.judge.task import JudgeTask

__all__ = (
    "CLAIM_SUPPORT",
    "ClaimVerdict",
    "ClaimVerdicts",
    "Claims",
    "Judge",
    "JudgeError",
    "JudgeTask",
    "LexicalJudge",
    "check_verdicts",
)
