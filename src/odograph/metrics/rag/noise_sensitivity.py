"""How often wrong claims of an answer come from what was retrieved."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from odograph.judge.asking import AskedJudge, together
from odograph.judge.claims import CLAIM_SUPPORT, SPLIT_CLAIMS, Claims, Texts
from odograph.judge.evidence import SUPPORTING_CONTEXTS
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.metric import check_one_of
from odograph.metrics.rag.texts import contexts_of, filled, question_of, response_of
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import Sample

__all__ = ("NoiseSensitivity",)

Mode = Literal["relevant", "irrelevant"]


@dataclass(frozen=True, repr=False)
class NoiseSensitivity(JudgedMetric):
    """Share of the claims that are wrong and come from contexts, in [0, 1]; lower is better.

    A claim is wrong if the reference does not support it. A context is relevant if it supports a
    claim of the reference. `relevant` counts wrong claims that a relevant context supports,
    `irrelevant` those that only irrelevant contexts support. Three calls: claims of both texts,
    then correctness and sources at once. Unscored without contexts, or where one text claims
    nothing. After ragas' measure of this name.
    """

    mode: Mode = "relevant"

    needs: ClassVar = ("response", "reference", "retrieved_contexts")
    puts: ClassVar = (SPLIT_CLAIMS, CLAIM_SUPPORT, SUPPORTING_CONTEXTS)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_one_of(Mode, self.mode, "mode")

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        reference, contexts = (sample.reference or "").strip(), filled(contexts_of(sample))
        if not contexts:
            return Score.unscored("data", "no context was retrieved")
        texts = Texts(question=question_of(sample), texts=[response_of(sample), reference])
        claims, right = [one.claims for one in (await judge(SPLIT_CLAIMS, texts)).texts]
        if not claims or not right:
            empty = "reference" if claims else "response"
            return Score.unscored("data", f"the {empty} claims nothing")
        verdicts, sources = await together(
            judge(CLAIM_SUPPORT, Claims(claims=claims, contexts=[reference])),
            judge(SUPPORTING_CONTEXTS, Claims(claims=[*claims, *right], contexts=contexts)),
        )
        supporting = [set(one.contexts) for one in sources.claims]
        relevant = set[int]().union(*supporting[len(claims) :])
        wrong = [one.index for one in verdicts.verdicts if one.verdict != "yes"]
        noisy = [
            index
            for index in wrong
            if supporting[index] and bool(supporting[index] & relevant) == (self.mode == "relevant")
        ]
        told = [claims[index] for index in noisy]
        tally = f"{len(noisy)} of {counted(len(claims), 'claim')} wrong and from {self.mode}"
        reason = "\n".join([f"{tally} contexts", *(f"wrong: {one}" for one in told)])
        details = {
            "claims": claims,
            "wrong": [claims[index] for index in wrong],
            "from_contexts": told,
            "relevant_contexts": sorted(relevant),
            "undetermined": sum(one.verdict == "undetermined" for one in verdicts.verdicts),
        }
        return Score(len(noisy) / len(claims), reason, details)
