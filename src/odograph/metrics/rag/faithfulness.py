"""Whether an answer says only what its contexts say."""

from dataclasses import dataclass
from typing import ClassVar

from odograph.judge.asking import AskedJudge
from odograph.judge.claims import CLAIM_SUPPORT, SPLIT_CLAIMS, Claims, Texts
from odograph.judge.evidence import CLAIMS_AND_SUPPORT, Evidence
from odograph.judge.verdicts import Verdict
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.rag.tally import share_of
from odograph.metrics.rag.texts import contexts_of, filled, question_of, response_of
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("Faithfulness",)


@dataclass(frozen=True, repr=False)
class Faithfulness(JudgedMetric):
    """Share of the claims of the response that its retrieved contexts support, in [0, 1].

    faithfulness = claims supported / claims made. Two calls: claims, then support. An undetermined
    verdict counts as not supported. Without any context it is 0, without asking; a response that
    claims nothing is unscored. After Es et al. 2023, "RAGAS".

    Attributes:
        one_call: ask for claims and support at once: cheaper, and a little less strict, because the
            judge chooses the claims knowing the contexts.
    """

    one_call: bool = False

    needs: ClassVar = ("response", "retrieved_contexts")
    puts: ClassVar = (SPLIT_CLAIMS, CLAIM_SUPPORT, CLAIMS_AND_SUPPORT)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        question, response = question_of(sample), response_of(sample)
        contexts = filled(contexts_of(sample))
        if not response:
            return Score.unscored("agent", "the response is empty")
        if not contexts:
            return Score(0.0, "no context: nothing is supported")
        if self.one_call:
            evidence = Evidence(question=question, answer=response, contexts=contexts)
            judged = (await judge(CLAIMS_AND_SUPPORT, evidence)).claims
            claims = [one.claim for one in judged]
            verdicts = [
                Verdict(index=index, reason=one.reason, verdict=one.verdict)
                for index, one in enumerate(judged)
            ]
        else:
            split = await judge(SPLIT_CLAIMS, Texts(question=question, texts=[response]))
            claims = split.texts[0].claims
            verdicts = []
            if claims:
                given = Claims(claims=claims, contexts=contexts)
                verdicts = (await judge(CLAIM_SUPPORT, given)).verdicts
        if not claims:
            return Score.unscored("data", "the response claims nothing")
        return share_of(claims, verdicts, noun="claim", holds="supported")
