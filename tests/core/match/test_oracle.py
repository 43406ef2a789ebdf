"""The matcher against brute force: every mode, argument mode, scope and form of reference."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.match.brute_force import (
    CALLS,
    Call,
    Side,
    Token,
    admits,
    matching,
    messages_of,
    sides_of,
    verdict,
)
from odograph.metrics import ToolCallF1, ToolCallPrecision, ToolCallRecall, TrajectoryMatch
from odograph.trace import MultiTurnSample, ToolCall

MODES: list[Any] = ["strict", "in_order", "unordered", "subset", "superset"]
ARGS: list[Any] = ["exact", "ignore", "subset", "superset"]
SCOPES: list[Any] = ["run", "turn"]
FATES = {
    "requested": {"unanswered", "error", "success"},
    "executed": {"error", "success"},
    "succeeded": {"success"},
}
many = settings(max_examples=4000, deadline=None, suppress_health_check=[HealthCheck.too_slow])

tokens: st.SearchStrategy[Token] = st.sampled_from([*CALLS, *CALLS, "M", "M", "H"])
conversations = st.lists(tokens, max_size=5)


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[Token], list[Token]]:
    """A run and a reference, which is often the run with its tokens shuffled, cut or added to."""
    run = draw(conversations)
    if draw(st.booleans()):
        return run, draw(conversations)
    reference = list(draw(st.permutations(run) | st.just(run)))
    if draw(st.booleans()) and reference:
        del reference[draw(st.integers(0, len(reference) - 1))]
    if draw(st.booleans()):
        reference.insert(draw(st.integers(0, len(reference))), draw(tokens))
    return run, reference


def reference_fields(reference: Sequence[Token], form: str) -> dict[str, Any]:
    turns = [[ToolCall(c[0], c[1]) for c in turn.calls] for turn in sides_of(reference)]
    if form == "messages":
        return {"reference_trajectory": messages_of(reference, system=False)}
    if form == "by turn":
        return {"reference_tool_calls": turns}
    return {"reference_tool_calls": [call for turn in turns for call in turn]}


def joined(turns: Sequence[Side]) -> Side:
    roles = [role for turn in turns for role in turn.roles or ()]
    return Side(roles, [batch for turn in turns for batch in turn.batches])


def right_verdict(
    metric: TrajectoryMatch, run: Sequence[Token], reference: Sequence[Token], form: str
) -> bool | None:
    """What brute force says; None where the metric has to leave it unscored."""

    def fits(actual: Call, expected: Call) -> bool:
        return admits(metric.args, actual, expected)

    ours = sides_of(run)
    for turn in ours:
        turn.batches = [[c for c in b if c[2] in FATES[metric.which]] for b in turn.batches]
    theirs = sides_of(reference)
    if form != "messages":
        theirs = [Side(None, turn.batches) for turn in theirs]
    if metric.scope == "run":
        whole = joined(theirs)
        if form != "messages":
            whole.roles = None
        return verdict(metric.mode, joined(ours), whole, fits)
    if form == "flat":
        if len(ours) > 1 and joined(theirs).calls:
            return None
        theirs = [Side(None, joined(theirs).batches)]
    missing: list[str] | None = [] if form == "messages" else None
    return all(
        verdict(metric.mode, mine or Side(), wanted or Side(missing), fits)
        for mine, wanted in zip_longest(ours, theirs)
    )


@pytest.mark.parametrize("mode", MODES)
@many
@given(
    case=cases(),
    form=st.sampled_from(["flat", "by turn", "messages"]),
    which=st.sampled_from(["requested", "requested", "executed", "succeeded"]),
    system=st.booleans(),
)
def test_every_verdict_is_that_of_brute_force(
    mode: Any, case: tuple[list[Token], list[Token]], form: str, which: Any, system: bool
) -> None:
    run, reference = case
    sample = MultiTurnSample(
        user_input=messages_of(run, system), **reference_fields(reference, form)
    )
    for args in ARGS:
        for scope in SCOPES:
            metric = TrajectoryMatch(mode, args, which=which, scope=scope)
            score = metric.score(sample)
            assert score.value is right_verdict(metric, run, reference, form), metric


@settings(many, max_examples=2000)
@given(case=cases(), args=st.sampled_from(ARGS))
def test_true_positives_are_those_of_brute_force(
    case: tuple[list[Token], list[Token]], args: Any
) -> None:
    run, reference = case
    made, wanted = joined(sides_of(run)).calls, joined(sides_of(reference)).calls
    hits = matching(made, wanted, lambda actual, expected: admits(args, actual, expected))
    sample = MultiTurnSample(
        user_input=messages_of(run, False), **reference_fields(reference, "flat")
    )
    sizes = len(made) + len(wanted)
    assert ToolCallF1(args).score(sample).value == (2 * hits / sizes if sizes else 1.0)
    precision, recall = ToolCallPrecision(args).score(sample), ToolCallRecall(args).score(sample)
    assert precision.value == (hits / len(made) if made else None)
    assert recall.value == (hits / len(wanted) if wanted else None)
