from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.match import any_value, approx, casefold, one_of, optional
from odograph.match.arguments import ArgumentRules
from odograph.match.equality import ABSENT
from odograph.trace import InvalidToolCall, ToolCall

MODES: list[Any] = ["exact", "ignore", "subset", "superset"]


def call(**args: Any) -> ToolCall:
    return ToolCall("f", args)


def greater(actual: Any, expected: Any) -> bool:
    return bool(actual > expected)


def among(actual: Any, expected: Any) -> bool:
    return actual["q"] in expected["q"]


def never(actual: Any, expected: Any) -> bool:
    return False


def rules(mode: Any = "exact", override: Any = None) -> ArgumentRules:
    return ArgumentRules(mode, {} if override is None else {"f": override})


@pytest.mark.parametrize(
    ("actual", "expected", "holds_in"),
    [
        (call(q="tea"), call(q="tea"), MODES),
        (call(q="tea"), call(q="coffee"), ["ignore"]),
        (call(q="tea", lang="sv"), call(q="tea"), ["ignore", "superset"]),
        (call(q="tea"), call(q="tea", lang="sv"), ["ignore", "subset"]),
        (call(q="tea", lang="sv"), call(q="coffee"), ["ignore"]),
        (call(q=None), call(), ["ignore", "superset"]),
        (call(), call(), MODES),
        (call(b={"x": 1, "y": 2}, a=1), call(a=1, b={"y": 2, "x": 1}), MODES),
        (ToolCall("g", {"q": "tea"}), call(q="tea"), []),
        (call(n=True), call(n=1), ["ignore"]),
        (call(n=20), call(n=20.0), MODES),
    ],
)
def test_each_mode_admits(actual: ToolCall, expected: ToolCall, holds_in: list[str]) -> None:
    assert [mode for mode in MODES if rules(mode).admits(actual, expected)] == holds_in


OVERRIDES: list[Any] = [
    # a mode for one tool
    ("exact", "ignore", {"q": "zzz"}, {"q": "a"}, True),
    ("ignore", "exact", {"q": "zzz"}, {"q": "a"}, False),
    # only some places, exactly
    ("exact", ["q"], {"q": 1, "x": 1}, {"q": 1, "x": 2}, True),
    ("exact", ["q"], {"q": 1}, {"q": True}, False),
    ("exact", ["q"], {"x": 1}, {"q": 1}, False),
    ("exact", ["q", "u.id"], {"q": 1, "u": {"id": 1, "n": 1}}, {"q": 1, "u": {"id": 1}}, True),
    ("exact", ["items[0].sku"], {"items": [{"sku": 1}, {}]}, {"items": [{"sku": 1}]}, True),
    ("exact", ["items[*].sku"], {"items": [{"sku": 1}]}, {"items": [{"sku": 1}] * 2}, False),
    ("exact", ["items[*].sku"], {"items": []}, {"items": []}, True),
    ("exact", ["items[*].sku"], {"items": [{"sku": 1}]}, {"items": []}, False),
    ("exact", ["['a.b']"], {"a.b": 1}, {"a.b": 2}, False),
    # comparators at some places, all else by the default mode
    ("exact", {"c": casefold}, {"c": "OSLO", "d": 1}, {"c": "oslo", "d": 1}, True),
    ("exact", {"c": casefold}, {"c": "OSLO", "d": 2}, {"c": "oslo", "d": 1}, False),
    ("exact", {"c": casefold}, {"d": 1}, {"c": "oslo", "d": 1}, False),
    ("exact", {"c": optional(casefold)}, {"d": 1}, {"c": "oslo", "d": 1}, True),
    ("exact", {"c": any_value}, {"c": 5}, {"c": "x"}, True),
    ("exact", {"t.max": approx(0.1)}, {"t": {"max": 20.95}}, {"t": {"max": 21.0}}, True),
    ("exact", {"t.max": approx(0.1)}, {"t": {"max": 20.95, "u": 1}}, {"t": {"max": 21}}, False),
    ("exact", {"t[*]": approx(1)}, {"t": [1, 2]}, {"t": [2, 3]}, True),
    ("exact", {"t[*]": approx(1)}, {"t": [1, 2, 3]}, {"t": [2, 3]}, False),
    ("exact", {"n": greater}, {"n": 2}, {"n": 1}, True),
    ("superset", {"c": casefold}, {"c": "OSLO", "d": 2}, {"c": "oslo"}, True),
    ("superset", {"c": casefold}, {"c": "OSLO", "d": 2}, {"d": 2}, True),
    ("superset", {"c": casefold}, {"d": 2}, {"c": "oslo"}, False),
    ("subset", {"c": casefold}, {"d": 2}, {"c": "oslo", "d": 2}, True),
    ("subset", {"c": casefold}, {"c": "OSLO"}, {"d": 2}, False),
    ("ignore", {"c": casefold}, {"c": "OSLO", "d": 2}, {"c": "oslo"}, True),
    ("ignore", {"c": casefold}, {"c": "Bergen"}, {"c": "oslo"}, False),
    ("ignore", {"u.c": casefold}, {"u": {"c": "A", "n": 1}}, {"u": {"c": "a", "n": 2}}, True),
    # a function for all
    ("exact", among, {"q": "tea"}, {"q": ["tea"]}, True),
    ("exact", any_value, {"q": "tea"}, {"z": 1}, True),
]


