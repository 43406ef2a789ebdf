"""Metrics that ask a judge: what they share, so that each measure is a formula over answers."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from odograph._waiting import run
from odograph.errors import InputError
from odograph.judge.adapt import as_judge
from odograph.judge.asking import AskedJudge
from odograph.judge.judge import Judge, JudgeError
from odograph.judge.lexical import LexicalJudge
from odograph.judge.task import JudgeTask
from odograph.metrics.metric import Metric
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("JudgedMetric",)

_LEXICAL = "lexical: words were compared, no model was asked"


@dataclass(frozen=True, repr=False)
class JudgedMetric(Metric):
    """Base of the metrics that ask a judge.

    A subclass gives `_ameasure`: it puts tasks to the judge that it is handed, and computes. What
    the judge took stands in the score's `details["judge"]`, also where it failed: `calls`,
    `input_tokens`, `output_tokens`, and `cost` in US dollars (None where unknown). Where the judge
    does not answer as asked, the score is unscored with fault `judge`.

    Judge and tasks are no part of the spelling, nor of equality.

    Attributes:
        judge: a judge, or a chat model or its name (`"openai:gpt-4o-mini"`) where an installed
            adapter knows it; None asks the `LexicalJudge`, and the scores say so.
        llm: another spelling of `judge`.
        tasks: edited tasks in place of the metric's own of the same name, e.g.
            `[CLAIM_SUPPORT.with_instruction("...")]`.

    Raises:
        InputError: no such judge, both spellings at once, or a task that the metric does not put.
    """

    judge: Any = field(default=None, repr=False, compare=False, kw_only=True)
    llm: Any = field(default=None, repr=False, compare=False, kw_only=True)
    tasks: Sequence[JudgeTask[Any, Any]] = field(
        default=(), repr=False, compare=False, kw_only=True
    )

    puts: ClassVar[Sequence[JudgeTask[Any, Any]]] = ()
    """The tasks that the metric puts."""

    def __post_init__(self) -> None:
        if self.judge is not None and self.llm is not None:
            raise InputError("give judge or llm, which are two spellings of one thing")
        given = self.llm if self.judge is None else self.judge
        if given is not None:
            object.__setattr__(self, "judge", as_judge(given))
            object.__setattr__(self, "llm", None)
        object.__setattr__(self, "tasks", tuple(self.tasks))
        known = {task.name: task for task in self.puts}
        for index, task in enumerate(self.tasks):
            own = known.get(task.name)
            if own is None or (own.input, own.output) != (task.input, task.output):
                rule = f"{type(self).__name__} puts the tasks {', '.join(known) or '(none)'}"
                raise InputError.of(rule, task.name, place=f"tasks[{index}]")

    def with_judge(self, judge: Any) -> Self:
        """Return the metric with another judge."""
        return replace(self, judge=judge, llm=None)

    @abstractmethod
    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        """Score a sample that has all that the metric needs."""

    def score(self, sample: Sample | None = None, /, **given: Any) -> Score:
        """Do what `ascore` does and wait for it; inside a running loop, in a thread of its own."""
        return run(lambda: self.ascore(sample, **given))

    async def ascore(self, sample: Sample | None = None, /, **given: Any) -> Score:
        """Score a sample, or the fields given as keywords, or a sample with some fields replaced.

        `judge=` or `llm=` among the keywords is the judge of this one score.

        Raises:
            InputError: an unknown field, or parameters that do not fit the sample.
        """
        judge = given.pop("judge", None) or given.pop("llm", None)
        metric = self if judge is None else self.with_judge(judge)
        whole = metric._prepared(sample, given)
        return whole if isinstance(whole, Score) else await metric._judged(whole)

    def _measure(self, sample: Sample) -> Score:
        return run(lambda: self._judged(sample))

    async def _judged(self, sample: Sample) -> Score:
        judge: Judge = LexicalJudge() if self.judge is None else self.judge
        asked = AskedJudge(judge, {task.name: task for task in self.tasks})
        try:
            score = await self._ameasure(sample, asked)
        except JudgeError as error:
            kept = {"reply": error.reply} if error.reply else {}
            score = Score.unscored("judge", str(error), **kept)
        return self._told(score, asked)

    def _told(self, score: Score, asked: AskedJudge) -> Score:
        """Add who judged, and what it took."""
        told: dict[str, Any] = asked.spend.as_dict()
        if asked.spend.lexical:
            told["lexical"] = True
        if self.tasks:
            told["edited_tasks"] = {task.name: task.digest[:12] for task in self.tasks}
        details: Mapping[str, Any] = {**score.details, "judge": told}
        reason = score.reason
        if asked.spend.lexical and score.scored:
            first, *rest = reason.split("\n")
            reason = "\n".join([f"{first} ({_LEXICAL})", *rest])
        return replace(score, reason=reason, details=details)
