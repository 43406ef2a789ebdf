import itertools
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.retrieval import (
    bpref,
    hit_rate_at_k,
    mean_average_precision_at_k,
    mrr,
    ndcg_at_k,
    precision_at_k,
    r_precision,
    recall_at_k,
)

MEASURES: list[Any] = [
    precision_at_k,
    recall_at_k,
    hit_rate_at_k,
    mrr,
    mean_average_precision_at_k,
    ndcg_at_k,
]
UNCUT: list[Any] = [mrr, mean_average_precision_at_k, ndcg_at_k, r_precision, bpref]

documents = st.sampled_from("abcdefgh")
rankings = st.lists(documents, max_size=8, unique=True)
grades = st.dictionaries(documents, st.integers(0, 4), max_size=8)
cuts = st.integers(1, 10)


def test_worked_example() -> None:
    # ranks:      1    2    3    4    5
    retrieved = ["x", "a", "y", "b", "z"]
    relevant = {"a", "b", "c"}
    assert precision_at_k(retrieved, relevant, 4) == 2 / 4
    assert recall_at_k(retrieved, relevant, 4) == 2 / 3
    assert hit_rate_at_k(retrieved, relevant, 1) == 0.0
    assert hit_rate_at_k(retrieved, relevant, 2) == 1.0
    assert mrr(retrieved, relevant) == 1 / 2
    assert mrr(retrieved, relevant, 1) == 0.0
    assert mean_average_precision_at_k(retrieved, relevant) == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert mean_average_precision_at_k(retrieved, relevant, 3) == pytest.approx(1 / 2 / 3)
    assert r_precision(retrieved, relevant) == 1 / 3
    found = 1 / math.log2(3) + 1 / math.log2(5)
    best = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg_at_k(retrieved, relevant, 5) == pytest.approx(found / best, abs=1e-15)


@pytest.mark.parametrize(
    ("retrieved", "ndcg"),
    [("rxy", 1.0), ("xry", 0.6309297535714575), ("xyr", 0.5)],
)
def test_the_discount_begins_at_the_second_rank(retrieved: str, ndcg: float) -> None:
    assert ndcg_at_k(list(retrieved), {"r"}, 3) == pytest.approx(ndcg, abs=1e-15)


def test_the_best_list_holds_what_was_not_retrieved() -> None:
    assert ndcg_at_k(["a", "x"], {"a", "b"}, 10) == pytest.approx(0.6131471927654584, abs=1e-15)


def test_the_best_list_is_cut_at_k() -> None:
    assert ndcg_at_k(["a", "b"], {"a", "b", "c"}, 2) == 1.0
    assert recall_at_k(["a", "b"], {"a", "b", "c"}, 2) == 2 / 3
    assert precision_at_k(["a", "b"], {"a", "b", "c"}, 2) == 1.0


def test_a_duplicate_earns_nothing_the_second_time_and_keeps_its_rank() -> None:
    assert recall_at_k(["d", "d"], {"d"}, 2) == 1.0
    assert ndcg_at_k(["d", "d"], {"d"}, 2) == 1.0
    assert precision_at_k(["d", "d"], {"d"}, 2) == 0.5
    assert recall_at_k(["d", "d", "e"], {"d", "e"}, 2) == 0.5


def test_a_duplicate_keeps_its_first_rank() -> None:
    assert mean_average_precision_at_k(["d1", "d1"], {"d1"}, 2) == 1.0
    assert mean_average_precision_at_k(["x", "d", "d", "e"], {"d", "e"}) == (1 / 2 + 2 / 4) / 2


def test_the_order_of_a_list_is_the_ranking_and_survives() -> None:
    assert mrr(["q", "w", "z", "e", "r"], {"z"}, 5) == 1 / 3
    assert mean_average_precision_at_k(["d1", "d2", "d3"], {"d3"}, 3) == 1 / 3
    assert ndcg_at_k(["d1", "d2", "d3"], {"d3"}, 3) == 0.5


def test_average_precision_divides_by_all_relevant_documents_also_beyond_k() -> None:
    assert mean_average_precision_at_k(["a", "b"], {"a", "b", "c", "d"}, 2) == 2 / 4


def test_bpref_counts_the_judged_nonrelevant_documents_before_each_relevant_one() -> None:
    judged = {"a": 1, "b": 1, "n": 0, "m": 0}
    # unjudged documents do not count; before b stands one of two
    assert bpref(["u", "a", "n", "v", "b"], judged) == (1 + 1 / 2) / 2
    assert bpref(["n", "m", "a", "b"], judged) == 0.0


def test_a_negative_grade_is_no_judgement_for_bpref() -> None:
    assert bpref(["n", "a"], {"a": 1, "n": -1}) == 1.0
    assert bpref(["n", "a"], {"a": 1, "n": 0}) == 0.0


def test_scores_rank_the_documents() -> None:
    assert mrr({"a": 0.1, "b": 0.9, "c": 0.5}, {"c"}) == 1 / 2


def test_ties_break_by_the_given_order_or_by_trecs_rule() -> None:
    scores = {"b": 1.0, "c": 1.0, "a": 1.0}
    assert [mrr(scores, {one}) for one in "bca"] == [1, 1 / 2, 1 / 3]
    assert [mrr(scores, {one}, ties="trec") for one in "cba"] == [1, 1 / 2, 1 / 3]


def test_a_repeated_reference_is_one() -> None:
    assert recall_at_k(["d"], ["d", "d"], 1) == 1.0
    assert ndcg_at_k(["d"], ["d", "d"], 1) == 1.0