@pytest.mark.parametrize(
    ("mode", "override", "actual", "expected", "admitted"),
    OVERRIDES,
)
def test_overrides(mode: Any, override: Any, actual: Any, expected: Any, admitted: bool) -> None:
    one, other = ToolCall("f", actual), ToolCall("f", expected)
    assert rules(mode, override).admits(one, other) is admitted
    assert (list(rules(mode, override).differences(one, other)) == []) is admitted


def test_an_override_leaves_other_tools_alone() -> None:
    only_f = rules("exact", "ignore")
    assert not only_f.admits(ToolCall("g", {"id": 1}), ToolCall("g", {"id": 2}))


def test_every_comparison_is_called_as_actual_and_expected() -> None:
    seen: list[tuple[Any, Any]] = []

    def compare(actual: Any, expected: Any) -> bool:
        seen.append((actual, expected))
        return True

    rules("exact", compare).admits(call(who="A"), call(who="E"))
    rules("superset", {"who": compare}).admits(call(who="A"), call(who="E"))
    rules("exact", {"who": one_of(compare)}).admits(call(who="A"), call(who="E"))
    assert seen == [({"who": "A"}, {"who": "E"}), ("A", "E"), ("A", "E")]


@pytest.mark.parametrize(
    ("expected", "actual", "admitted"),
    [
        ({"eur": approx(0.01, of=40), "note": any_value}, {"eur": 40.009, "note": ""}, True),
        ({"eur": approx(0.01, of=40), "note": any_value}, {"eur": 40.009}, False),
        ({"eur": approx(0.01, of=40), "note": optional()}, {"eur": 40}, True),
        ({"tags": ["a", one_of("b", "c")]}, {"tags": ["a", "c"]}, True),
        ({"tags": ["a", one_of("b", "c")]}, {"tags": ["a", "d"]}, False),
        ({"tags": [any_value]}, {"tags": 5}, False),
        ({"tags": [any_value]}, {"tags": {}}, False),
        ({"tags": {"a": any_value}}, {"tags": None}, False),
    ],
)
def test_comparators_may_stand_in_the_reference(expected: Any, actual: Any, admitted: bool) -> None:
    assert rules().admits(ToolCall("f", actual), ToolCall("f", expected)) is admitted


def test_a_comparator_in_a_reference_needs_a_value_of_its_own() -> None:
    for bare in (casefold, approx(1), one_of, optional(casefold)):
        with pytest.raises(InputError, match=r"\$\.q: a comparator in a reference must hold"):
            rules().admits(call(q="absent"), call(q=bare))


