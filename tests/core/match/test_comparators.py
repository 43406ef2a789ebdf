import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.match import (
    above,
    any_value,
    approx,
    as_set,
    below,
    casefold,
    contains,
    date,
    each,
    normalize_unicode,
    one_of,
    optional,
    regex,
)
from odograph.match.comparator import ask
from odograph.match.comparators import as_comparator
from odograph.match.equality import ABSENT


def greater(actual: float, expected: float) -> bool:
    return actual > expected


WORKED: list[Any] = [
    (any_value, None, "x", True),
    (approx(0.1), 20.95, 21.0, True),
    (approx(0.1), 21.2, 21.0, False),
    (approx(0.1), 0.4, 0.3, True),  # 0.4 - 0.3 > 0.1 in binary
    (approx(0.1), 0.3, 0.4, True),
    (approx(relative=0.01), 101, 100, True),
    (approx(relative=0.01), 101.01, 100, False),
    (approx(1, 0.5), 15, 10, True),
    (approx(1), 10**18 + 1, 10**18, True),
    (approx(1), 10**18 + 2, 10**18, False),
    (approx(1), 10**400, 5, False),
    (approx(0.1), math.inf, 5, False),
    (approx(0.1), math.inf, math.inf, True),
    (approx(0.1), math.nan, math.nan, True),
    (approx(1), True, 1, False),
    (approx(1), "1", 1, False),
    (approx(1), "a", "a", True),
    (approx(0.5, of=40), 40.5, ABSENT, True),
    (above(3), 3, ABSENT, False),
    (above(3, inclusive=True), 3, ABSENT, True),
    (below(3), 2, ABSENT, True),
    (below(3), "2", ABSENT, False),
    (casefold, "STRASSE", "straße", True),
    (casefold, "a", "b", False),
    (casefold, 1, 1.0, True),
    (casefold, 1, "1", False),
    (normalize_unicode, "e\u0301", "é", True),
    (normalize_unicode, "ﬁ", "fi", False),
    (normalize_unicode(form="NFKC"), "ﬁ", "fi", True),
    (normalize_unicode(casefold), "E\u0301", "é", True),
    (normalize_unicode(one_of("é")), "e\u0301", ABSENT, True),
    (regex(r"[A-Z]{3}\d+"), "HAT136", "any", True),
    (regex(r"[A-Z]{3}"), "HAT136", "any", False),
    (regex, "abc", "a.c", True),
    (regex(r"\d"), 5, "any", False),
    (one_of("a", "b"), "b", "any", True),
    (one_of("a", "b"), "c", "any", False),
    (one_of(1, 2), True, "any", False),
    (one_of, "b", ["a", "b"], True),
    (one_of(casefold, regex("x+")), "OSLO", "oslo", True),
    (one_of(approx(1, of=5), None), None, ABSENT, True),
    (contains, "grand hotel", "hotel", True),
    (contains, ["a", "b", "c"], ["c", "a"], True),
    (contains, ["a", "b"], "b", True),
    (contains, "ab", ["a"], False),
    (contains, 5, 5, False),
    (contains("x"), "axb", ABSENT, True),
    (contains([1]), [True], ABSENT, False),
    (as_set, [1, 2, 2], [2, 1], True),
    (as_set, [1, 2], [1, 2, 3], False),
    (as_set, [1, 2, 3], [1, 2], False),
    (as_set, "ab", "ba", False),
    (as_set(casefold), ["A"], ["a", "A"], True),
    (each(approx(0.1)), [1.05, 2], [1, 2.05], True),
    (each(approx(0.1)), [1], [1, 2], False),
    (each(casefold), "A", "a", False),
    (date, "2024-05-20", "20240520", True),
    (date, "2024-05-20T10:00:00", "2024-05-20", True),
    (date, "2024-05-20T10:00:00Z", "2024-05-20T12:00:00+02:00", True),
    (date, "2024-05-20T10:00:00Z", "2024-05-20T10:00:00", False),
    (date, "2024-05-20T10:00:00", "2024-05-20T11:00:00", False),
    (date, "2024-05-21", "2024-05-20", False),
    (date, "soon", "soon", True),
    (date, 20240520, "2024-05-20", False),
    (date("%d.%m.%Y"), "20.05.2024", "2024-05-20", True),
    (date("%d %B %Y"), "20 September 2024", "2024-09-20T10:00", True),
    (date("%d.%m.%Y %H:%M"), "20.05.2024 10:00", "2024-05-20T11:00", False),
    (optional, "a", "a", True),
    (optional, "a", "b", False),
    (optional, "a", ABSENT, True),
    (optional("a"), "a", ABSENT, True),
    (optional("a"), "b", ABSENT, False),
    (optional(None), 5, ABSENT, False),
    (optional(casefold), "A", "a", True),
    (greater, 2, 1, True),
]


