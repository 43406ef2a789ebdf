"""What must hold of verdicts whatever the calls are."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from odograph.metrics import ToolCallF1, ToolCallPrecision, ToolCallRecall, TrajectoryMatch
from odograph.trace import AIMessage, MultiTurnSample, ToolCall

MODES: list[Any] = ["strict", "in_order", "unordered", "subset", "superset"]
ARGS: list[Any] = ["exact", "ignore", "subset", "superset"]
MIRRORED = {"exact": "exact", "ignore": "ignore", "subset": "superset", "superset": "subset"}

calls = st.builds(
    ToolCall,
    st.sampled_from("fg"),
    st.dictionaries(st.sampled_from("ab"), st.sampled_from([1, 2]), max_size=2),
)
batches = st.lists(st.lists(calls, max_size=3), max_size=3)
Batches = list[list[ToolCall]]
often = settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Batches, Batches]:
    """The batches of a run, and of a reference that is often much the same."""
    run = draw(batches)
    return run, draw(batches | st.permutations(run) | st.just(run))


def verdict(mode: Any, args: Any, run: Batches, reference: Batches, flat: bool = False) -> Any:
    flattened = [call for batch in reference for call in batch]
    messages = [AIMessage(tool_calls=batch) for batch in reference]
    sample = MultiTurnSample(
        user_input=[AIMessage(tool_calls=batch) for batch in run],
        reference_tool_calls=flattened if flat else None,
        reference_trajectory=None if flat else messages,
    )
    return TrajectoryMatch(mode, args).score(sample).value


def shuffled(some: Batches, data: st.DataObject) -> Batches:
    return [list(data.draw(st.permutations(batch))) for batch in some]


@often
@given(pairs(), st.sampled_from(MODES), st.sampled_from(ARGS), st.booleans(), st.data())
def test_the_order_within_a_batch_means_nothing(
    pair: tuple[Batches, Batches], mode: Any, args: Any, flat: bool, data: st.DataObject
) -> None:
    run, reference = pair
    again = shuffled(run, data), reference if flat else shuffled(reference, data)
    assert verdict(mode, args, *again, flat) is verdict(mode, args, *pair, flat)


@often
@given(pairs(), st.sampled_from(MODES), st.sampled_from(ARGS), st.booleans())
def test_time_may_run_backwards_on_both_sides(
    pair: tuple[Batches, Batches], mode: Any, args: Any, flat: bool
) -> None:
    back = [[batch[::-1] for batch in side[::-1]] for side in pair]
    assert verdict(mode, args, back[0], back[1], flat) is verdict(mode, args, *pair, flat)


@often
@given(pairs(), st.sampled_from(ARGS))
def test_with_the_sides_swapped_subset_is_superset(
    pair: tuple[Batches, Batches], args: Any
) -> None:
    run, reference = pair
    for mode, other in (("subset", "superset"), ("superset", "subset"), ("unordered",) * 2):
        assert verdict(mode, args, run, reference) is verdict(other, MIRRORED[args], reference, run)
    assert verdict("strict", args, run, reference) is verdict(
        "strict", MIRRORED[args], reference, run
    )


@often
@given(pairs(), st.sampled_from(ARGS), st.booleans())
def test_the_modes_imply_each_other(pair: tuple[Batches, Batches], args: Any, flat: bool) -> None:
    holds = {mode: verdict(mode, args, *pair, flat) for mode in MODES}
    assert not holds["strict"] or (holds["in_order"] and holds["unordered"])
    assert not holds["in_order"] or holds["superset"]
    assert not holds["unordered"] or (holds["subset"] and holds["superset"])
    if args in ("exact", "ignore"):
        assert holds["unordered"] is (holds["subset"] and holds["superset"])


@often
@given(pairs(), calls, st.sampled_from(ARGS), st.data())
def test_a_call_more_never_breaks_what_allows_more(
    pair: tuple[Batches, Batches], call: ToolCall, args: Any, data: st.DataObject
) -> None:
    run, reference = pair
    at = data.draw(st.integers(0, len(run)))
    more = [*run[:at], [call], *run[at:]]
    for mode in ("superset", "in_order"):
        assert not verdict(mode, args, run, reference) or verdict(mode, args, more, reference)
    assert not verdict("subset", args, more, reference) or verdict("subset", args, run, reference)


@often
@given(batches, st.sampled_from(MODES), st.sampled_from(ARGS), st.booleans())
def test_a_run_matches_itself(run: Batches, mode: Any, args: Any, flat: bool) -> None:
    assert verdict(mode, args, run, run, flat) is True


@often
@given(pairs(), st.sampled_from(ARGS))
def test_one_is_exactly_a_match(pair: tuple[Batches, Batches], args: Any) -> None:
    run, reference = pair
    sample = MultiTurnSample(
        user_input=[AIMessage(tool_calls=batch) for batch in run],
        reference_tool_calls=[call for batch in reference for call in batch],
    )
    for kind, mode in (
        (ToolCallF1, "unordered"),
        (ToolCallPrecision, "subset"),
        (ToolCallRecall, "superset"),
    ):
        score = kind(args).score(sample)
        assert not score.scored or (score.value == 1) is verdict(mode, args, run, reference, True)
