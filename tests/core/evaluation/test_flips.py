from collections.abc import Sequence

from core.evaluation.scored import METRIC, Value, scored
from odograph.evaluation.attempts import Attempt, attempts_by_case
from odograph.evaluation.flips import Flip, find_flips
from odograph.metrics import Score


def nothing(attempt: Attempt) -> None:
    return None


def flips(
    baseline: dict[str, Sequence[Value]], candidate: dict[str, Sequence[Value]]
) -> tuple[Flip, ...]:
    before, after = (attempts_by_case(scored(side), METRIC) for side in (baseline, candidate))
    return find_flips(before, after, 1.0, (nothing, nothing))


def test_a_case_flips_when_most_attempts_no_longer_do_the_same() -> None:
    before: dict[str, Sequence[Value]] = {
        "broke": [True, True, False],
        "mended": [False, False, False],
        "shaken": [True, True, True],
        "even": [True, False],
        "halved": [True, True],
    }
    after: dict[str, Sequence[Value]] = {
        "broke": [False, True, False],
        "mended": [True, True, False],
        "shaken": [True, True, False],
        "even": [True, True],
        "halved": [True, False],
    }
    assert [(flip.case_id, flip.broke) for flip in flips(before, after)] == [
        ("broke", True), ("mended", False)
    ]  # fmt: skip


def test_a_case_that_surely_changed_is_told_although_half_of_it_passes() -> None:
    before: dict[str, Sequence[Value]] = {"a": [True] * 20}
    assert [flip.broke for flip in flips(before, {"a": [True, False] * 10})] == [True]
    assert flips(before, {"a": [True] * 19 + [False]}) == ()


def test_the_surest_of_the_broken_cases_stands_first() -> None:
    before: dict[str, Sequence[Value]] = {"a": [True] * 2, "b": [True] * 6, "c": [False] * 9}
    after: dict[str, Sequence[Value]] = {"a": [False] * 2, "b": [False] * 6, "c": [True] * 9}
    found = flips(before, after)
    assert [flip.case_id for flip in found] == ["b", "a", "c"]
    assert all(flip.q_value >= flip.p_value for flip in found)


def test_cases_without_a_known_attempt_on_both_sides_do_not_flip() -> None:
    silent = Score.unscored("judge", "no reply")
    before: dict[str, Sequence[Value]] = {"a": [True], "b": [True]}
    assert flips(before, {"a": [silent]}) == ()