@pytest.mark.parametrize(("compare", "actual", "expected", "agrees"), WORKED)
def test_worked_examples(compare: Any, actual: Any, expected: Any, agrees: bool) -> None:
    assert ask(as_comparator(compare), actual, expected) is agrees


numbers = st.integers(-(10**20), 10**20) | st.decimals(-1000, 1000, places=3).map(float)


@given(numbers, numbers, st.decimals(0, 10, places=2).map(float))
def test_approx_is_exact_on_numbers_as_written(actual: Any, expected: Any, bound: float) -> None:
    def exactly(number: Any) -> Fraction:
        return Fraction(str(number))

    within = abs(exactly(actual) - exactly(expected)) <= exactly(bound)
    assert approx(bound)(actual, expected) is within
    assert approx(bound)(expected, actual) is within


@pytest.mark.parametrize("compare", [row[0] for row in WORKED[:-1]])
def test_a_comparator_prints_as_it_is_written(compare: Any) -> None:
    names: dict[str, Any] = {
        one.__name__: one
        for one in (above, any_value, approx, as_set, below, casefold, contains, date, each)
    }
    names |= {one.__name__: one for one in (normalize_unicode, one_of, optional, regex)}
    assert eval(repr(compare), names) == compare


def test_the_shortest_spelling_is_printed() -> None:
    assert repr([casefold, approx(0.01), approx(relative=0.1), one_of("a", casefold)]) == (
        "[casefold, approx(0.01), approx(relative=0.1), one_of('a', casefold)]"
    )


async def never(actual: Any, expected: Any) -> bool:
    return False


@pytest.mark.parametrize(
    "compare",
    [never, one_of(never), as_set(never), each(never), optional(never), normalize_unicode(never)],
)
def test_an_async_function_is_refused_wherever_it_hides(compare: Any) -> None:
    with pytest.raises(InputError, match="a comparator must not be async, never is"):
        ask(as_comparator(compare), ["a"], ["b"])


@pytest.mark.parametrize("verdict", [None, 1, "yes", [], math.nan])
def test_what_is_no_truth_value_is_refused(verdict: Any) -> None:
    with pytest.raises(InputError, match="must return True or False, got"):
        ask(lambda actual, expected: verdict, 1, 1)


def refusal(compare: Any, actual: Any = "a", expected: Any = "a") -> str:
    with pytest.raises(InputError) as caught:
        ask(as_comparator(compare), actual, expected)
    return str(caught.value)


def test_wrong_parameters_are_refused() -> None:
    assert "each needs parameters: each(...)" in refusal(each)
    assert "must be a regular expression" in refusal(regex("("))
    assert "regex needs a pattern that is text, got 5" in refusal(regex, "a", 5)
    assert "one_of() needs a list of acceptable values, got 'a'" in refusal(one_of)
    for tolerance in (-1, math.nan, math.inf, "1", True):
        wrong: Any = tolerance
        with pytest.raises(InputError, match="must be a finite number of at least 0"):
            approx(wrong)
    for limit in (math.nan, "1", True):
        for compare in (above, below):
            wrong = limit
            with pytest.raises(InputError, match="limit must be a number, got"):
                compare(wrong)


@pytest.mark.parametrize(
    "compare",
    [
        *(approx(1), casefold(), regex(), one_of(), contains(), as_set(), each(casefold)),
        *(date(), normalize_unicode(), normalize_unicode(casefold), optional(casefold)),
        one_of("a", date),
    ],
)
def test_some_comparators_need_an_expected_value(compare: Any) -> None:
    assert not compare.stands_alone


def test_only_optional_may_be_absent() -> None:
    assert optional("a").may_be_absent
    assert not any_value().may_be_absent
