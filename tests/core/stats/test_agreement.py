from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.stats import cohens_kappa, krippendorffs_alpha

labels = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30)
SCALES: list[Any] = ["nominal", "ordinal", "interval", "ratio"]

# four raters, twelve items: the example of Krippendorff's paper of 2011
RATERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
PUBLISHED = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}


def test_kappa_by_hand() -> None:
    # they agree on 3 of 4; by chance on (3 * 2 + 1 * 2) / 16, which is a half
    assert cohens_kappa("yyyn", "yynn") == 0.5


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
@given(labels)
def test_kappa_agrees_with_statsmodels(
    statsmodels: Any, weights: Any, pairs: list[tuple[int, int]]
) -> None:
    found = sorted({label for pair in pairs for label in pair})
    if len(found) < 2:
        return
    places = {label: i for i, label in enumerate(found)}
    table = [[0] * len(found) for _ in found]
    for a, b in pairs:
        table[places[a]][places[b]] += 1
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    kappa = cohens_kappa(first, second, weights=weights)
    if kappa is not None:
        wt = None if weights == "none" else weights
        wanted = statsmodels.inter_rater.cohens_kappa(table, wt=wt, return_results=False)
        assert kappa == pytest.approx(float(wanted), abs=1e-9)


@pytest.mark.parametrize("scale", SCALES)
def test_alpha_is_that_of_the_published_example(scale: Any) -> None:
    items = list(zip(*RATERS, strict=True))
    assert krippendorffs_alpha(items, scale=scale) == pytest.approx(PUBLISHED[scale], abs=0.0005)


@pytest.mark.parametrize("scale", SCALES)
def test_perfect_agreement_is_exactly_1(scale: Any) -> None:
    assert krippendorffs_alpha([[1, 1], [2, 2], [3, 3, 3]], scale=scale) == 1.0
    assert cohens_kappa([1, 2, 3], [1, 2, 3]) == 1.0


@given(labels)
def test_the_raters_may_change_places(pairs: list[tuple[int, int]]) -> None:
    turned = [(b, a) for a, b in pairs]
    assert krippendorffs_alpha(turned) == krippendorffs_alpha(pairs)
    assert cohens_kappa(*zip(*turned, strict=True)) == cohens_kappa(*zip(*pairs, strict=True))


@given(labels)
def test_agreement_is_at_most_1(pairs: list[tuple[int, int]]) -> None:
    for value in (krippendorffs_alpha(pairs), cohens_kappa(*zip(*pairs, strict=True))):
        assert value is None or value <= 1


def test_an_item_that_one_rater_saw_tells_nothing() -> None:
    assert krippendorffs_alpha([[1, 1], [2, 1], [9, None]]) == krippendorffs_alpha([[1, 1], [2, 1]])


def test_where_all_say_the_same_chance_explains_it() -> None:
    assert cohens_kappa("yyy", "yyy") is None
    assert krippendorffs_alpha([[1, 1], [1, 1]]) is None
    assert cohens_kappa([], []) is None
    assert krippendorffs_alpha([]) is None


def test_bad_input_is_refused() -> None:
    with pytest.raises(InputError, match="second must rate 2 items, as first does, got 1"):
        cohens_kappa([1, 2], [1])
    with pytest.raises(InputError, match="weights must be"):
        cohens_kappa([1], [1], weights="cubic")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="scale must be one of nominal, ordinal"):
        krippendorffs_alpha([[1, 1]], scale="rank")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="this scale needs finite numbers, got 'a'"):
        krippendorffs_alpha([["a", "b"]], scale="interval")
