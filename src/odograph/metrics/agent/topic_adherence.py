"""Whether the agent kept to its topics."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from odograph.judge.agents import REQUEST_TOPICS, REQUESTS, Run, TopicRequests
from odograph.judge.asking import AskedJudge
from odograph.metrics.agent.rendering import conversation_of
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.metric import check_one_of
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import Sample

__all__ = ("TopicAdherence",)

Mode = Literal["precision", "recall", "f1"]


@dataclass(frozen=True, repr=False)
class TopicAdherence(JudgedMetric):
    """Precision, recall or F1 of taking up what belongs to the topics, in [0, 1]. Two calls.

    A request is kept to if it belongs to a topic and was answered, or belongs to none and was
    declined. With kept, strayed (off topic, answered) and missed (on topic, declined):
    precision = kept / (kept + strayed), recall = kept / (kept + missed),
    f1 = 2 kept / (2 kept + strayed + missed). Without requests, or where the denominator is 0, it
    is unscored. After ragas' measure of this name; there a right refusal earns nothing.

    The first call lists the requests and how they were met, the second holds all of them against
    all topics. An undetermined verdict counts as off topic, and the details tell.
    """

    mode: Mode = "f1"

    needs: ClassVar = ("user_input", "reference_topics")
    puts: ClassVar = (REQUESTS, REQUEST_TOPICS)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_one_of(Mode, self.mode, "mode")

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        topics = [topic for topic in sample.reference_topics or () if topic.strip()]
        run = conversation_of(sample)
        if not topics or not run:
            return Score.unscored("data", "there is no topic" if run else "the run is empty")
        requests = (await judge(REQUESTS, Run(run=run))).requests
        if not requests:
            return Score.unscored("data", "the user asked for nothing")
        given = TopicRequests(requests=[one.request for one in requests], topics=topics)
        verdicts = (await judge(REQUEST_TOPICS, given)).verdicts
        told: list[dict[str, object]] = []
        counts = {"kept": 0, "strayed": 0, "missed": 0}
        for request, verdict in zip(requests, verdicts, strict=True):
            on_topic = verdict.verdict == "yes"
            kind = "kept" if on_topic == request.answered else "missed" if on_topic else "strayed"
            counts[kind] += 1
            told.append({**request.model_dump(), "on_topic": verdict.verdict, "kind": kind})
        undetermined = sum(one.verdict == "undetermined" for one in verdicts)
        details = {**counts, "undetermined": undetermined, "requests": told}
        kept, strayed, missed = counts.values()
        over, under = {
            "precision": (kept, kept + strayed),
            "recall": (kept, kept + missed),
            "f1": (2 * kept, 2 * kept + strayed + missed),
        }[self.mode]
        tally = f"{kept} of {counted(len(requests), 'request')} kept to the topics"
        lines = [f"{one['kind']}: {one['request']}" for one in told if one["kind"] != "kept"]
        if not under:
            return Score.unscored("data", f"{self.mode} is undefined: {tally}", **details)
        return Score(over / under, "\n".join([tally, *lines]), details)
