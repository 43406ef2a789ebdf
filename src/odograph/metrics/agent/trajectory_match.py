"""Whether the calls of a run match those of its reference."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, ClassVar, Literal

from odograph.match.calls import calls_match
from odograph.match.edits import Edit, render_edits
from odograph.match.explain import explain_calls
from odograph.match.order import MatchMode, check_match_mode
from odograph.match.rules import ArgumentMode, Override
from odograph.match.trajectory import (
    Turn,
    calls_are_known,
    reference_of,
    run_of,
    turns_of,
)
from odograph.match.wire import matches_word_for_word
from odograph.metrics.agent.call_metric import CallMetric
from odograph.metrics.metric import check_one_of
from odograph.metrics.score import Score
from odograph.metrics.words import counted
from odograph.trace import Sample, Which, from_openai

__all__ = ("TrajectoryMatch",)


@dataclass(frozen=True, repr=False)
class TrajectoryMatch(CallMetric):
    """Verdict: the run's tool calls match the reference's.

    The reference is `reference_trajectory` (messages) or, where there is none,
    `reference_tool_calls` (calls, or one list of calls for each turn). The verdict is that of a
    maximum matching, so it never depends on the order of listing. Defined here.

    Attributes:
        mode: `strict` (the same calls in the same order, the calls of one message without order
            among themselves; against messages also the same roles), `in_order` (the reference
            is a subsequence), `unordered` (equal multisets), `subset` (nothing beyond the
            reference), `superset` (all of the reference).
        args, overrides, which, tools: as in `CallMetric`.
        scope: `turn` applies the mode to each user input apart.

    Raises:
        InputError: an unknown mode, or a path that no expected call of its tool has.
    """

    mode: MatchMode = "strict"
    args: ArgumentMode = "exact"
    overrides: Mapping[str, Override] = field(default_factory=dict[str, Override])
    which: Which = "requested"
    scope: Literal["run", "turn"] = "run"
    tools: Sequence[str] | None = None

    needs: ClassVar = ("reference_trajectory | reference_tool_calls",)

    def __post_init__(self) -> None:
        check_match_mode(self.mode)
        check_one_of(Literal["run", "turn"], self.scope, "scope")
        super().__post_init__()

    def score_openai(
        self, messages: Sequence[Mapping[str, Any]], reference: Sequence[Mapping[str, Any]]
    ) -> Score:
        """Score a conversation in OpenAI's format against another.

        The same as `score(from_openai(messages), reference_trajectory=...)`, and much faster
        where the calls agree word for word, as they do while a test passes.

        Raises:
            InputError: an element is no message, or as `score`.
        """
        plain = not self.overrides and self.tools is None and self.scope == "run"
        if plain and self.which == "requested":
            proved = matches_word_for_word(self.mode, messages, reference)
            if proved is not None:
                return Score(True, f"{self.mode}: {_tally(*proved)}")
        wanted = from_openai(reference).user_input
        return self.score(from_openai(messages), reference_trajectory=wanted)

    def _measure(self, sample: Sample) -> Score:
        reference = reference_of(sample, tools=self.tools)
        if reference is None or not calls_are_known(sample):
            return Score.unscored("data", "the sample holds neither messages nor calls")
        self.rules.check(reference.calls)
        if self.scope == "run":
            pairs = [(run_of(sample, self.which, tools=self.tools), reference.whole)]
        else:
            turns = turns_of(sample, self.which, tools=self.tools)
            if len(turns) > 1 and not reference.by_turn:
                reason = "scope='turn' needs a reference by turn: messages, or a list for each turn"
                return Score.unscored("data", reason)
            pairs = _by_turn(turns, reference.turns)
        edits: list[Edit] = []
        failed: list[int] = []
        for number, (run, wanted) in enumerate(pairs):
            if not calls_match(self.mode, run, wanted, self.rules):
                failed.append(number)
                edits += explain_calls(self.mode, run, wanted, self.rules)
        if not failed:
            made = sum(len(run.calls) for run, _ in pairs)
            expected = sum(len(wanted.calls) for _, wanted in pairs)
            return Score(True, f"{self.mode}: {_tally(made, expected)}")
        where = f" in turn {', '.join(str(n + 1) for n in failed)}" if len(pairs) > 1 else ""
        reason = f"{self.mode} does not hold{where}\n{render_edits(edits)}"
        return Score(False, reason, {"edits": [edit.as_dict() for edit in edits]})


def _tally(made: int, expected: int) -> str:
    return f"{counted(made, 'call')} made, {expected} expected"


def _by_turn(turns: Sequence[Turn], reference: Sequence[Turn]) -> list[tuple[Turn, Turn]]:
    """Pair turn with turn; one that the other side lacks is compared with an empty one."""
    flat = reference[0].flat
    pairs = zip_longest(turns, reference)
    return [
        (run or Turn(None if flat else (), ()), wanted or Turn(None if flat else (), (), flat))
        for run, wanted in pairs
    ]
