"""The task of claim support: is each claim supported by the given contexts?"""

from pydantic import BaseModel, Field

from odograph.judge.task import JudgeTask

__all__ = ("CLAIM_SUPPORT", "ClaimVerdict", "ClaimVerdicts", "Claims")


class Claims(BaseModel):
    """Claims, and the texts that may support them."""

    claims: list[str] = Field(description="Statements, numbered from 0.")
    contexts: list[str] = Field(description="The only evidence.")


class ClaimVerdict(BaseModel):
    """Whether one claim is supported."""

    index: int = Field(description="Number of the claim, from 0.")
    reason: str = Field(description="One sentence.")
    supported: bool = Field(description="Whether the contexts alone support the claim.")


class ClaimVerdicts(BaseModel):
    """One verdict for each claim."""

    verdicts: list[ClaimVerdict]


CLAIM_SUPPORT: JudgeTask[Claims, ClaimVerdicts] = JudgeTask(
    instruction=(
        "Decide for each claim whether it can be inferred from the contexts alone. What the"
        " contexts do not say is not supported, even if it is true. Give exactly one verdict for"
        " each claim, by its number."
    ),
    input=Claims,
    output=ClaimVerdicts,
    examples=(
        (
            Claims(
                claims=["The bridge opened in 1932.", "The bridge is made of stone."],
                contexts=["The steel bridge was opened to traffic in March 1932."],
            ),
            ClaimVerdicts(
                verdicts=[
                    ClaimVerdict(index=0, reason="The context gives the year.", supported=True),
                    ClaimVerdict(index=1, reason="The context says steel.", supported=False),
                ]
            ),
        ),
    ),
)