SHARES: list[Any] = [
    ("exact", {"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 2, "c": 4}, (2, 3)),
    ("exact", {"a": 1}, {"b": 1}, (0, 2)),
    ("exact", {}, {}, (1, 1)),
    ("exact", {}, {"a": 1}, (0, 1)),
    ("exact", {"u": {"a": 1, "b": 2}}, {"u": {"a": 1, "b": 3}}, (0, 1)),
    ("superset", {"a": 1, "force": True}, {"a": 1}, (1, 1)),
    ("subset", {"a": 1}, {"a": 1, "b": 2}, (1, 1)),
    ("ignore", {"a": 1}, {"a": 2}, (1, 1)),
]


@pytest.mark.parametrize(
    ("mode", "actual", "expected", "share"),
    SHARES,
)
def test_agreement_counts_top_level_arguments(
    mode: Any, actual: Any, expected: Any, share: tuple[int, int]
) -> None:
    assert rules(mode).agreement(ToolCall("f", actual), ToolCall("f", expected)) == share


@pytest.mark.parametrize(
    ("override", "share"),
    [
        (["a"], (1, 1)),
        (["*"], (1, 3)),
        (["b", "c"], (0, 2)),
        (["a", "zz"], (1, 1)),
        ({"b": any_value}, (2, 3)),
        (never, (0, 1)),
    ],
)
def test_agreement_under_an_override(override: Any, share: tuple[int, int]) -> None:
    actual, expected = call(a=1, b=2, c=3), call(a=1, b=3, c=4)
    assert rules("exact", override).agreement(actual, expected) == share


def test_calls_of_different_tools_do_not_agree() -> None:
    assert rules("ignore").agreement(ToolCall("g"), call()) == (0, 1)


def test_an_invalid_call_equals_nothing_not_even_itself() -> None:
    invalid = InvalidToolCall("f", "{")
    for mode in MODES:
        for actual, expected in ((invalid, invalid), (invalid, call()), (call(), invalid)):
            assert not rules(mode).admits(actual, expected)
            assert rules(mode).agreement(actual, expected) == (0, 1)
            assert [d.rule for d in rules(mode).differences(actual, expected)] == [
                "readable arguments"
            ]
        assert rules(mode).key(invalid) != rules(mode).key(invalid)


arguments = st.dictionaries(
    st.sampled_from("ab"), st.sampled_from([1, 1.0, True, None, [1], {"x": 1}]), max_size=2
)


@given(arguments, arguments, st.sampled_from([None, "ignore", ["a"], ["a", "b.x"], ["*"]]))
def test_keys_are_equal_exactly_if_calls_match(one: Any, other: Any, override: Any) -> None:
    some, left, right = rules("exact", override), ToolCall("f", one), ToolCall("f", other)
    assert (some.key(left) == some.key(right)) is some.admits(left, right)


def test_where_no_key_can_tell_there_is_none() -> None:
    assert rules("subset").key(call(a=1)) is None
    assert rules("exact", {"a": casefold}).key(call(a=1)) is None
    assert rules("exact", greater).key(call(a=1)) is None
    assert rules().key(call(a=any_value)) is None


@pytest.mark.parametrize(
    ("override", "expected", "says"),
    [
        (["destinaton"], {"destination": "x"}, "no expected call of f has the argument"),
        (["items.0.id"], {"items": [{"id": 1}]}, "got 'items.0.id'"),
        ({"a.b": casefold}, {"a.b": "x"}, "overrides['f']: no expected call of f has"),
    ],
)
def test_a_path_that_no_expected_call_has_is_refused(
    override: Any, expected: Any, says: str
) -> None:
    with pytest.raises(InputError) as caught:
        rules("exact", override).check([ToolCall("f", expected), ToolCall("g")])
    assert says in str(caught.value)


def test_one_expected_call_with_the_path_is_enough() -> None:
    rules("exact", ["q"]).check([call(), call(q=None)])
    rules("exact", ["items[*].id"]).check([call(items=[])])
    rules("exact", ["q"]).check([ToolCall("g")])
    rules("exact", "ignore").check([call()])


@pytest.mark.parametrize(
    ("mode", "overrides", "says"),
    [
        ("excat", {}, "args: must be one of exact, ignore, subset, superset, got 'excat'"),
        ("exact", {"f": "excat"}, "overrides['f']: must be one of exact, ignore, subset"),
        ("exact", {"f": []}, "overrides['f']: an override must be a mode, a list of paths"),
        ("exact", {"f": {}}, "overrides['f']: an override must be a mode, a list of paths"),
        ("exact", {"f": None}, "overrides['f']: an override must be a mode, a list of paths"),
        ("exact", {"f": [5]}, "overrides['f']: a path must be text, got 5"),
        ("exact", {"f": ["a..b"]}, "overrides['f'], column 2: must be a path such as"),
        ("exact", ["f"], "overrides: must map a tool to its rule, got ['f']"),
    ],
)
def test_a_rule_that_says_nothing_is_refused(mode: Any, overrides: Any, says: str) -> None:
    with pytest.raises(InputError) as caught:
        ArgumentRules(mode, overrides)
    assert str(caught.value).startswith(says)


def test_an_async_function_is_refused() -> None:
    async def compare(actual: Any, expected: Any) -> bool:
        return False

    for override in (compare, {"q": compare}):
        with pytest.raises(InputError, match="a comparator must not be async, compare is"):
            rules("exact", override).admits(call(q=1), call(q=1))


def test_differences_name_the_place_both_values_and_the_rule() -> None:
    actual = call(city="Oslo", days=3, f=[{"n": 1}, 2])
    expected = call(city="Bergen", f=[{"n": 1.5}], note="x")
    found = list(rules("exact", {"city": casefold}).differences(actual, expected))
    assert [(d.path, d.actual, d.expected, d.rule, d.kind) for d in found] == [
        ("$.city", "Oslo", "Bergen", "casefold()", "changed"),
        ("$.f[0].n", 1, 1.5, "", "changed"),
        ("$.f[1]", 2, ABSENT, "", "unexpected"),
        ("$.note", ABSENT, "x", "", "missing"),
        ("$.days", 3, ABSENT, "", "unexpected"),
    ]
