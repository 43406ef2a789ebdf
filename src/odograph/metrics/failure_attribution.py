"""Where a failure came from: fixed rules over scores of an answer, or over the calls of a run.

Rules are tried in the order in which they are written here; the first that holds decides, and says
so. Where the outcome hangs on a score that is missing, nothing is decided.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from odograph.errors import InputError
from odograph.match.arguments import ArgumentRules, Call
from odograph.match.calls import calls_match
from odograph.match.edits import spell_call
from odograph.match.explain import pair_calls
from odograph.match.rules import ArgumentMode, Override
from odograph.match.trajectory import Turn, calls_are_known, reference_of, turns_of
from odograph.trace import CallRecord, Sample

__all__ = ("AgentRules", "Attribution", "attribute_answer", "attribute_run")


@dataclass(frozen=True, slots=True)
class Attribution:
    """What stage failed, and the rule that decided.

    Attributes:
        stage: for an answer `retrieval`, `generation`, `query handling`, `corpus or judge` or
            `none`; for a run `tool choice`, `arguments`, `tool failure`, `orchestration` or `none`;
            None where it cannot be told.
        rule: why, in one sentence.
    """

    stage: str | None
    rule: str

    @property
    def failed(self) -> bool:
        """Whether a stage failed."""
        return self.stage not in (None, "none")


def attribute_answer(
    context_relevance: float | None,
    groundedness: float | None,
    answer_relevance: float | None,
    correctness: float | None = None,
    *,
    threshold: float = 0.5,
) -> Attribution:
    """Tell from the three scores of the RAG triad which stage failed. Defined here.

    A score is low below the threshold. In this order:

    1. context low, the two others high: `corpus or judge`, for the scores contradict each other;
    2. context low: `retrieval`;
    3. groundedness low: `generation`;
    4. answer low: `query handling`;
    5. correctness given and low: `corpus or judge`, for the evidence or a judge is wrong;
    6. else `none`.

    Raises:
        InputError: a threshold that is no number.
    """
    if not 0 < threshold <= 1:
        raise InputError.of("threshold must be above 0 and at most 1", threshold)
    scores = {
        "context relevance": context_relevance,
        "groundedness": groundedness,
        "answer relevance": answer_relevance,
    }
    wrong = correctness is not None and correctness < threshold
    possible = [(True, False) if s is None else (s >= threshold,) for s in scores.values()]
    found = [_of_answer(*high, wrong=wrong) for high in product(*possible)]
    if len({one.stage for one in found}) == 1:  # whatever a missing score is
        return found[0]
    missing = next(name for name, score in scores.items() if score is None)
    return Attribution(None, f"{missing} has no score")


def _of_answer(context: bool, grounded: bool, answers: bool, *, wrong: bool) -> Attribution:
    """Decide by which of the triad are high."""
    if not context and grounded and answers:
        rule = "supported by the contexts and to the point, though these are judged irrelevant"
        return Attribution("corpus or judge", rule)
    if not context:
        return Attribution("retrieval", "the contexts are not relevant to the question")
    if not grounded:
        rule = "the contexts are relevant, and the answer is not supported by them"
        return Attribution("generation", rule)
    if not answers:
        rule = "supported by relevant contexts, and yet no answer to the question"
        return Attribution("query handling", rule)
    if wrong:
        return Attribution("corpus or judge", "all three are high, and yet the answer is wrong")
    return Attribution("none", "all three are high")


@dataclass(frozen=True)
class AgentRules:
    """How the calls of a run are held against its reference.

    Attributes:
        args: how arguments are compared (see `TrajectoryMatch`).
        overrides: for a tool, another way.
        extra: whether calls beyond the reference are allowed.
    """

    args: ArgumentMode = "exact"
    overrides: Mapping[str, Override] = field(default_factory=dict[str, Override])
    extra: bool = True


def attribute_run(sample: Sample, rules: AgentRules | None = None) -> Attribution:
    """Tell from the calls of a run, and those expected, which stage failed. Defined here.

    In this order:

    1. `tool failure`: an expected call was made as expected, failed, and never succeeded;
    2. `tool choice`: an expected tool was not called, or (if no extra calls are allowed, or an
       expected call is lacking) a tool that the reference does not know;
    3. `arguments`: a call of an expected tool with other arguments, or unreadable ones;
    4. `orchestration`: a call too few or, if not allowed, too many; another order; a run that
       ended in an error or did not end;
    5. else `none`.

    Raises:
        InputError: rules that do not fit the reference.
    """
    rules = rules or AgentRules()
    reference = reference_of(sample)
    if reference is None:
        return Attribution(None, "the sample has no reference calls")
    if not calls_are_known(sample):
        return Attribution(None, "the calls of the run are not known")
    compared = ArgumentRules(rules.args, rules.overrides)
    compared.check(reference.calls)
    facts = _Facts(sample.call_records, reference.calls, compared)
    for stage, rule in facts.failures(rules):
        return Attribution(stage, rule)
    run, wanted = Turn.joined(turns_of(sample, "requested")), Turn.joined(reference.turns)
    if not calls_match("in_order", run, wanted, compared):
        return Attribution("orchestration", "the expected calls were made in another order")
    if sample.status not in (None, "completed"):
        return Attribution("orchestration", f"the run ended as {sample.status}: {sample.error}")
    return Attribution("none", "every expected call was made, in order")


@dataclass(frozen=True)
class _Facts:
    """A run's calls paired with those expected."""

    records: Sequence[CallRecord]
    expected: Sequence[Call]
    compared: ArgumentRules

    def failures(self, rules: AgentRules) -> Iterator[tuple[str, str]]:
        made = [record.requested for record in self.records]
        pairs = pair_calls(made, self.expected, self.compared)
        right = {to for at, to in pairs if self.compared.admits(made[at], self.expected[to])}
        yield from self._tool_failures(right)
        called = {call.name for call in made}
        known = {call.name for call in self.expected}
        missing = sorted(name or "?" for name in known - called)
        foreign = sorted(name or "?" for name in called - known)
        lacking = len(right) < len(self.expected)
        if missing or (foreign and (lacking or not rules.extra)):
            told = [f"never called {', '.join(missing)}"] if missing else []
            told += [f"called {', '.join(foreign)}"] if foreign else []
            yield "tool choice", "; ".join(told)
        for at, to in pairs:
            if to not in right:
                wanted = spell_call(self.expected[to])
                yield "arguments", f"{spell_call(made[at])} in place of {wanted}"
        if lacking:
            left_out = next(i for i in range(len(self.expected)) if i not in right)
            yield "orchestration", f"left out {spell_call(self.expected[left_out])}"
        if not rules.extra and len(made) > len(self.expected):
            yield "orchestration", f"{len(made)} calls where {len(self.expected)} were expected"

    def _tool_failures(self, right: set[int]) -> Iterator[tuple[str, str]]:
        for to in sorted(right):
            wanted = self.expected[to]
            tries = [r for r in self.records if self.compared.admits(r.requested, wanted)]
            if tries and all(one.outcome == "errored" for one in tries):
                last = tries[-1].error or tries[-1].result or "no text"
                first = last.splitlines()[0] if last.strip() else "no text"
                yield "tool failure", f"{spell_call(wanted)} failed: {first}"
