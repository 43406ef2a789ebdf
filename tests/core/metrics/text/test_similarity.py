import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph import InputError, Metric, parse_metric
from odograph.metrics import (
    DistanceMeasure,
    JaroWinklerSimilarity,
    LevenshteinSimilarity,
    NonLLMStringSimilarity,
)

pytest.importorskip("rapidfuzz")

measures = [
    LevenshteinSimilarity(),
    JaroWinklerSimilarity(),
    *(NonLLMStringSimilarity(one) for one in DistanceMeasure),
]


@pytest.mark.parametrize(
    ("metric", "response", "reference", "value"),
    [
        (LevenshteinSimilarity(), "kitten", "sitting", 1 - 3 / 7),
        (NonLLMStringSimilarity(), "kitten", "sitting", 1 - 3 / 7),
        (NonLLMStringSimilarity("hamming"), "abcd", "abxd", 3 / 4),
        (NonLLMStringSimilarity("jaro"), "martha", "marhta", (1 + 1 + 5 / 6) / 3),
        (JaroWinklerSimilarity(), "martha", "marhta", 17 / 18 + 3 * 0.1 * (1 - 17 / 18)),
    ],
)
def test_worked_examples(metric: Metric, response: str, reference: str, value: float) -> None:
    assert metric.score(response=response, reference=reference).value == pytest.approx(value)


@pytest.mark.parametrize("metric", measures, ids=repr)
@given(one=st.text(max_size=8), other=st.text(max_size=8))
def test_equal_texts_have_1_and_the_measure_is_symmetric(
    metric: Metric, one: str, other: str
) -> None:
    assert metric.score(response=one, reference=one).value == 1
    there = metric.score(response=one, reference=other).number
    back = metric.score(response=other, reference=one).number
    assert there is not None
    assert there == pytest.approx(back)
    assert 0 <= there <= 1


@pytest.mark.parametrize("metric", measures, ids=repr)
def test_the_spelling_parses_back(metric: Metric) -> None:
    assert parse_metric(repr(metric)) == metric


def test_case_and_accents_count() -> None:
    assert LevenshteinSimilarity().score(response="Café", reference="cafe").value == 0.5


def test_a_missing_reference_is_the_data_s_fault_and_an_unknown_measure_the_user_s() -> None:
    assert LevenshteinSimilarity().score(response="x").fault == "data"
    with pytest.raises(InputError, match="distance_measure: must be one of levenshtein"):
        NonLLMStringSimilarity("cosine")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
