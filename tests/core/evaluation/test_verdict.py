from odograph.evaluation.flips import Flip
from odograph.evaluation.verdict import Verdict, judge_difference
from odograph.stats import compare_paired


def judged(
    baseline: dict[str, list[float]],
    candidate: dict[str, list[float]],
    *flips: Flip,
    detect: float = 0.1,
) -> Verdict:
    repeats = sum(map(len, baseline.values())) / max(len(baseline), 1)
    paired = compare_paired(baseline, candidate)
    return judge_difference(paired, flips, detect=detect, alpha=0.05, repeats=repeats)


def suite(*rates: list[float]) -> dict[str, list[float]]:
    return {f"case {number}": rate for number, rate in enumerate(rates)}


def test_a_difference_beyond_chance_is_better_or_worse() -> None:
    low, high = suite(*[[0.0]] * 8), suite(*[[1.0]] * 8)
    assert judged(low, high).name == "better"
    assert judged(high, low).name == "worse"
    assert judged(high, low).reason == "p = 0.00781"  # 2 / 2**8


def test_no_difference_with_runs_enough_is_no_evidence() -> None:
    steady = suite(*[[1.0, 0.9, 1.0]] * 20)
    assert judged(steady, steady) == Verdict("no evidence", "p = 1")


def test_too_few_repeats_say_how_many_more() -> None:
    even = suite(*[[1.0, 0.0, 1.0]] * 40)
    other = suite(*[[0.0, 1.0, 1.0]] * 40)
    verdict = judged(even, other)
    assert verdict.name == "too few"
    assert verdict.repeats_needed is not None
    assert (
        verdict.reason == f"p = 1; about {verdict.repeats_needed} more repeats of each case needed"
    )
    # a third of 40 cases varies by a third: 7.85 (2/3) / (0.01 * 40) is 13 and some
    assert 9 <= verdict.repeats_needed <= 13


def test_a_larger_difference_takes_fewer() -> None:
    even, other = suite(*[[1.0, 0.0, 1.0]] * 40), suite(*[[0.0, 1.0, 1.0]] * 40)
    assert judged(even, other, detect=0.3).name == "no evidence"


def test_so_few_cases_that_no_test_can_tell_need_more_cases() -> None:
    # 2 / 2**5 is above 0.05
    verdict = judged(suite(*[[1.0]] * 5), suite(*[[0.0]] * 5))
    assert (verdict.name, verdict.repeats_needed, verdict.cases_needed) == ("too few", None, 1)


def test_cases_that_differ_among_themselves_need_more_cases() -> None:
    before = suite(*[[1.0, 1.0], [0.0, 0.0]] * 4)
    after = suite(*[[0.0, 0.0], [1.0, 1.0]] * 4)
    verdict = judged(before, after)
    assert verdict.name == "too few"
    assert verdict.repeats_needed is None
    assert verdict.cases_needed is not None
    assert verdict.cases_needed > 100
    assert verdict.reason.endswith(f"about {verdict.cases_needed} more cases needed")


def test_without_repeats_all_variance_is_taken_for_chance() -> None:
    verdict = judged(suite(*[[1.0], [0.0]] * 10), suite(*[[0.0], [1.0]] * 10))
    assert verdict.repeats_needed is not None


def test_a_case_that_surely_broke_makes_it_worse_although_the_mean_says_nothing() -> None:
    steady = suite(*[[1.0, 0.0] * 5] * 20)
    sure = Flip("case 3", (10, 10), (0, 10), 1e-5, 0.0002)
    unsure = Flip("case 4", (8, 10), (4, 10), 0.17, 1.0)
    mended = Flip("case 5", (0, 10), (10, 10), 1e-5, 0.0002)
    assert judged(steady, steady, sure, unsure).name == "worse"
    assert (
        judged(steady, steady, sure, unsure).reason == "broken for sure: case 3 (the mean: p = 1)"
    )
    assert judged(steady, steady, unsure, mended).name != "worse"


def test_nothing_shared_is_too_few() -> None:
    assert judged({"a": [1.0]}, {"b": [1.0]}).reason == "no case has values on both sides"