def test_precision_divides_by_k_however_few_were_retrieved() -> None:
    assert precision_at_k(["a"], {"a"}, 5) == 1 / 5


def test_ids_meet_across_types() -> None:
    assert recall_at_k([12, "7", 3.0], ["12", 7, "3"], 3) == 1.0
    assert recall_at_k(["07"], [7], 3) == 0.0


def test_gains_are_linear_or_exponential() -> None:
    graded = {"a": 1, "b": 3}
    linear = (1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3))
    exponential = (1 + 7 / math.log2(3)) / (7 + 1 / math.log2(3))
    assert ndcg_at_k(["a", "b"], graded, 2) == pytest.approx(linear, abs=1e-15)
    assert ndcg_at_k(["a", "b"], graded, 2, gains="exponential") == pytest.approx(
        exponential, abs=1e-15
    )


def test_a_grade_of_zero_or_less_is_not_relevant() -> None:
    assert recall_at_k(["a", "b", "c"], {"a": 1, "b": 0, "c": -1}, 3) == 1.0
    assert precision_at_k(["a", "b", "c"], {"a": 1, "b": 0, "c": -1}, 3) == 1 / 3


@pytest.mark.parametrize("measure", MEASURES)
def test_nothing_retrieved_is_the_worst_result(measure: Any) -> None:
    assert measure([], {"a"}, 3) == 0.0


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("relevant", [[], {}, {"a": 0}])
def test_without_a_relevant_document_nothing_is_defined(measure: Any, relevant: Any) -> None:
    assert measure(["a", "b"], relevant, 3) is None


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize(
    ("retrieved", "relevant", "k", "rule"),
    [
        (["a"], ["a"], 0, "k must be a positive whole number, got 0"),
        (["a"], ["a"], True, "k must be a positive whole number, got True"),
        ("abc", ["a"], 1, "retrieved must be a list of ids"),
        (["a", None], ["a"], 1, r"retrieved\[1\]: an id must be"),
        (["a"], "abc", 1, "relevant must be ids or grades by id"),
        (["a"], {"a": math.nan}, 1, r"relevant\['a'\]: a grade must be a finite number"),
        ({"a": math.nan}, ["a"], 1, r"retrieved\['a'\]: a score must be a finite number"),
        ({"a": "high"}, ["a"], 1, r"retrieved\['a'\]: a score must be a finite number"),
        (["a"], {12: 1, "12": 2}, 1, r"relevant\['12'\]: a document has one grade"),
    ],
)
def test_bad_input_is_refused(
    measure: Any, retrieved: Any, relevant: Any, k: Any, rule: str
) -> None:
    with pytest.raises(InputError, match=rule):
        measure(retrieved, relevant, k)


def test_gains_beyond_a_float_are_refused() -> None:
    with pytest.raises(InputError, match="too large for exponential gains, got 2000"):
        ndcg_at_k(["a"], {"a": 2000}, 1, gains="exponential")
    with pytest.raises(InputError, match="gains must be"):
        ndcg_at_k(["a"], {"a": 1}, 1, gains="square")  # type: ignore[call-overload]


@given(rankings, grades, cuts)
def test_every_measure_is_between_0_and_1(
    retrieved: list[str], relevant: dict[str, int], k: int
) -> None:
    values = [measure(retrieved, relevant, k) for measure in MEASURES]
    values += [measure(retrieved, relevant) for measure in UNCUT]
    assert all(value is None or 0.0 <= value <= 1.0 for value in values)


@given(rankings, grades)
def test_without_a_cut_a_measure_looks_at_the_whole_list(
    retrieved: list[str], relevant: dict[str, int]
) -> None:
    for measure in (mrr, mean_average_precision_at_k, ndcg_at_k):
        assert measure(retrieved, relevant) == measure(retrieved, relevant, 99)


@given(rankings, grades, cuts)
def test_what_stands_behind_k_does_not_count(
    retrieved: list[str], relevant: dict[str, int], k: int
) -> None:
    for measure in MEASURES:
        assert measure(retrieved, relevant, k) == measure(retrieved[:k], relevant, k)


@given(rankings, grades, cuts, st.randoms())
def test_measures_of_a_set_ignore_the_order_of_the_first_k(
    retrieved: list[str], relevant: dict[str, int], k: int, random: Any
) -> None:
    top = retrieved[:k]
    shuffled = random.sample(top, len(top))
    for measure in (precision_at_k, recall_at_k, hit_rate_at_k):
        assert measure(shuffled, relevant, k) == measure(top, relevant, k)


@given(rankings, grades, st.integers(0, 7))
def test_moving_a_better_document_up_never_lowers_ndcg(
    retrieved: list[str], relevant: dict[str, int], at: int
) -> None:
    if at + 1 >= len(retrieved):
        return
    upper, lower = retrieved[at], retrieved[at + 1]
    if relevant.get(lower, 0) > relevant.get(upper, 0):
        swapped = [*retrieved[:at], lower, upper, *retrieved[at + 2 :]]
        before, after = ndcg_at_k(retrieved, relevant, 8), ndcg_at_k(swapped, relevant, 8)
        assert before is not None
        assert after is not None
        assert after > before


@given(st.dictionaries(st.sampled_from("abcde"), st.integers(0, 3), min_size=1), st.integers(1, 5))
def test_ndcg_is_1_for_the_best_of_all_rankings(relevant: dict[str, int], k: int) -> None:
    values = [ndcg_at_k(order, relevant, k) for order in itertools.permutations(relevant)]
    if any(relevant.values()):
        assert max(value for value in values if value is not None) == 1.0
